//! `compare`: a small run, what it prints, and its file again. Times are not looked at.

use crate::command::{assert_fails, json, run, text};
use std::fs;

/// The least that has everything: 2 verifications of each contender, in one process.
const SMALL: [&str; 6] = [
    "compare",
    "--quick",
    "--verifications",
    "2",
    "--launches",
    "1",
];

#[test]
fn every_contender_has_a_row_and_the_file_has_them_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("comparison.json");
    let path = file.to_str().expect("UTF-8");
    let output = run(SMALL.iter().chain(&["--json", "--out", path]));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let comparison = json(&output);

    assert_eq!(comparison["schema_version"], 1);
    assert!(comparison["machine"]["cpu"].is_string());
    let rows = comparison["rows"].as_array().expect("rows");
    let count = |group: &str| rows.iter().filter(|row| row["group"] == group).count();
    let groups = ["native", "wasm", "contract-wasm", "contract-host"];
    assert_eq!(groups.map(count), [7, 8, 6, 3]);
    for row in rows {
        if row["unavailable"].is_string() {
            assert_eq!(row["verifications"], 0, "{row}");
            continue;
        }
        assert_eq!(row["verifications"], 2, "{row}");
        assert_eq!(row["launches"].as_array().map(Vec::len), Some(1), "{row}");
        assert!(row["times_native"].is_f64(), "{row}");
        let is_contract = row["group"]
            .as_str()
            .is_some_and(|it| it.starts_with("contract"));
        assert_eq!(row["gas_per_verification"].is_u64(), is_contract, "{row}");
    }

    // The file says the same, and is printed without measuring.
    assert_eq!(
        fs::read_to_string(&file).expect("written"),
        text(&output.stdout)
    );
    let again = run(["compare", "--json", "--from", path]);
    assert_eq!(text(&again.stdout), text(&output.stdout));
    let table = text(&run(["compare", "--from", path]).stdout);
    for row in rows {
        let name = row["name"].as_str().expect("a name");
        assert!(table.contains(name), "{name}: {table}");
        let why = row["unavailable"].as_str().unwrap_or_default();
        assert!(table.contains(why), "{why}: {table}");
    }
    assert!(
        table.contains("host function through Wasm / native: "),
        "{table}"
    );
    for published in ["387", "9926", "25.64", "3085", "7.97", "9 Tgas"] {
        assert!(table.contains(published), "{published}: {table}");
    }
}

#[test]
fn what_cannot_be_read_or_makes_no_sense_is_one_line() {
    assert_fails(
        &run(["compare", "--from", "no/such.json"]),
        1,
        "cannot read no/such.json",
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("other.json");
    fs::write(&file, r#"{"schema_version": 99}"#).expect("written");
    let output = run(["compare".as_ref(), "--from".as_ref(), file.as_os_str()]);
    assert_fails(
        &output,
        1,
        "other.json is no comparison: its schema version is 99",
    );
    assert_fails(&run(["compare", "--launches", "0"]), 2, "--launches");
    assert_fails(
        &run(["compare", "--from", "a.json", "--quick"]),
        2,
        "--quick",
    );
}
