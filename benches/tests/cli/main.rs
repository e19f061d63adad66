//! The command line as a user meets it: output, exit codes, and that failures lose nothing.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod call;
mod call_errors;
mod call_seen;
mod command;
mod demo;
mod faults;
mod grandpa;
mod grandpa_errors;
mod measuring;
mod model_based;
mod session;
mod state_lock;
mod tendermint;
mod tendermint_errors;
mod tendermint_forms;

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
        &["batches", "--help"],
        &["engines", "--help"],
        &["headers", "--help"],
        &["bounds", "--help"],
        &["report", "--help"],
    ] {
        let output = run(command);
        assert!(output.status.success());
        assert!(text(&output.stdout).contains("Examples:"), "{command:?}");
    }
}

#[test]
fn where_json_is_asked_for_an_error_is_an_object() {
    let error = |output: &std::process::Output| {
        let report = json(output);
        assert_eq!(
            report["exit_code"].as_i64(),
            output.status.code().map(i64::from)
        );
        report["error"].as_str().expect("a message").to_owned()
    };
    let absent = run(["call", "absent.wasm", "noop", "--json"]);
    assert!(error(&absent).starts_with("cannot read absent.wasm: "));
    let usage = run(["call", "absent.wasm", "--json", "--gas", "lots", "noop"]);
    assert!(error(&usage).starts_with("invalid value 'lots' for '--gas"));
    assert!(run(["call", "absent.wasm", "noop"]).stdout.is_empty());
}
