//! The gas of functions: the table, the files that people look at, and where a failed call stopped.

use crate::call_seen::contract;
use serde_json::Value;
use test_support::command::{Folder, json, text};

/// A folder with contracts, one of them stripped.
fn folder() -> Folder {
    let folder = contract();
    let named = wat::parse_str(
        r#"(module
            (import "env" "block_index" (func $height (result i64)))
            (func $look (drop (call $height)))
            (func $fall (call $look) (unreachable))
            (func (export "look") (call $look) (call $look))
            (func (export "fall") (call $fall)))"#,
    );
    folder.write("named.wasm", named.expect("valid WAT"));
    let stripped = wat::parse_str(
        r#"(module
            (import "env" "block_index" (func (result i64)))
            (func (drop (call 0)))
            (func (call 1) (unreachable))
            (func (export "look") (call 1) (call 1))
            (func (export "fall") (call 2)))"#,
    );
    folder.write("stripped.wasm", stripped.expect("valid WAT"));
    folder
}

fn burnt(folder: &Folder, call: &str) -> u64 {
    gas(&folder.report(call)["burnt_gas"])
}

fn gas(value: &Value) -> u64 {
    value.as_u64().expect("gas")
}

/// The rows of a printed table, its titles included.
pub(crate) fn rows(printed: &str) -> impl Iterator<Item = &str> {
    printed.lines().filter(|line| line.starts_with('│'))
}

#[test]
fn a_table_has_the_functions_and_json_their_stacks() {
    let folder = folder();
    let printed = folder.prints("call named.wasm look --functions");
    let names = ["function", "block_index", "loading", "look"];
    for (row, name) in rows(&printed).zip(names) {
        assert!(row.contains(name), "{printed}");
    }
    let report = folder.report("call named.wasm look --functions");
    let nodes = report["functions"].as_array().expect("nodes").iter();
    let all: u64 = nodes.map(|node| gas(&node["gas"])).sum();
    assert_eq!(all, gas(&report["burnt_gas"]));
    let without = folder.report("call named.wasm look");
    assert_eq!(without["functions"], Value::Null);
}

/// Each form adds up to the burnt gas, and is the same bytes in every run.
#[test]
fn every_form_of_file_adds_up_to_the_burnt_gas() {
    let folder = folder();
    let all = burnt(&folder, "call named.wasm look");
    let written = |file: &str| {
        let _ = folder.prints(&format!("call named.wasm look --flamegraph {file}"));
        folder.read(file)
    };
    let folded = written("gas.folded");
    let stacks = folded.lines().map(|line| line.rsplit_once(' '));
    let stacks = stacks.map(|stack| stack.expect("a stack and its gas").1.parse::<u64>());
    assert_eq!(stacks.map(|gas| gas.expect("gas")).sum::<u64>(), all);
    assert!(folded.contains("look;look;block_index "), "{folded}");

    let profile: Value = serde_json::from_str(&written("gas.json")).expect("JSON");
    let profile = &profile["profiles"][0];
    let weights = profile["weights"].as_array().expect("weights").iter();
    assert_eq!(weights.map(gas).sum::<u64>(), all);
    assert_eq!(profile["endValue"], all);

    let picture = written("gas.svg");
    assert!(picture.starts_with("<?xml"), "{picture}");
    assert!(picture.contains("block_index"), "{picture}");
    assert!(picture.contains(&format!("{all} gas")), "{picture}");
    assert_eq!(picture, written("gas.svg"));
    let nowhere = "call named.wasm look --flamegraph none/gas.svg";
    folder.refuses(nowhere, 1, "cannot write none/gas.svg");
}

#[test]
fn symbols_name_a_stripped_contract_and_no_other() {
    let folder = folder();
    let folded = |options: &str| {
        let call = format!("call stripped.wasm look --flamegraph gas.folded {options}");
        let _ = folder.prints(&call);
        folder.read("gas.folded")
    };
    assert!(folded("").contains("look;func[1];block_index "));
    assert!(folded("--symbols named.wasm").contains("look;look;block_index "));
    let other = "call stripped.wasm look --functions --symbols seen.wasm";
    let reason = "seen.wasm: the symbols are of another contract: section type differs";
    folder.refuses(other, 2, reason);
    let none = "call stripped.wasm look --functions --symbols none.wasm";
    folder.refuses(none, 2, "none.wasm");
}

#[test]
fn a_failed_call_says_where_it_stopped() {
    let folder = folder();
    let failed = folder.run("call named.wasm fall --json");
    let frames = &json(&failed)["stopped_in"];
    let functions = [0, 1].map(|at| &frames[at]["function"]);
    assert_eq!(functions, ["fall", "fall"]);
    let printed = text(&folder.run("call named.wasm fall").stdout);
    let expected = "stopped in\n  0: fall\n  1: fall";
    assert!(printed.contains(expected), "{printed}");
    let succeeded = folder.report("call named.wasm look");
    assert_eq!(succeeded["stopped_in"], Value::Null);
}

/// A call without gas has nothing to draw, and is reported all the same.
#[test]
fn a_call_that_burns_nothing_is_reported_without_a_picture() {
    let folder = folder();
    let output = folder.run("call named.wasm '' --flamegraph gas.svg");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("warning: the call burnt no gas"), "{said}");
    assert!(said.contains("MethodEmptyName"), "{said}");
}

#[test]
fn the_least_gas_is_enough_and_a_unit_less_is_not() {
    let folder = folder();
    let least = gas(&folder.report("call named.wasm look --least-gas")["least_gas"]);
    let with_it = format!("call named.wasm look --gas {least}gas");
    assert_eq!(burnt(&folder, &with_it), least);
    let less = format!("call named.wasm look --gas {}gas", least - 1);
    folder.refuses(&less, 1, "Exceeded the prepaid gas.");
    let call = "call named.wasm fall --least-gas";
    folder.refuses(call, 1, "fall");
    let printed = text(&folder.run(call).stdout);
    let expected = "the call fails with 300.0000 Tgas (300000000000000 gas)";
    assert!(printed.starts_with(expected), "{printed}");
}
