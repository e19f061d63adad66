//! Processes under limits of the system, for code that may crash, grow or hang.

use serde::{Deserialize, Serialize};
use std::process::{Command, Output, Stdio};

/// Private writable memory of a process, MiB (`RLIMIT_DATA`). `RLIMIT_AS` is unsuitable: engines
/// reserve far more addresses than they use.
pub(crate) const MEMORY_MIB: u64 = 2048;
/// CPU time of a process, seconds (`RLIMIT_CPU`), which ends a hang.
pub(crate) const CPU_SECONDS: u64 = 30;

/// Resources that a process used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Used {
    /// Peak memory, MiB: resident, its program included.
    pub(crate) peak_mib: u64,
    /// CPU time, milliseconds.
    pub(crate) cpu_ms: u64,
}

impl Used {
    /// Resources that this process has used.
    pub(crate) fn by_now() -> Self {
        Self {
            peak_mib: peak_mib(),
            cpu_ms: cpu_ms(),
        }
    }
}

/// Resources that a contract may use on other backends.
pub(crate) struct Bound {
    pub(crate) peak_mib: u64,
    pub(crate) cpu_ms: u64,
}

impl Bound {
    /// The bound of a contract that used this much in nearcore's runner: no multiple of its memory,
    /// and of its CPU time a multiple plus a margin above the noise of short runs.
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

/// Runs one test of this binary alone, in a process with these limits.
pub(crate) fn run_test(
    test: &str,
    (variable, value): (&str, &str),
    memory_mib: u64,
    cpu_seconds: u64,
) -> Output {
    let this = std::env::current_exe().expect("the test binary's path");
    let kib = memory_mib * 1024;
    Command::new("sh")
        .arg("-c")
        .arg(format!(
            r#"ulimit -c 0; ulimit -d {kib}; ulimit -t {cpu_seconds}; exec "$0" "$@""#
        ))
        .arg(this)
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(variable, value)
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .output()
        .expect("a shell")
}

/// Peak memory of this process, MiB: resident, its program included.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kib = line.and_then(|line| line.split_ascii_whitespace().nth(1));
    let kib: u64 = kib.expect("a size").parse().expect("a number");
    kib.div_ceil(1024)
}

/// CPU time this process has used, milliseconds.
fn cpu_ms() -> u64 {
    /// Clock ticks are hundredths of a second on every Linux.
    const TICK_MS: u64 = 10;
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    // After the name, which may contain anything: the state is field 3, utime and stime 14 and 15.
    let (_, fields) = stat.rsplit_once(')').expect("a name");
    let times = fields.split_ascii_whitespace().skip(11).take(2);
    let ticks: u64 = times.map(|time| time.parse::<u64>().expect("ticks")).sum();
    ticks * TICK_MS
}
