//! `near-ed25519-bench` as users see it: output, exit codes, and no measurement lost.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod measuring;

use std::process::Command;
use test_support::command::{Folder, assert_fails};

/// The tested program.
const BENCH: &str = "near-ed25519-bench";

/// Every command's help has examples, and an invalid command line is refused.
#[test]
fn help_has_examples_of_the_program() {
    let folder = Folder::of(BENCH);
    let commands = folder.commands();
    assert!(commands.len() > 14, "{commands:?}");
    for command in commands {
        let help = folder.prints(&format!("{command} --help"));
        let examples = help.split_once("Examples:").expect("examples").1;
        let lines = examples.lines().map(str::trim);
        let lines: Vec<_> = lines.filter(|it| it.starts_with("near-")).collect();
        assert!(!lines.is_empty(), "{command}");
        for line in lines {
            let named = line.starts_with(&format!("{BENCH} {command}"));
            assert!(named, "{command}: {line}");
        }
    }
    assert_fails(&folder.run("compare --frobnicate"), 2, "--frobnicate");
}

/// The documents' generated parts are current.
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
