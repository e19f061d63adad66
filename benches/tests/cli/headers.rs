//! `headers`: a small run, what it prints, and its file again. Times are not looked at.

use crate::command::{assert_fails, json, run, text};
use std::collections::BTreeMap;
use std::fs;

/// The least that has everything: one turn of each in one process.
const SMALL: [&str; 6] = ["headers", "--quick", "--launches", "1", "--rounds", "1"];

#[test]
fn every_build_has_a_time_for_every_header_and_the_file_has_them_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("headers.json");
    let path = file.to_str().expect("UTF-8");
    let output = run(SMALL.iter().chain(&["--json", "--out", path]));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let timings = json(&output);

    assert_eq!(timings["schema_version"], 1);
    let names = timings["headers"].as_array().expect("names");
    let rows = timings["rows"].as_array().expect("rows");
    let mut gas = BTreeMap::new();
    for row in rows {
        let headers = row["headers"].as_array().expect("headers");
        if row["unavailable"].is_string() {
            assert!(headers.is_empty(), "{row}");
            continue;
        }
        assert_eq!(headers.len(), names.len(), "{row}");
        for header in headers {
            assert!(header["times_unit"].is_f64(), "{row}");
            // Whoever verifies, and whatever was seen before: a build burns the same.
            let key = (row["build"].to_string(), header["header"].to_string());
            let burnt = &header["burnt_gas"];
            assert_eq!(gas.entry(key).or_insert(burnt), &burnt, "{row}");
        }
    }
    for build in ["host", "host-many", "wasm", "wasm-best"] {
        assert!(rows.iter().any(|row| row["build"] == build), "{build}");
    }

    // The file says the same, and is printed without measuring.
    let written = fs::read_to_string(&file).expect("written");
    assert_eq!(written, text(&output.stdout));
    let again = run(["headers", "--json", "--from", path]);
    assert_eq!(text(&again.stdout), text(&output.stdout));
    let table = text(&run(["headers", "--from", path]).stdout);
    for row in rows {
        let name = row["name"].as_str().expect("a name");
        assert!(table.contains(name), "{name}: {table}");
    }
}

#[test]
fn what_cannot_be_read_or_makes_no_sense_is_one_line() {
    let absent = run(["headers", "--from", "no/such.json"]);
    assert_fails(&absent, 1, "cannot read no/such.json");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("other.json");
    fs::write(&file, r#"{"schema_version": 99}"#).expect("written");
    let output = run(["headers".as_ref(), "--from".as_ref(), file.as_os_str()]);
    assert_fails(
        &output,
        1,
        "other.json is no file of `headers`: its schema version is 99",
    );
    assert_fails(&run(["headers", "--rounds", "0"]), 2, "--rounds");
    for also in ["--quick", "--rounds=2", "--launches=2"] {
        assert_fails(&run(["headers", "--from", "a.json", also]), 2, "--from");
    }
}
