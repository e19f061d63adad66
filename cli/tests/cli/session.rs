//! Sessions: shell commands with their expected output. test-contracts/fungible-token.md is one; the others are in
//! `sessions`, where a line that begins with `$` is a command, and the indented lines below it are its output.
//!
//! Read the diff of a session before you bless it. Only contracts in WAT have their gas recorded, so that a new
//! compiler changes no session; documents have the gas of contracts in Rust.

use crate::verify::wallets;
use expect_test::{ExpectFile, expect_file};
use serde_json::Value;
use test_contracts::fixtures::{nep364, verify_raw_args};
use test_contracts::{Build, corpus, signature_verifier};
use test_support::command::{Folder, text};

const OUTPUT: &str = "    ";

/// Runs a session in this folder.
#[track_caller]
pub(crate) fn assert_session(recorded: &ExpectFile, folder: &Folder) {
    let mut session = String::new();
    let lines = recorded.data();
    for line in lines.lines().filter(|line| !line.starts_with(OUTPUT)) {
        session += &format!("{line}\n");
        if let Some(command) = line.strip_prefix("$ ") {
            let said = output(folder, command);
            let said = said.lines().filter(|line| !line.is_empty());
            session.extend(said.map(|line| format!("{OUTPUT}{line}\n")));
        }
    }
    assert!(session.contains("$ "), "a session has commands");
    recorded.assert_eq(&session);
}

/// A shell's output of a command, with the exit code if it fails; times are replaced.
fn output(folder: &Folder, command: &str) -> String {
    let shell = folder.shell(&format!("exec 2>&1; {command}")).output();
    let shell = shell.expect("it runs");
    let said = text(&shell.stdout);
    let lines = said.lines().map(|line| match line.rsplit_once(", ") {
        Some((said, time)) if time.ends_with(" us") => format!("{said}, ... us\n"),
        _ => format!("{line}\n"),
    });
    let mut said: String = lines.collect();
    if let Some(code @ 1..) = shell.status.code() {
        said += &format!("exit code {code}\n");
    }
    said
}

pub(crate) fn wasm(wat: &str) -> Vec<u8> {
    wat::parse_str(wat).expect("valid WAT")
}

/// A contract with a method for each host function, which returns its result.
pub(crate) fn seen() -> Vec<u8> {
    wasm(include_str!("seen.wat"))
}

/// A contract whose method `spin` runs a loop of this many turns.
pub(crate) fn spins(turns: u32) -> Vec<u8> {
    wasm(&include_str!("spin.wat").replace("TURNS", &turns.to_string()))
}

/// A folder with the verifier, which counts calls of `verify_raw` in its state; `raw` has the method's
/// arguments with the NEP's signature, and `short` with one of 63 bytes.
fn verifier() -> Folder {
    let args = |signature| verify_raw_args(signature, &nep364::MESSAGE, &nep364::PUBLIC_KEY);
    Folder::with([
        ("c.wasm", signature_verifier(Build::Host).wasm().to_vec()),
        ("raw", args(&nep364::SIGNATURE[..])),
        ("short", args(&nep364::SIGNATURE[..63])),
    ])
}

/// A chain with Alice and a contract.
pub(crate) fn chain() -> Folder {
    let folder = Folder::with([("asks.wasm", wasm(include_str!("asks.wat")))]);
    for line in [
        "create alice.near",
        "create asks.near",
        "deploy asks.near asks.wasm",
    ] {
        folder.prints(&format!("chain {line}"));
    }
    folder
}

#[test]
fn calls_print_what_was_read() {
    let folder = verifier();
    let many = r#"(module
        (import "env" "ed25519_verify_many" (func (param i64 i64 i64 i64) (result i64)))
        (func (export "noop")))"#;
    folder.write("many.wasm", wasm(many));
    folder.write("says.wasm", wasm(include_str!("says.wat")));
    folder.write("seen.wasm", seen());
    folder.write("json", r#"{"a":1}"#);
    assert_session(&expect_file!["sessions/call.txt"], &folder);
}

/// The runtime's `faults::state_kill` covers state files after a kill.
#[test]
fn faults_of_the_file_system_print_what_was_read() {
    let folder = verifier();
    folder.write("counter.wasm", wasm(include_str!("counter.wat")));
    assert_session(&expect_file!["sessions/faults.txt"], &folder);
}

#[test]
fn functions_print_what_was_read() {
    let folder = Folder::with([
        ("named.wasm", wasm(include_str!("named.wat"))),
        ("stripped.wasm", wasm(include_str!("stripped.wat"))),
        ("seen.wasm", seen()),
    ]);
    assert_session(&expect_file!["sessions/functions.txt"], &folder);
}

#[test]
fn gas_prints_its_session() {
    let folder = Folder::with([
        ("c.wasm", spins(1_000_000)),
        ("dearer.wasm", spins(1_000_001)),
        ("cheaper.wasm", spins(900_000)),
        ("within.wasm", spins(1_009_000)),
        ("beyond.wasm", spins(1_011_000)),
        ("old.wasm", spins(1_000_000)),
        ("new.wasm", spins(1_100_000)),
    ]);
    assert_session(&expect_file!["sessions/gas.txt"], &folder);
}

#[test]
fn a_chain_prints_its_session() {
    assert_session(&expect_file!["sessions/chain.txt"], &chain());
}

/// Gas and capacities are in the documents, which `bench::every_table_and_picture_is_current` checks.
#[test]
fn the_main_job_prints_its_session() {
    assert_session(
        &expect_file!["sessions/demo.txt"],
        &Folder::of("near-ed25519"),
    );
}

/// One character of each kind: control, direction override, zero width, line separator, private use, unassigned,
/// ignored.
const HIDDEN: &str =
    "\u{7f}\u{9b}\u{85}\u{202e}\u{2066}\u{200b}\u{feff}\u{2028}\u{e000}\u{378}\u{fe0f}\u{e0041}";

#[test]
fn what_strangers_write_prints_its_session() {
    let hidden = HIDDEN.chars().map(|it| format!("a{it}pp.near "));
    let hidden: String = hidden.collect();
    let mut wallet: Value = serde_json::from_str(&wallets()[0]).expect("JSON");
    wallet["payload"]["recipient"] = hidden.as_str().into();
    let folder = Folder::with([("hidden", hidden), ("signed.json", wallet.to_string())]);
    folder.write("says.wasm", wasm(include_str!("says.wat")));
    assert_session(&expect_file!["sessions/strangers.txt"], &folder);
}

#[test]
fn the_token_session_is_what_the_document_shows() {
    let folder = Folder::with([
        ("fungible_token.wasm", corpus::wasm("fungible_token")),
        ("token_receiver.wasm", corpus::wasm("token_receiver")),
    ]);
    let recorded = expect_file!["../../../test-contracts/fungible-token.md"];
    let (document, mut said) = (recorded.data(), String::new());
    let parts = document.split("```").map(|part| {
        if let Some(command) = part.strip_prefix("sh\n") {
            said = output(&folder, command);
        }
        match part.starts_with("text\n") {
            true => format!("text\n{said}"),
            false => part.to_owned(),
        }
    });
    let parts: Vec<_> = parts.collect();
    recorded.assert_eq(&parts.join("```"));
}
