//! `near-ed25519 call`: reports, arguments, state files, and bad contracts.

use crate::command::{assert_fails, json, run, text};
use near_runtime_ext::{TYPICAL_TRIE_DEPTH, UNCOVERED};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use test_contracts::fixtures::{nep364, verify_ed25519_args, verify_raw_args};
use test_contracts::{Build, signature_verifier};

fn contract() -> &'static str {
    signature_verifier(Build::Host)
        .path()
        .to_str()
        .expect("a path")
}

#[test]
fn a_call_reports_the_same_on_every_vm() {
    let args = text(&verify_ed25519_args(2));
    let call = |vm: &[&str]| {
        let common = [
            "call",
            contract(),
            "verify_ed25519",
            "--args",
            &args,
            "--json",
        ];
        json(&run(common.iter().chain(vm)))
    };
    let reports = [
        &["--vm", "nearcore"][..],
        &[],
        &["--compiler", "cranelift"],
        &["--compiler", "singlepass"],
    ]
    .map(call);
    for report in &reports {
        assert_eq!(report["failure"], Value::Null);
        for field in [
            "burnt_gas",
            "used_gas",
            "return_hex",
            "return_utf8",
            "logs",
            "profile",
        ] {
            assert_eq!(report[field], reports[0][field], "{field}");
        }
        assert!(report["wall_ns"].is_u64());
    }
    let vms = reports.map(|report| report["vm"].as_str().expect("a name").to_owned());
    assert_eq!(
        vms,
        [
            "nearcore",
            "wasmtime/winch",
            "wasmer/cranelift",
            "wasmer/singlepass"
        ]
    );
}

#[test]
fn arguments_come_in_four_forms_and_from_standard_input() {
    let args = verify_raw_args(&nep364::SIGNATURE, &nep364::MESSAGE, &nep364::PUBLIC_KEY);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("args");
    fs::write(&file, &args).expect("written");
    let base64 = {
        use base64::Engine as _;
        base64::engine::general_purpose::STANDARD.encode(&args)
    };
    for form in [
        ["--args-hex", &hex::encode(&args)],
        ["--args-hex", &format!("0x{}", hex::encode_upper(&args))],
        ["--args-base64", &base64],
        ["--args-base64", base64.trim_end_matches('=')],
        ["--args-file", file.to_str().expect("a path")],
    ] {
        let report = json(&run([
            "call",
            contract(),
            "verify_raw",
            "--json",
            form[0],
            form[1],
        ]));
        assert_eq!(report["return_hex"], "01", "{}", form[0]);
    }
    let piped = |options: &[&str], stdin: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_near-ed25519"));
        let command = command.args(["call", contract(), "--json"]).args(options);
        let stdin = fs::File::open(stdin).expect("opened");
        command.stdin(stdin).output().expect("it runs")
    };
    let report = json(&piped(&["verify_raw", "--args-file", "-"], &file));
    assert_eq!(report["return_hex"], "01");
    fs::write(&file, verify_ed25519_args(2)).expect("written");
    let report = json(&piped(&["verify_ed25519", "--args", "-"], &file));
    assert_eq!(report["failure"], Value::Null);
    let view = json(&run([
        "call",
        contract(),
        "attempts",
        "--args",
        "{}",
        "--view",
        "--json",
    ]));
    assert_eq!(view["return_utf8"], "0");
}

#[test]
fn help_says_what_is_not_as_on_chain() {
    let help = text(&run(["call", "--help"]).stdout);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for line in UNCOVERED {
        assert!(words(&help).contains(&words(line)), "{line}");
    }
}

/// A call of the method that counts itself in state.
fn counted(state: &Path, signature: &[u8]) -> Output {
    let args = hex::encode(verify_raw_args(
        signature,
        &nep364::MESSAGE,
        &nep364::PUBLIC_KEY,
    ));
    let state = state.to_str().expect("a path");
    run([
        "call",
        contract(),
        "verify_raw",
        "--args-hex",
        &args,
        "--state",
        state,
        "--json",
    ])
}

#[test]
fn state_is_kept_by_success_and_untouched_by_failure() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let state = folder.path().join("state.json");
    for _ in 0..2 {
        assert!(counted(&state, &nep364::SIGNATURE).status.success());
    }
    let view = [
        "call",
        contract(),
        "attempts",
        "--view",
        "--json",
        "--state",
    ];
    let attempts = || {
        let view = view.iter().map(OsStr::new).chain([state.as_os_str()]);
        json(&run(view))["return_utf8"]
            .as_str()
            .expect("a count")
            .to_owned()
    };
    assert_eq!(attempts(), "2");
    let before = fs::read(&state).expect("saved");
    let failed = counted(&state, &nep364::SIGNATURE[..63]);
    assert_fails(&failed, 1, "invalid signature length");
    assert!(json(&failed)["failure"].is_string());
    assert_eq!(fs::read(&state).expect("still there"), before);
    assert_eq!(attempts(), "2");
    assert_eq!(
        fs::read_dir(folder.path()).expect("listed").count(),
        1,
        "no leftovers"
    );
}

