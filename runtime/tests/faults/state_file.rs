//! Files that are not state files: the refusal names the file and the place.

use expect_test::expect;
use near_runtime_ext::{Account, Runtime};
use std::fs;
use std::path::Path;
use test_support::command::rows;
use test_support::imports::module;

/// A state file as it is saved, with this storage.
fn with_storage(storage: &str) -> String {
    format!(
        r#"{{
  "version": 1,
  "account_id": "contract.near",
  "balance": "100",
  "storage_usage": 100,
  "storage": {storage}
}}
"#
    )
}

fn good() -> String {
    with_storage(r#"{ "U1RBVEU=": "AP8K" }"#)
}

/// The reason why a file with this content is refused, with FILE for its path.
fn refused(content: impl AsRef<[u8]>) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("state.json");
    fs::write(&path, content).expect("written");
    refused_at(&path)
}

fn refused_at(path: &Path) -> String {
    let error = Account::load(path).expect_err("refused").to_string();
    let named = error.replace(path.to_str().expect("a path"), "FILE");
    assert_ne!(named, error, "it names the file");
    named
}

/// Changes of a good file.
const CHANGES: &str = r#"
another version: "version": 1 => "version": 2
another version's field: "version": 1 => "version": 2, "new": 0
no version: "version": 1, =>
field missing: "balance": "100", =>
field unknown: "balance" => "balanse"
field twice: "storage_usage" => "version": 1, "storage_usage"
account: contract.near => Contract!
balance above 128 bits: "100" => "3402823669209384634633746074317682114550"
balance a number: "100" => 100
key: "U1RBVEU=" => "A?8K"
value: "AP8K" => "A?8K"
bits that say nothing, or two texts would be one key: "AP8K" => "AB=="
same key twice: "AP8K" => "", "": "", "U1RBVEU=": ""
same key in other words: "AP8K" => "", "\u00551RBVEU=": ""
"#;

#[test]
fn what_is_no_state_is_refused() {
    let changed = rows(CHANGES).map(|(what, change)| {
        let (old, new) = change.split_once(" =>").expect("old and new");
        (what, good().replace(old, new.trim_start()).into_bytes())
    });
    let nested = with_storage(&"{\"\":".repeat(1 << 20));
    let others = [
        ("nested", vec![b'['; 1 << 20]),
        ("nested in storage", nested.into()),
    ];
    let lines = changed.chain(others);
    let lines = lines.map(|(what, content)| format!("{what}: {}\n", refused(content)));
    let expected = expect![[r#"
        another version: state file FILE is corrupt: version 2, expected 1 at line 2 column 15
        another version's field: state file FILE is corrupt: version 2, expected 1 at line 2 column 15
        no version: state file FILE is corrupt: missing field `version` at line 7 column 1
        field missing: state file FILE is corrupt: missing field `balance` at line 7 column 1
        field unknown: state file FILE is corrupt: unknown field `balanse`, expected one of `version`, `account_id`, `balance`, `locked`, `storage_usage`, `storage` at line 4 column 12
        field twice: state file FILE is corrupt: duplicate field `version` at line 5 column 12
        account: state file FILE is corrupt: invalid value: "Contract!", the Account ID contains an invalid character 'C' at index 0 at line 3 column 28
        balance above 128 bits: state file FILE is corrupt: number too large to fit in target type at line 4 column 56
        balance a number: state file FILE is corrupt: invalid type: integer `100`, expected a string at line 4 column 17
        key: state file FILE is corrupt: Invalid symbol 63, offset 1. at line 6 column 22
        value: state file FILE is corrupt: Invalid symbol 63, offset 1. at line 6 column 33
        bits that say nothing, or two texts would be one key: state file FILE is corrupt: Invalid last symbol 0x42 ('B') at offset 1, decoded as 0b00000001. at line 6 column 33
        same key twice: state file FILE is corrupt: invalid entry: found duplicate key at line 6 column 55
        same key in other words: state file FILE is corrupt: invalid entry: found duplicate key at line 6 column 52
        nested: state file FILE is corrupt: invalid type: sequence, expected u32 at line 1 column 2
        nested in storage: state file FILE is corrupt: invalid type: map, expected a base64 encoded string at line 6 column 18
    "#]];
    expected.assert_eq(&lines.collect::<String>());
}

#[test]
fn a_path_that_is_no_file_and_a_file_without_end_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let huge = folder.path().join("huge.json");
    let file = fs::File::create(&huge).expect("created");
    file.set_len(1 << 42).expect("a sparse file");
    let paths = [
        folder.path(),
        &folder.path().join("none"),
        "/dev/zero".as_ref(),
        &huge,
    ];
    let lines = paths.map(|path| refused_at(path) + "\n");
    expect![[r#"
        cannot read state file FILE: it is not a file
        cannot read state file FILE: No such file or directory (os error 2)
        cannot read state file FILE: it is not a file
        state file FILE is corrupt: expected value at line 1 column 1
    "#]]
    .assert_eq(&lines.concat());
}

/// nearcore's own arithmetic refuses states that no network could have.
#[test]
fn a_state_that_uses_more_storage_than_it_counts_is_no_panic() {
    let remove = r#"(memory 1) (data (i32.const 0) "STATE")
        (func (export "remove")
            (drop (call $storage_remove (i64.const 5) (i64.const 0) (i64.const 0))))
        (func (export "write")
            (drop (call $storage_write (i64.const 1) (i64.const 0) (i64.const 5) (i64.const 0)
                (i64.const 0))))"#;
    let wasm = wat::parse_str(module(remove)).expect("valid WAT");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("state.json");
    let call = |usage: u64, method: &str| {
        let content = good().replace(
            "\"storage_usage\": 100",
            &format!("\"storage_usage\": {usage}"),
        );
        fs::write(&path, content).expect("written");
        let account = Account::load(&path).expect("loaded");
        let mut contract = Runtime::new()
            .deploy_to(account, wasm.clone())
            .expect("deployed");
        let error = contract.call(method).transact().expect_err("no outcome");
        error.to_string() + "\n"
    };
    expect![[r#"
        the runtime failed: Math operation with a value from the state resulted in a integer overflow.
        the runtime failed: Math operation with a value from the state resulted in a integer overflow.
    "#]].assert_eq(&(call(0, "remove") + &call(u64::MAX, "write")));
}
