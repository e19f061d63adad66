//! Refusals of all commands, to be read together: the files in `errors` have a line for each case.
//!
//! A line that begins with `#` is a command. The lines below it are its cases, and each case's
//! indented lines are the exit code and the message. A case is appended to the command. If the
//! command names `FILE`, a case is that file's content instead: literal, or one of the folder's
//! files with changes.

use crate::grandpa::examples;
use crate::session::wasm;
use crate::tendermint::chain;
use crate::verify::{answer_and_request, wallets};
use chain_files::tendermint::forms::{COMMIT, LIGHT_BLOCK, SIGNED_BLOCK, VALIDATORS, enveloped};
use chain_files::tendermint::generate::{Chain, Power};
use expect_test::{ExpectFile, expect_file};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use test_contracts::corpus;
use test_support::command::{Folder, assert_fails_in_json, text};

const ANSWER: &str = "    ";

/// Runs every case in a folder of these files, which must not change.
fn check<'a, C: AsRef<[u8]>>(recorded: &ExpectFile, files: impl IntoIterator<Item = (&'a str, C)>) {
    let folder = Folder::with(files);
    let content = |name: String| (fs::read(folder.path(&name)).expect("read"), name);
    let files = || folder.names(".").into_iter().map(content);
    let before: Vec<_> = files().collect();
    let (mut command, mut texts) = (String::new(), String::new());
    let cases = recorded.data();
    for case in cases.lines().filter(|line| !line.starts_with(ANSWER)) {
        writeln!(texts, "{case}").expect("a string grows");
        if let Some(of_cases) = case.strip_prefix('#') {
            command = of_cases.to_owned();
            continue;
        }
        let line = match command.contains("FILE") {
            true => {
                folder.write("FILE", file(&folder, case));
                command.clone()
            }
            false => format!("{command} {case}"),
        };
        let (code, error) = refusal(&folder, &line);
        assert!(error.matches("FILE:").count() <= 1, "{case}: {error}");
        assert!(!error.contains("StringTracer"), "{case}: {error}");
        writeln!(texts, "{ANSWER}{code}: {error}").expect("a string grows");
    }
    recorded.assert_eq(&texts);
    let after = files().filter(|(_, name)| name != "FILE");
    assert!(after.eq(before), "a file is new or another");
}

/// The exit code and the message, without clap's usage.
fn refusal(folder: &Folder, line: &str) -> (i32, String) {
    let output = folder.run(&format!("{line} --json"));
    let code = output.status.code().expect("an exit code");
    assert_ne!(code, 0, "{line}");
    let report = assert_fails_in_json(&output, code, "");
    let message = match report.get("exit_code") {
        Some(_) => report["error"].as_str().expect("a message").to_owned(),
        None => {
            assert_ne!(code, 2, "{line}");
            let error = text(&output.stderr);
            error.strip_prefix("error: ").expect("an error").to_owned()
        }
    };
    let words: Vec<_> = message.split_whitespace().collect();
    (code, words.join(" "))
}

/// A case's content: literal, or a file's name in angle brackets and changes to it.
fn file(folder: &Folder, case: &str) -> String {
    let Some((name, changes)) = case.strip_prefix('<').and_then(|it| it.split_once("> ")) else {
        return case.to_owned();
    };
    let content = folder.read(name);
    changes.split("; ").fold(content, changed)
}

/// Cuts the content at a byte; or applies `text => other text` or `/JSON/pointer = value or
/// pointer`.
fn changed(content: String, change: &str) -> String {
    if let Ok(length) = change.parse() {
        return content[..length].to_owned();
    }
    if let Some((old, new)) = change.split_once(" => ") {
        assert!(content.contains(old), "{change}");
        return content.replacen(old, new, 1);
    }
    let (pointer, new) = change.split_once(" = ").expect("a change");
    let mut content: Value = serde_json::from_str(&content).expect("JSON");
    let new = match content.pointer(new) {
        Some(value) => value.clone(),
        None => serde_json::from_str(new).expect(change),
    };
    *content.pointer_mut(pointer).expect(change) = new;
    content.to_string()
}

