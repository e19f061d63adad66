//! What `near-ed25519 grandpa` says of files that are not what they should be, to be read in one sitting
//! in `errors/grandpa.txt`, and what hostile ones take.

use crate::command::{Folder, rows};
use expect_test::expect_file;
use std::fmt::Write as _;
use test_contracts::grandpa::forms::{AUTHORITIES, Example, Form, HEADERS, JUSTIFICATIONS};

/// Who takes the file, what it is, and what is in it: text, or a good file in angle brackets, up to a
/// byte or with a part replaced. KEY is an authority's, HASH the block's; SHORT and OTHER are not.
const CASES: &str = r#"
--authorities, nothing:
--authorities, words: not json
--authorities, an object of something else: {}
--authorities, cut short: <set> 60
--authorities, a node's error: {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
--authorities, null: {"jsonrpc":"2.0","result":null,"id":1}
--authorities, no set_id: <set> set_id => id
--authorities, set_id is no number: <set> :5 => :"five"
--authorities, a key is too short: <set> KEY => SHORT
--authorities, an authority without a weight: {"set_id":5,"authorities":[["KEY"]]}
--authorities, a weight too large: {"set_id":5,"authorities":[["KEY","99999999999999999999"]]}
--authorities, hex of something else: ffffffffffffffffffffffffffffffffffffffff
--authorities, an object for a list: {"set_id":5,"authorities":{}}
--authorities, an authority twice: {"set_id":5,"authorities":["KEY","KEY"]}
--authorities, no authorities: {"set_id":5,"authorities":[]}
--justification, nothing:
--justification, words: not json
--justification, an object of something else: {}
--justification, a list of something else: [[1]]
--justification, a node's error: {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
--justification, null: {"jsonrpc":"2.0","result":null,"id":1}
--justification, hex of something else: 0x00
--justification, hex with a wrong digit: 0x0g
--justification, JSON text that is not hex: {"result":"0x0g"}
--justification, cut short: <block> 300
--justification, a block without one: <block> 70,82,78,75 => 66,69,69,70
--justification, a block with null: <block> "justifications":[ => "justifications":null,"others":[
--justification, an engine of three bytes: <block> 70,82,78,75 => 70,82,78
--justification, a byte too large: <block> 70,82,78,75],[2 => 70,82,78,75],[256
--justification, a header of another block: <block> 0x46 => 0x47
--justification, a block without a state root: <block> stateRoot => state
--justification, a finality proof of another block: <proof> HASH => OTHER
--justification, decoded without round: <decoded> round => Round
--justification, a vote without its signer: <decoded> "id" => "Id"
--justification, a signature too short: <decoded> "signature":"0x => "signature":"00
--justification, a number below zero: <decoded> "round":2 => "round":-2
--header, nothing:
--header, words: not json
--header, hex of something else: 0x00
--header, a node's error: {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
--header, null: {"result":null}
--header, a header without its parent: <header> parentHash => parent
--header, a log that is not hex: <header> logs":["0x => logs":["0xg
--header, an extension of another version: <header> "digest" => "extension":{"V4":{}},"digest"
"#;

/// Lines without a file of their own.
const OTHERS: &str = r#"
--authorities, absent: --authorities "$PWD/absent" --justification good.scale
--justification, absent: --authorities good.json --justification "$PWD/absent"
--header, absent: --authorities good.json --justification good.scale --header "$PWD/absent"
another --set-id: --authorities "$PWD/good.json" --justification good.scale --set-id 6
- twice: --authorities - --justification -
/dev/zero: --authorities good.json --justification /dev/zero
"#;

/// A good file of a form in JSON.
fn good(form: &Form) -> String {
    String::from_utf8(form.example(&Example::default())).expect("JSON")
}

/// The content that a row of [`CASES`] describes.
fn content(row: &str, example: &Example) -> String {
    let key = hex::encode(example.authorities.authorities[0].0);
    let hash = hex::encode(example.block.hash);
    let filled = |text: &str| {
        let text = text.replace("SHORT", &key[2..]).replace("KEY", &key);
        let other = hash[..62].to_owned() + "00";
        text.replace("HASH", &hash).replace("OTHER", &other)
    };
    let Some((name, change)) = row.strip_prefix('<').and_then(|row| row.split_once("> ")) else {
        return filled(row);
    };
    let good = good(match name {
        "set" => &AUTHORITIES[1],
        "block" => &JUSTIFICATIONS[0],
        "proof" => &JUSTIFICATIONS[3],
        "decoded" => &JUSTIFICATIONS[4],
        _ => &HEADERS[0],
    });
    match change.split_once(" => ") {
        Some((old, new)) => {
            assert!(good.contains(&filled(old)), "{row}");
            good.replacen(&filled(old), &filled(new), 1)
        }
        None => good[..change.parse().expect("a length")].to_owned(),
    }
}

/// Each text of input that is not read, in one line: a stranger to the code should see what to do.
#[test]
fn every_error_names_the_file_and_the_field_once() {
    let (folder, example) = (Folder::new(), Example::default());
    folder.write("good.json", good(&AUTHORITIES[1]));
    folder.write("good.scale", &example.justification);
    let mut texts = String::new();
    let mut note = |case: &str, line: &str| {
        let (code, error) = folder.refusal(&format!("grandpa {line} --json"));
        let is_invalid = error.contains(": init: invalid: ");
        assert_eq!(code, if is_invalid { 1 } else { 2 }, "{case}: {error}");
        writeln!(texts, "{case}: {error}").expect("a string grows");
        error
    };
    for (case, row) in rows(CASES) {
        folder.write("file", content(row, &example));
        let line = match case.split(',').next() {
            Some("--authorities") => r#"--authorities "$PWD/file" --justification good.scale"#,
            Some("--justification") => r#"--authorities good.json --justification "$PWD/file""#,
            _ => r#"--authorities good.json --justification good.scale --header "$PWD/file""#,
        };
        let error = note(case, line);
        assert_eq!(error.matches("/file").count(), 1, "{error}");
    }
    for (case, line) in rows(OTHERS) {
        note(case, line);
    }
    expect_file!["errors/grandpa.txt"].assert_eq(&texts);
}

/// Hostile files: what they take is a few times their size, and an answer.
#[test]
fn a_file_of_60_mb_is_refused_within_ten_times_its_size() {
    let folder = Folder::new();
    folder.write("set", good(&AUTHORITIES[1]));
    folder.write("justification", Example::default().justification);
    let block = good(&JUSTIFICATIONS[0]);
    let (before, after) = block.split_once("[[66,").expect("a list of justifications");
    let (engines, others) = (format!("{before}["), format!("[66,{after}"));
    let header = good(&HEADERS[0]);
    let (before, after) = header.split_once("logs\":[").expect("logs");
    let logs = format!("{before}logs\":[");
    let set = "--justification justification --authorities";
    let justification = "--authorities set --justification";
    let headers = "--authorities set --justification justification --header";
    for (option, parts) in [
        (set, ["{\"authorities\":[", "0,", "0]}"]),
        (set, ["[", "[\"\",1],", "\"pairs\"]"]),
        (set, ["0x", "00", ""]),
        (set, ["{\"round\":\"", "a", "\"}"]),
        (justification, ["", "[", ""]),
        (justification, ["", "{\"result\":", ""]),
        (justification, ["{\"round\":\"", "a", "\"}"]),
        (justification, ["{\"", "n", "\":1}"]),
        (justification, ["{\"a\":1", ",\"a\":[]", "}"]),
        (justification, ["[0", ",7", "]"]),
        (justification, [&engines, "[[66,69,69,70],[]],", &others]),
        (justification, ["{\"result\":\"", "\\n", "\"}"]),
        (justification, ["0x", "00", ""]),
        (justification, ["", "////", ""]),
        (headers, [&logs, "\"\",", after]),
        (headers, [&logs, "\"08\",", "0"]),
    ] {
        let line = format!("grandpa {option} large");
        folder.refuses_large(&line, parts, "large: ");
    }
}
