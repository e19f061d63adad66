//! Recorded figures of calls: what is dearer fails, `--bless` records, and profiles are compared.

use crate::functions::rows;
use serde_json::{Value, json};
use std::fs::File;
use std::time::{Duration, SystemTime};
use test_support::command::{Folder, assert_fails, json as json_of, text};

/// A contract whose method turns a loop this often.
pub(crate) fn wat(turns: u32) -> String {
    format!(
        r#"(module
            (func $spin (param i32)
                (loop
                    (local.set 0 (i32.sub (local.get 0) (i32.const 1)))
                    (br_if 0 (local.get 0))))
            (func (export "spin") (call $spin (i32.const {turns})))
            (func (export "fall") (unreachable)))"#
    )
}

fn folder(threshold: Option<&str>) -> Folder {
    let folder = Folder::new();
    write(&folder, 1_000_000);
    let mut calls =
        json!({ "calls": [{ "name": "spin", "call": ["c.wasm", "spin", "--gas", "300Tgas"] }] });
    if let Some(threshold) = threshold {
        calls["threshold"] = json!(threshold);
    }
    folder.write("gas.json", calls.to_string());
    folder
}

fn write(folder: &Folder, turns: u32) {
    write_to(folder, "c.wasm", turns);
}

fn write_to(folder: &Folder, file: &str, turns: u32) {
    folder.write(file, wat::parse_str(wat(turns)).expect("valid WAT"));
}

#[test]
fn a_call_that_becomes_dearer_fails_until_it_is_blessed() {
    let folder = folder(None);
    folder.refuses("gas check", 1, "not recorded: \"spin\"");
    let blessed = folder.prints("gas check --bless");
    let titles = "| call | gas | recorded |";
    assert!(blessed.starts_with(titles), "{blessed}");
    let recorded: Value = serde_json::from_str(&folder.read("gas.json")).expect("JSON");
    let call = folder.report("call c.wasm spin --gas 300Tgas");
    assert_eq!(recorded["calls"][0]["gas"], call["burnt_gas"]);
    let file = std::fs::metadata(folder.path("c.wasm")).expect("a file");
    assert_eq!(recorded["calls"][0]["bytes"], file.len());
    assert!(folder.prints("gas check").contains("| 0.000 % |"));

    // One turn of a million.
    write(&folder, 1_000_001);
    let dearer = "failed, dearer than recorded, or not recorded: \"spin\"";
    folder.refuses("gas check", 1, dearer);
    let printed = text(&folder.run("gas check").stdout);
    assert!(printed.contains("| +0.001 % |"), "{printed}");
    let _ = folder.prints("gas check --bless");
    let _ = folder.prints("gas check");
    // Less is no failure.
    write(&folder, 900_000);
    assert!(folder.prints("gas check").contains("| -"));
}

#[test]
fn a_threshold_allows_as_much_and_no_more() {
    let folder = folder(Some("1%"));
    let _ = folder.prints("gas check --bless");
    write(&folder, 1_009_000);
    let _ = folder.prints("gas check");
    write(&folder, 1_011_000);
    folder.refuses("gas check", 1, "\"spin\"");
}

#[test]
fn a_call_that_fails_is_in_the_table_and_nothing_is_recorded() {
    let folder = folder(None);
    let file = folder
        .read("gas.json")
        .replace("\"spin\",\"--gas", "\"fall\",\"--gas");
    folder.write("gas.json", &file);
    let printed = text(&folder.run("gas check --bless").stdout);
    assert!(printed.contains("| spin | failed: "), "{printed}");
    assert_eq!(folder.read("gas.json"), file);
}

#[test]
fn a_contract_that_is_older_than_its_source_is_named() {
    let folder = folder(None);
    let warning = "warning: c.wasm is older than src beside gas.json: build it again";
    let complaints = || text(&folder.run("gas check --bless").stderr);
    assert!(!complaints().contains("warning"));
    std::fs::create_dir_all(folder.path("src/storage")).expect("a folder");
    folder.write("src/storage/lib.rs", "");
    let an_hour_ago = SystemTime::now() - Duration::from_secs(3600);
    let wasm = File::options().append(true).open(folder.path("c.wasm"));
    let wasm = wasm.expect("a file");
    wasm.set_modified(an_hour_ago).expect("a time");
    assert!(complaints().contains(warning), "{}", complaints());
    wasm.set_modified(SystemTime::now()).expect("a time");
    assert!(!complaints().contains("warning"));
}

#[test]
fn profiles_are_compared_by_function() {
    let old = "loading 5\nmain 10\nmain;gone 7\nmain;grown 1\n";
    let new = "loading 5\nmain 10\nmain;grown 40\nmain;new;grown 2\nmain;new 3\n";
    let folder = Folder::with([("old.folded", old), ("new.folded", new)]);
    let printed = folder.prints("gas diff old.folded new.folded --flamegraph diff.svg");
    let changes = [("grown", "+41"), ("gone", "-7"), ("new", "+3")];
    assert_eq!(rows(&printed).count(), 1 + changes.len(), "{printed}");
    for (row, (name, change)) in rows(&printed).skip(1).zip(changes) {
        assert!(row.contains(name) && row.contains(change), "{printed}");
    }
    assert!(printed.ends_with("in all 23 -> 60 gas, +37\n"), "{printed}");
    assert!(folder.read("diff.svg").contains("grown"));
}

#[test]
fn the_same_call_of_two_contracts_is_compared() {
    let folder = folder(None);
    let before = folder.report("call c.wasm spin --gas 300Tgas");
    write_to(&folder, "old.wasm", 1_000_000);
    write_to(&folder, "new.wasm", 1_100_000);
    let diff = "gas diff old.wasm new.wasm --flamegraph diff.svg spin --gas 300Tgas";
    let printed = folder.prints(diff);
    let all = format!("in all {} -> ", before["burnt_gas"]);
    assert!(printed.contains(&all), "{printed}");
    assert!(folder.read("diff.svg").contains("spin"));
    let named = format!("gas diff --symbols old.wasm new.wasm {}", &diff[9..]);
    assert_eq!(folder.prints(&named), printed);
    let report = json_of(&folder.run("gas diff --json old.wasm new.wasm spin"));
    assert_eq!(report[0]["function"], "spin");
    for (line, code, reason) in [
        ("fall", 1, "old.wasm: fall: "),
        ("spin --args-file none.json", 2, "none.json"),
        ("spin --profile", 2, "only calls without --execute"),
    ] {
        let output = folder.run(&format!("gas diff old.wasm new.wasm {line}"));
        assert_fails(&output, code, reason);
    }
}