#[test]
fn a_write_pays_for_the_trie_unless_it_is_left_out() {
    let args = verify_raw_args(&nep364::SIGNATURE, &nep364::MESSAGE, &nep364::PUBLIC_KEY);
    let nodes = |options: &[&str]| {
        let args = hex::encode(&args);
        let call = [
            "call",
            contract(),
            "verify_raw",
            "--args-hex",
            &args,
            "--json",
        ];
        let report = json(&run(call.iter().chain(options)));
        let total = report["burnt_gas"].as_u64().expect("gas");
        (report["profile"]["touching_trie_node"].as_u64(), total)
    };
    let (none, without) = nodes(&["--trie-depth", "0"]);
    assert_eq!(none, None);
    let (typical, with) = nodes(&[]);
    assert_eq!(with - without, typical.expect("nodes are paid for"));
    let depth = TYPICAL_TRIE_DEPTH.to_string();
    assert_eq!(nodes(&["--trie-depth", &depth]), (typical, with));
}

#[test]
fn a_bad_state_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let state = folder.path().join("state.json");
    for (content, reason) in [
        ("", "is corrupt"),
        ("{\"version\": 1}", "missing field"),
        ("not json", "is corrupt"),
    ] {
        fs::write(&state, content).expect("written");
        assert_fails(&counted(&state, &nep364::SIGNATURE), 2, reason);
        assert_eq!(fs::read_to_string(&state).expect("still there"), content);
    }
    // A folder cannot be read as a file.
    assert_fails(
        &counted(folder.path(), &nep364::SIGNATURE),
        2,
        "cannot read state file",
    );
    let nowhere = folder.path().join("no/such/folder/state.json");
    assert_fails(
        &counted(&nowhere, &nep364::SIGNATURE),
        2,
        "cannot lock state file",
    );
}

#[test]
fn bad_contracts_are_told_apart() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("written");
        path.to_str().expect("a path").to_owned()
    };
    let whole = signature_verifier(Build::Host).wasm();
    for (path, code, reason) in [
        (write("empty.wasm", b""), 2, "is empty"),
        (
            write("truncated.wasm", &whole[..whole.len() / 2]),
            1,
            "PrepareError",
        ),
        (write("text.wasm", b"(module)"), 2, "is not Wasm"),
        (
            write("oversized.wasm", &vec![0; 4_194_305]),
            2,
            "has more than 4194304 bytes, the most that a contract may have",
        ),
        ("/dev/zero".to_owned(), 2, "has more than 4194304 bytes"),
        (
            "no/such/file.wasm".to_owned(),
            2,
            "cannot read no/such/file.wasm",
        ),
    ] {
        let state = folder.path().join("state.json");
        let output = run([
            "call",
            &path,
            "noop",
            "--state",
            state.to_str().expect("a path"),
        ]);
        assert_fails(&output, code, reason);
        assert!(!state.exists(), "nothing is written");
    }
}

/// Judges the items it is given, and returns their verdicts.
const VERIFY_ALL: &str = r#"(module
    (import "env" "input" (func $input (param i64)))
    (import "env" "value_return" (func $value_return (param i64 i64)))
    (import "env" "ed25519_verify_many"
        (func $many (param i64 i64 i64 i64) (result i64)))
    (memory 1)
    (func (export "verify_all")
        (call $input (i64.const 0))
        (drop (call $many (i64.const -1) (i64.const 0) (i64.const 0) (i64.const 1)))
        (call $value_return (i64.const -1) (i64.const 1))))"#;

#[test]
fn an_extension_is_there_where_it_is_opened() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("written");
        path.to_str().expect("a path").to_owned()
    };
    let contract = write("all.wasm", &wat::parse_str(VERIFY_ALL).expect("valid WAT"));
    let length = |len: usize| u32::try_from(len).expect("small").to_le_bytes();
    let item = |signature: &[u8; 64]| {
        [
            &nep364::PUBLIC_KEY[..],
            signature,
            &length(nep364::MESSAGE.len()),
            &nep364::MESSAGE,
        ]
        .concat()
    };
    let other = [7; 64];
    let items = [&length(2)[..], &item(&other), &item(&nep364::SIGNATURE)].concat();
    let items = write("items", &items);
    let call = |more: &[&str]| {
        let common = ["call", &contract, "verify_all", "--args-file", &items];
        run(common.iter().chain(more))
    };
    let opened = call(&["--open", "ed25519_verify_many", "--json"]);
    assert_eq!(json(&opened)["return_hex"], "0001");
    assert_fails(&call(&[]), 1, "unknown or invalid import");
    assert_fails(
        &call(&["--open", "ed25519_verify_lots"]),
        2,
        "there is no host function `ed25519_verify_lots`",
    );
    assert_fails(
        &call(&["--open", "ed25519_verify_many", "--vm", "nearcore"]),
        2,
        "it has no gates",
    );
}
