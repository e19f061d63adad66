//! `near-ed25519-bench` as users see it: output, exit codes, and no measurement lost.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod measuring;

use test_support::command::{Folder, assert_fails, text};

/// The tested program.
const BENCH: &str = "near-ed25519-bench";

/// Every command's help has examples, and an invalid command line is refused.
#[test]
fn help_has_examples_of_the_program() {
    let folder = Folder::of(BENCH);
    let commands = folder.commands();
    assert!(commands.len() > 12, "{commands:?}");
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
    let folder = Folder::of(BENCH);
    let mut report = folder.command("report --check");
    report.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let output = report.output().expect("it runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
}
