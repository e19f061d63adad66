//! The documents' generated parts are current.

use std::process::Command;

#[test]
fn every_table_and_picture_is_current() {
    let mut report = Command::new(env!("CARGO_BIN_EXE_near-ed25519-bench"));
    let report = report
        .args(["report", "--check"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let output = report.output().expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
}
