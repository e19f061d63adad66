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
mod renamed;
mod session;
mod state_lock;
mod tendermint;
mod tendermint_errors;
mod tendermint_forms;

use command::{Folder, json, run};
use std::fs;

#[test]
fn contracts_lists_every_build() {
    let contracts = json(&run(["contracts", "--json"]));
    let contracts = contracts.as_array().expect("a list");
    assert_eq!(contracts.len(), test_contracts::contracts().count());
    for contract in contracts {
        let path = contract["path"].as_str().expect("a path");
        assert_eq!(contract["size"], fs::metadata(path).expect("built").len());
    }
    assert!(run(["contracts"]).status.success());
}

#[test]
fn help_has_examples() {
    let commands =
        "demo call tendermint grandpa calibrate compare batches bounds engines headers report";
    for command in commands.split(' ').chain([""]) {
        let help = Folder::new().prints(&format!("{command} --help"));
        assert!(help.contains("Examples:"), "{command}");
    }
}

#[test]
fn where_json_is_asked_for_an_error_is_an_object() {
    let folder = Folder::new();
    for (line, message) in [
        ("call absent.wasm noop --json", "cannot read absent.wasm: "),
        ("call a.wasm noop --gas x --json", "invalid value 'x' for "),
    ] {
        let report = json(&folder.run(line));
        assert_eq!(report["exit_code"], 2);
        let error = report["error"].as_str().expect("a message");
        assert!(error.starts_with(message), "{error}");
    }
    assert!(folder.run("call absent.wasm noop").stdout.is_empty());
}
