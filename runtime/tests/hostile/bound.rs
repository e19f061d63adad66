//! Limits of each process, and bounds on what a contract uses compared with nearcore's runner.

use test_support::process::Used;

/// Private writable memory of a process, MiB (`RLIMIT_DATA`). `RLIMIT_AS` is unsuitable: engines
/// reserve far more addresses than they use.
pub(crate) const MEMORY_MIB: u64 = 2048;
/// CPU time of a process, seconds (`RLIMIT_CPU`), which ends a hang.
pub(crate) const CPU_SECONDS: u64 = 30;

/// Resources that a contract may use on other backends.
pub(crate) struct Bound {
    pub(crate) peak_mib: u64,
    pub(crate) cpu_ms: u64,
}

impl Bound {
    /// The bound for a contract that used this much in nearcore's runner: a fixed excess of memory,
    /// and a multiple of its CPU time plus a margin above the noise of short runs.
    pub(crate) fn of(oracle: &Used) -> Self {
        Self {
            peak_mib: oracle.peak_mib + 512,
            cpu_ms: 2000 + 20 * oracle.cpu_ms,
        }
    }

    /// Describes a violation of the bound, if there is one.
    pub(crate) fn complaint(&self, used: &Used) -> Option<String> {
        let Used { peak_mib, cpu_ms } = used;
        (*peak_mib > self.peak_mib || *cpu_ms > self.cpu_ms).then(|| {
            format!(
                "used {peak_mib} MiB and {cpu_ms} ms, of {} MiB and {} ms",
                self.peak_mib, self.cpu_ms
            )
        })
    }

    /// Seconds of CPU time that clearly exceed the bound.
    pub(crate) fn cpu_seconds(&self) -> u64 {
        self.cpu_ms / 1000 + 2
    }
}
