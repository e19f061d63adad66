//! The binary, and what tests demand of its output.

use serde_json::Value;
use std::ffi::OsStr;
use std::process::{Command, Output};

/// Runs the binary.
pub(crate) fn run<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_near-ed25519"))
        .args(args)
        .output()
        .expect("it runs")
}

/// Runs the binary in an address space of so many bytes.
pub(crate) fn run_within<A: AsRef<OsStr>>(bytes: u64, args: impl IntoIterator<Item = A>) -> Output {
    Command::new("sh")
        .args(["-c", r#"ulimit -v "$0" && exec "$@""#])
        .arg((bytes / 1024).to_string())
        .arg(env!("CARGO_BIN_EXE_near-ed25519"))
        .args(args)
        .output()
        .expect("it runs")
}

#[track_caller]
pub(crate) fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}{}", text(&output.stdout), text(&output.stderr)))
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// One clear line on standard error, this exit code, and nothing on standard output.
#[track_caller]
pub(crate) fn assert_fails(output: &Output, code: i32, reason: &str) {
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert!(error.starts_with("error: "), "{error}");
    assert!(error.contains(reason), "{error:?} does not say {reason:?}");
    let is_usage = error.contains("\n\nUsage: ") || error.contains("\n\nFor more information");
    assert!(is_usage || error.lines().count() == 1, "{error}");
}

/// The phases of an update's report are all of its gas.
#[track_caller]
pub(crate) fn assert_phases_add_up(report: &Value) {
    let gas = |value: &Value| value.as_u64().expect("gas");
    let phases = report["phases"].as_array().expect("phases");
    let sum: u64 = phases.iter().map(|phase| gas(&phase["gas"])).sum();
    assert_eq!(sum, gas(&report["burnt_gas"]), "{report}");
}
