//! Limits of each process, and bounds on what a contract uses compared with nearcore's runner.

use test_support::process::Used;

/// Private writable memory of a process, MiB (`RLIMIT_DATA`). `RLIMIT_AS` is unsuitable: engines
/// reserve far more addresses than they use.
pub(crate) const MEMORY_MIB: u64 = 2048;
/// CPU time of a process, seconds (`RLIMIT_CPU`), which ends a hang.
pub(crate) const CPU_SECONDS: u64 = 30;

/// CPU time that a contract may use if it used this much in nearcore's runner, milliseconds: a
/// multiple, plus a margin above the noise of short runs.
fn cpu_ms(oracle: &Used) -> u64 {
    2000 + 20 * oracle.cpu_ms
}

/// Seconds of CPU time that clearly exceed that.
pub(crate) fn cpu_seconds(oracle: &Used) -> u64 {
    cpu_ms(oracle) / 1000 + 2
}

/// Describes what a contract used, if it is beyond these bounds. For memory they add a fixed amount, within its limit.
pub(crate) fn complaint(used: &Used, oracle: &Used) -> Option<String> {
    let Used { peak_mib, cpu_ms } = used;
    let most_mib = MEMORY_MIB.min(oracle.peak_mib + 512);
    let most_ms = self::cpu_ms(oracle);
    (*peak_mib > most_mib || *cpu_ms > most_ms)
        .then(|| format!("used {peak_mib} MiB and {cpu_ms} ms, of {most_mib} MiB and {most_ms} ms"))
}
