//! The command line for a user: output, exit codes, and no loss of data by failures.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod call;
mod call_seen;
mod command;
mod demo;
mod errors;
mod faults;
mod frost;
mod gas;
mod grandpa;
mod large;
mod measuring;
mod session;
mod state_lock;
mod tendermint;
mod tendermint_forms;
mod verify;
mod vrf;

use command::{Folder, text};
use std::fs;

#[test]
fn contracts_lists_every_build() {
    let folder = Folder::new();
    let contracts = folder.report("contracts");
    let contracts = contracts.as_array().expect("a list");
    assert_eq!(contracts.len(), test_contracts::contracts().count());
    for contract in contracts {
        let path = contract["path"].as_str().expect("a path");
        assert_eq!(contract["size"], fs::metadata(path).expect("built").len());
    }
    folder.prints("contracts");
}

#[test]
fn help_has_examples() {
    let commands = "demo|call|verify|vrf|vrf prove|vrf verify|vrf measure|tendermint|grandpa|calibrate|calibrate run|calibrate fit|calibrate diff|calibrate check|compare|batches|bounds|engines|frost|frost demo|frost measure|headers|report|contracts";
    for command in commands.split('|').chain([""]) {
        let help = Folder::new().prints(&format!("{command} --help"));
        assert!(help.contains("Examples:"), "{command}");
    }
}

#[test]
fn a_command_works_by_its_old_name_and_says_the_new_one() {
    for (old, new) in [("many", "batches"), ("calibrate compare", "calibrate diff")] {
        let output = Folder::new().run(&format!("{old} --help"));
        let (help, hint) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{hint}");
        let usage = format!("Usage: near-ed25519 {new} ");
        assert!(help.contains(&usage), "{help}");
        let hints = format!("warning: `{old}` is `{new}` now");
        assert!(hint.starts_with(&hints), "{hint}");
        assert_eq!(hint.lines().count(), 1, "{hint}");
    }
}
