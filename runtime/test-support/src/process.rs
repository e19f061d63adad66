//! Processes under limits of the system, for code that may crash, grow or hang.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::process::{Command, Stdio};

/// Clock ticks are hundredths of a second on every Linux.
const TICK_MS: u64 = 10;

/// Resources that a process used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    /// Peak memory, MiB: resident, its program included.
    pub peak_mib: u64,
    /// CPU time, milliseconds.
    pub cpu_ms: u64,
}

impl Used {
    /// Resources that this process has used.
    pub fn by_now() -> Self {
        let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = peak.and_then(|peak| peak.split_ascii_whitespace().next());
        let kib: u64 = kib.expect("a size").parse().expect("a number");
        let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
        // The name may contain anything, so fields count after it: state is 3, utime 14, stime 15.
        let (_, fields) = stat.rsplit_once(')').expect("a name");
        let times = fields.split_ascii_whitespace().skip(11).take(2);
        let ticks: u64 = times.map(|time| time.parse::<u64>().expect("ticks")).sum();
        Self {
            peak_mib: kib.div_ceil(1024),
            cpu_ms: ticks * TICK_MS,
        }
    }
}

/// A command that runs one test of this binary in its own process, after commands of the shell, such
/// as limits.
pub fn test_behind(shell: &str, test: &str) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!(r#"{shell}; exec "$0" "$@""#)])
        .arg(std::env::current_exe().expect("the test binary's path"))
        .args(["--exact", test, "--include-ignored", "--nocapture"])
        .arg("--test-threads=1")
        .stdin(Stdio::null());
    command
}

/// Runs one test of this binary in its own process, with this environment variable and two limits; returns what it
/// prints as a line of JSON. `RLIMIT_DATA` limits private writable memory, in MiB; engines reserve far more addresses
/// than they use. `RLIMIT_CPU` limits CPU time, in seconds, and so ends a hang.
///
/// # Errors
///
/// How the process died, with its last lines of output.
pub fn run_test<T: DeserializeOwned>(
    test: &str,
    (variable, value): (&str, &str),
    memory_mib: u64,
    cpu_seconds: u64,
) -> Result<T, String> {
    let kib = memory_mib * 1024;
    let limits = format!("ulimit -c 0; ulimit -d {kib}; ulimit -t {cpu_seconds}");
    let mut command = test_behind(&limits, test);
    command.env(variable, value).env("RUST_BACKTRACE", "0");
    let output = command.output().expect("a shell");
    let [said, errors] = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
    let report = said
        .lines()
        .find_map(|line| serde_json::from_str(line).ok());
    report.filter(|_| output.status.success()).ok_or_else(|| {
        let lines: Vec<_> = errors.lines().collect();
        let last = lines[lines.len().saturating_sub(5)..].join(" / ");
        let status = output.status;
        format!("died of {status}: {last}; it had {memory_mib} MiB and {cpu_seconds} s of CPU time")
    })
}
