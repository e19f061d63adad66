//! Strangers' text is printed as text: a terminal obeys and hides nothing of it, nobody mistakes it
//! for other output, and in JSON it keeps its value.

use crate::verify::wallets;
use serde_json::Value;
use test_support::command::{Folder, json, text};

/// One character of each kind: terminals obey it, it reverses the text after it, it has no width,
/// it breaks lines, it is private-use, unassigned, or ignored.
const HIDDEN: &str =
    "\u{7f}\u{9b}\u{85}\u{202e}\u{2066}\u{200b}\u{feff}\u{2028}\u{e000}\u{378}\u{fe0f}\u{e0041}";

/// A contract whose method `say` logs its arguments.
const SAYS: &str = r#"(module
    (import "env" "input" (func $input (param i64)))
    (import "env" "log_utf8" (func $log (param i64 i64)))
    (import "env" "read_register" (func $read (param i64 i64)))
    (import "env" "register_len" (func $len (param i64) (result i64)))
    (memory 1)
    (func (export "say")
        (call $input (i64.const 0)) (call $read (i64.const 0) (i64.const 0))
        (call $log (call $len (i64.const 0)) (i64.const 0))))"#;

fn all() -> String {
    HIDDEN.chars().map(|it| format!("a{it}pp.near ")).collect()
}

fn assert_shown(printed: &str) {
    let found = printed.chars().find(|it| HIDDEN.contains(*it));
    assert_eq!(found, None, "{printed:?}");
}

/// Checks that the text shows all of these characters as escapes.
fn assert_spelt(printed: &str) {
    assert_shown(printed);
    for character in HIDDEN.chars() {
        let spelt = format!("a{}pp.near", character.escape_default());
        assert!(printed.contains(&spelt), "{spelt}: {printed}");
    }
}

#[test]
fn logs_show_what_would_be_hidden_and_json_has_the_same_value() {
    let wasm = wat::parse_str(SAYS).expect("valid WAT");
    let folder = Folder::with([("c.wasm", wasm), ("args", all().into_bytes())]);
    let line = "call c.wasm say --args-file args";
    assert_spelt(&folder.prints(line));
    let printed = folder.prints(&format!("{line} --json"));
    assert_shown(&printed);
    assert!(printed.contains(r"a\udb40\udc41pp.near"), "U+E0041");
    let report: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(report["logs"], serde_json::json!([all()]));
}

#[test]
fn a_recipient_is_not_printed_as_another_ones_name() {
    let mut wallet: Value = serde_json::from_str(&wallets()[0]).expect("JSON");
    wallet["payload"]["recipient"] = all().into();
    let folder = Folder::with([("signed.json", wallet.to_string())]);
    let line = "verify --nep-413 signed.json --recipient app.near";
    let output = folder.run(line);
    assert_spelt(&text(&output.stdout));
    assert_spelt(&text(&output.stderr));
    let output = folder.run(&format!("{line} --json"));
    assert_shown(&text(&output.stdout));
    assert_eq!(json(&output)["recipient"], all());
}

/// Text in files and arguments, in our messages and clap's; none of it starts a line of its own.
#[test]
fn errors_show_what_would_be_hidden() {
    let folder = Folder::new();
    let all = all();
    for line in [
        format!("call 'c{all}.wasm' say"),
        format!("call c.wasm say --gas '{all}'"),
        format!("call c.wasm say --compiler '{all}'"),
        format!("call c.wasm say '{all}'"),
        format!("vrf verify --suite '{all}' --alpha a --proof 00 --public-key 00"),
        format!("'{all}'"),
    ] {
        let error = text(&folder.run(&line).stderr);
        assert_spelt(&error);
        let output = folder.run(&format!("{line} --json"));
        assert_shown(&text(&output.stdout));
        assert_eq!(json(&output)["exit_code"], 2);
    }
    let faked = folder.run("call c.wasm say --gas '1\nerror: faked'");
    let error = text(&faked.stderr);
    assert!(!error.contains("\nerror: "), "{error}");
}
