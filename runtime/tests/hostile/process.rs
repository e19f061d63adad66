//! Processes under limits of the system, for what may crash, grow or hang.

use std::process::{Command, Output, Stdio};

/// Private writable memory of a process, MiB (`RLIMIT_DATA`). Engines reserve far more addresses
/// than they use, so that `RLIMIT_AS` would not do.
pub(crate) const MEMORY_MIB: u64 = 2048;
/// CPU time of a process, seconds (`RLIMIT_CPU`): what ends a hang.
pub(crate) const CPU_SECONDS: u64 = 30;

/// Runs one test of this binary alone, in a process that may use this much.
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

/// The most memory this process has used, MiB: resident, its program included.
pub(crate) fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kib = line.and_then(|line| line.split_ascii_whitespace().nth(1));
    let kib: u64 = kib.expect("a size").parse().expect("a number");
    kib.div_ceil(1024)
}

/// CPU time this process has used, milliseconds.
pub(crate) fn cpu_ms() -> u64 {
    /// Clock ticks are hundredths of a second on every Linux.
    const TICK_MS: u64 = 10;
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    // Behind the name, which may hold anything: the state is field 3, utime and stime 14 and 15.
    let (_, fields) = stat.rsplit_once(')').expect("a name");
    let times = fields.split_ascii_whitespace().skip(11).take(2);
    let ticks: u64 = times.map(|time| time.parse::<u64>().expect("ticks")).sum();
    ticks * TICK_MS
}