#[test]
fn every_refusal_of_a_call_is_the_one_that_was_read() {
    let trap = r#"(module (func (export "noop")) (func (export "trap") unreachable))"#;
    let import = r#"(module (import "env" "foo" (func)) (func (export "noop")))"#;
    let many = import.replace("foo", "ed25519_verify_many");
    let state = r#"{"version": 1, "account_id": "a.near", "balance": "1",
        "storage_usage": 100, "storage": {}}"#;
    let token = corpus::wasm("fungible_token");
    let files = [
        ("c.wasm", token.to_vec()),
        ("truncated.wasm", token[..token.len() / 2].to_vec()),
        ("bare.wasm", wasm(trap)),
        ("import.wasm", wasm(import)),
        ("many.wasm", wasm(&many)),
        ("typed.wasm", wasm(&import.replace("foo", "input"))),
        ("nothing.wasm", wasm("(module)")),
        ("stack.wasm", wasm(include_str!("stack.wat"))),
        ("empty", Vec::new()),
        ("text", b"(module)".to_vec()),
        ("state", state.into()),
    ];
    check(&expect_file!["errors/call.txt"], files);
}

#[test]
fn every_refusal_of_chain_is_the_one_that_was_read() {
    let folder = crate::session::chain();
    let files = ["asks.wasm", "chain.json"];
    let files = files.map(|name| (name, fs::read(folder.path(name)).expect("there")));
    check(&expect_file!["errors/chain.txt"], files);
}

#[test]
fn every_refusal_of_gas_is_the_one_that_was_read() {
    let files = [
        ("c.wasm", crate::session::spins(1)),
        ("profile.folded", b"main 1\nmain\n".into()),
    ];
    check(&expect_file!["errors/gas.txt"], files);
}

#[test]
fn every_refusal_of_verify_is_the_one_that_was_read() {
    let [answer, request] = answer_and_request().map(|(name, text)| (name, text.into()));
    let files = [
        ("wallet", wallets().remove(0).into_bytes()),
        ("message", b"r".to_vec()),
        answer,
        request,
    ];
    check(&expect_file!["errors/verify.txt"], files);
}

#[test]
fn every_refusal_of_vrf_is_the_one_that_was_read() {
    let seed = "07".repeat(32);
    let files = [
        ("seed", seed.clone().into_bytes()),
        ("bytes", vec![7; 32]),
        ("short", seed[2..].into()),
        ("both", seed.repeat(2).into()),
    ];
    check(&expect_file!["errors/vrf.txt"], files);
}

#[test]
fn every_refusal_of_grandpa_is_the_one_that_was_read() {
    check(&expect_file!["errors/grandpa.txt"], examples());
}

#[test]
fn every_refusal_of_tendermint_is_the_one_that_was_read() {
    let [trusted, untrusted] = [5, 9].map(|height| chain().block(height, ""));
    let others = Chain::new(4, Power::Equal, "others").block(9, "");
    let [light, initial] = [&untrusted, &trusted].map(LIGHT_BLOCK.write);
    let [page, signed] = [VALIDATORS, SIGNED_BLOCK].map(|form| (form.write)(&untrusted));
    let mut first = page.clone();
    let validators = first["validators"].as_array_mut();
    validators.and_then(Vec::pop).expect("validators");
    let mut many = light.clone();
    let votes = &mut many["signed_header"]["commit"]["signatures"];
    *votes = vec![votes[0].clone(); 10_001].into();
    let files = [
        ("trusted.json", initial),
        ("untrusted.json", light),
        ("signed.json", signed.clone()),
        ("answer.json", enveloped(&signed)),
        ("many.json", many),
        ("others.json", (LIGHT_BLOCK.write)(&others)),
        ("commit.json", (COMMIT.write)(&untrusted)),
        ("first.json", first),
        ("page.json", page),
        ("other-page.json", (VALIDATORS.write)(&chain().block(8, ""))),
    ];
    let files = files.map(|(name, content)| (name, content.to_string()));
    check(&expect_file!["errors/tendermint.txt"], files);
}
