//! Files that are not state files: the refusal names the file and the place.

use expect_test::{expect, expect_file};
use near_runtime_ext::{Account, Runtime};
use std::fs;
use test_support::imports::module;
use test_support::scenarios::replayed;

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
    let error = Account::load(&path).expect_err("refused").to_string();
    let named = error.replace(path.to_str().expect("a path"), "FILE");
    assert_ne!(named, error, "it names the file");
    named
}

/// Each line names a change of a good file, and has the old and the new text.
#[test]
fn what_is_no_state_is_refused() {
    let found = replayed(include_str!("state_file.txt"), |words| {
        let change = words.join(" ");
        let Some((_, change)) = change.split_once(": ") else {
            return String::new();
        };
        let (old, new) = change.split_once(" ->").expect("old and new");
        refused(good().replace(old, new.trim_start()))
    });
    expect_file!["state_file.txt"].assert_eq(&found);
    let nested = refused(vec![b'['; 1 << 20]);
    assert!(nested.contains("invalid type: sequence, expected u32"));
    let nested = refused(with_storage(&"{\"\":".repeat(1 << 20)));
    assert!(nested.contains("invalid type: map, expected a base64 encoded string"));
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
