//! The commands that measure: a small run of each, what it prints, and its folder again. Times are not
//! looked at.

use crate::command::{assert_fails, json, run, text};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::process::Output;

/// Each command, and rows that take little time.
const EXPERIMENTS: [(&str, &[&str]); 4] = [
    ("batches", &["ed25519-dalek 3", "portable, cold keys"]),
    ("compare", &["ed25519-dalek 2", "ring", "host on nearcore"]),
    ("engines", &["nearcore", "wasmtime/winch"]),
    ("headers", &["host", "wasm-best"]),
];

fn small(command: &str, rows: &[&str], more: &[&str]) -> Output {
    let rows = rows.iter().flat_map(|row| ["--only", row]);
    let common = [command, "--launches", "1", "--rounds", "1"].into_iter();
    let output = run(common.chain(rows).chain(more.iter().copied()));
    // On a busy machine a bound may be missed, which is an exit code too.
    let error = text(&output.stderr);
    assert!(
        output.status.success() || error.contains("DOES NOT HOLD"),
        "{error}"
    );
    output
}

/// Members of this name, wherever they are.
fn members<'a>(value: &'a Value, name: &str, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(object) => {
            found.extend(object.get(name));
            object
                .values()
                .for_each(|value| members(value, name, found));
        }
        Value::Array(items) => items.iter().for_each(|item| members(item, name, found)),
        _ => {}
    }
}

#[test]
fn a_run_is_printed_and_kept_and_printed_again_without_measuring() {
    for (command, rows) in EXPERIMENTS {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().to_str().expect("UTF-8");
        let output = small(command, rows, &["--json", "--out", path]);
        let found = json(&output);
        assert!(found["machine"]["cpu"].is_string(), "{command}");
        assert_eq!(found["effort"]["launches"], 1, "{command}");
        assert!(found["bounds"].is_array(), "{command}");
        let mut times = Vec::new();
        members(&found, "least_ns", &mut times);
        let times = times.iter().filter(|time| time.is_number()).count();
        assert!(times >= rows.len(), "{command}: {found}");

        let again = run([command, "--json", "--from", path]);
        assert_eq!(text(&again.stdout), text(&output.stdout), "{command}");
        let table = text(&run([command, "--from", path]).stdout);
        for row in rows {
            assert!(table.contains(row), "{command}, {row}: {table}");
        }
        let raw = fs::read_to_string(folder.path().join("raw.csv")).expect("samples");
        let head = "row,column,launch,round,stack,iterations,metric,value";
        assert_eq!(raw.lines().next(), Some(head), "{command}");
    }
}

#[test]
fn everybody_burns_the_same_gas_with_the_same_header() {
    let rows = [
        "host",
        "host-many: dalek, one by one",
        "host-many: portable, new keys",
    ];
    let found = json(&small("headers", &rows, &["--json"]));
    let mut gas = BTreeMap::new();
    for row in found["rows"].as_array().expect("rows") {
        let build = row["name"].as_str().expect("a name").split(':').next();
        for header in row["columns"].as_array().expect("headers") {
            let burnt = &header["gas"];
            assert!(burnt.is_u64(), "{row}");
            let key = (build, header["column"].to_string());
            assert_eq!(gas.entry(key).or_insert(burnt), &burnt, "{row}");
        }
    }
    assert_eq!(gas.len(), 2 * 4, "two builds, four headers");
}

#[test]
fn what_cannot_be_read_or_makes_no_sense_is_one_line() {
    for (command, _) in EXPERIMENTS {
        let absent = run([command, "--from", "no/such"]);
        assert_fails(&absent, 1, "cannot read no/such/run.json");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().to_str().expect("UTF-8");
        fs::write(folder.path().join("run.json"), r#"{"schema_version": 99}"#).expect("written");
        let other = format!("is no recording of `{command}`: its schema version is 99");
        assert_fails(&run([command, "--from", path]), 1, &other);
        let nobody = format!("{command} has no row `no one`");
        assert_fails(&run([command, "--only", "no one"]), 1, &nobody);
        assert_fails(&run([command, "--rounds", "0"]), 2, "--rounds");
        for also in ["--quick", "--rounds=2", "--launches=2"] {
            assert_fails(&run([command, "--from", "a", also]), 2, "--from");
        }
    }
}

#[test]
fn what_is_not_recorded_is_neither_reported_nor_within_bounds() {
    for command in ["bounds", "report"] {
        let absent = run([command, "--recorded", "no/such"]);
        assert_fails(&absent, 1, "cannot read no/such/");
    }
}
