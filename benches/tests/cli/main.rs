//! The command line as a user meets it: output, exit codes, and that failures lose nothing.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod calibrate;
mod call;
mod command;
mod compare;
mod demo;
mod faults;
mod grandpa;
mod headers;
mod many;
mod model_based;
mod tendermint;

use command::{json, run, text};
use std::fs;

#[test]
fn contracts_lists_every_build() {
    let contracts = json(&run(["contracts", "--json"]));
    let contracts = contracts.as_array().expect("a list");
    assert_eq!(contracts.len(), test_contracts::contracts().count());
    for contract in contracts {
        let path = contract["path"].as_str().expect("a path");
        assert_eq!(
            fs::metadata(path).expect("built").len(),
            contract["size"].as_u64().expect("a size")
        );
    }
    assert!(run(["contracts"]).status.success());
}

#[test]
fn help_has_examples() {
    for command in [
        &["--help"][..],
        &["demo", "--help"],
        &["call", "--help"],
        &["tendermint", "--help"],
        &["grandpa", "--help"],
        &["calibrate", "--help"],
        &["compare", "--help"],
        &["many", "--help"],
        &["headers", "--help"],
        &["report", "--help"],
    ] {
        let output = run(command);
        assert!(output.status.success());
        assert!(text(&output.stdout).contains("Examples:"), "{command:?}");
    }
}
