//! `many`: a small run, what it prints, and its file again. Times are not looked at.

use crate::command::{assert_fails, json, run, text};
use serde_json::Value;
use std::fs;

/// The least that has everything: one turn of each in one process.
const SMALL: [&str; 6] = ["many", "--quick", "--launches", "1", "--rounds", "1"];

const SIZES: [u64; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

fn signatures(row: &Value) -> Vec<u64> {
    let sizes = row["sizes"].as_array().expect("sizes").iter();
    sizes
        .map(|size| size["signatures"].as_u64().expect("a number"))
        .collect()
}

#[test]
fn every_contender_has_a_row_of_all_sizes_and_the_file_has_them_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("many.json");
    let path = file.to_str().expect("UTF-8");
    let output = run(SMALL.iter().chain(&["--json", "--out", path]));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let timings = json(&output);

    assert_eq!(timings["schema_version"], 1);
    assert!(timings["machine"]["cpu"].is_string());
    let rows = timings["rows"].as_array().expect("rows");
    for group in ["one-by-one", "batch", "lanes", "tables"] {
        assert!(rows.iter().any(|row| row["group"] == group), "{group}");
    }
    for row in rows {
        if row["unavailable"].is_string() {
            assert!(signatures(row).is_empty(), "{row}");
            continue;
        }
        assert_eq!(signatures(row), SIZES, "{row}");
        for size in row["sizes"].as_array().expect("sizes") {
            assert_eq!(
                size["launches_ns"],
                Value::from([size["least_ns"].clone()].to_vec())
            );
            assert!(size["times_unit"].is_f64(), "{row}");
        }
    }
    let unit = rows.iter().find(|row| row["name"] == "ed25519-dalek 3");
    assert_eq!(unit.expect("a row")["sizes"][0]["times_unit"], 1.0);

    // The file says the same, and is printed without measuring.
    let written = fs::read_to_string(&file).expect("written");
    assert_eq!(written, text(&output.stdout));
    let again = run(["many", "--json", "--from", path]);
    assert_eq!(text(&again.stdout), text(&output.stdout));
    let table = text(&run(["many", "--from", path]).stdout);
    for row in rows {
        let name = row["name"].as_str().expect("a name");
        assert!(table.contains(name), "{name}: {table}");
    }
    assert!(table.contains("portable, 16 KiB tables, 256: "), "{table}");
}

#[test]
fn what_cannot_be_read_or_makes_no_sense_is_one_line() {
    let absent = run(["many", "--from", "no/such.json"]);
    assert_fails(&absent, 1, "cannot read no/such.json");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("other.json");
    fs::write(&file, r#"{"schema_version": 99}"#).expect("written");
    let output = run(["many".as_ref(), "--from".as_ref(), file.as_os_str()]);
    assert_fails(
        &output,
        1,
        "other.json is no file of `many`: its schema version is 99",
    );
    assert_fails(&run(["many", "--rounds", "0"]), 2, "--rounds");
    assert_fails(&run(["many", "--from", "a.json", "--quick"]), 2, "--quick");
}
