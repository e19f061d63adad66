//! `near-ed25519 call`: its report, its arguments, saving, and gas.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use near_runtime_ext::{TYPICAL_TRIE_DEPTH, UNCOVERED};
use serde_json::Value;
use std::fs;
use test_contracts::fixtures::{nep364, verify_ed25519_args, verify_raw_args};
use test_contracts::{Build, many_verifier, signature_verifier};
use test_support::command::{Folder, json, text};

/// A folder with the verifier and the NEP's signature as arguments: `json` for `verify_ed25519`,
/// and `raw` for `verify_raw`, which counts its calls in the state.
pub(crate) fn verifier() -> Folder {
    let wasm = signature_verifier(Build::Host).wasm().to_vec();
    let (json, raw) = (verify_ed25519_args(2), raw_args(&nep364::SIGNATURE));
    Folder::with([("c.wasm", wasm), ("json", json), ("raw", raw)])
}

fn raw_args(signature: &[u8]) -> Vec<u8> {
    verify_raw_args(signature, &nep364::MESSAGE, &nep364::PUBLIC_KEY)
}

/// A call's report, without its time.
#[track_caller]
pub(crate) fn timeless(mut report: Value) -> Value {
    assert!(report["wall_ns"].take().is_u64(), "{report}");
    report
}

#[test]
fn a_call_reports_the_same_on_every_vm() {
    let folder = verifier();
    let report = |options: &str, vm: &str| {
        let args = r#"--args "$(cat json)""#;
        let mut report = folder.report(&format!("call c.wasm verify_ed25519 {args} {options}"));
        assert_eq!(report["vm"].take(), vm);
        timeless(report)
    };
    let network = report("--vm nearcore", "nearcore");
    assert_eq!(report("", "wasmtime/winch"), network);
}

#[test]
fn arguments_come_in_four_forms_and_from_standard_input() {
    let folder = verifier();
    let args = raw_args(&nep364::SIGNATURE);
    let base64 = STANDARD.encode(&args);
    for form in [
        format!("--args-hex {}", hex::encode(&args)),
        format!("--args-hex 0x{}", hex::encode_upper(&args)),
        format!("--args-base64 {base64}"),
        format!("--args-base64 {}", base64.trim_end_matches('=')),
        "--args-file raw".to_owned(),
        "--args-file - <raw".to_owned(),
    ] {
        let report = folder.report(&format!("call c.wasm verify_raw {form}"));
        assert_eq!(report["return_hex"], "01", "{form}");
    }
    let report = folder.report("call c.wasm verify_ed25519 --args - <json");
    assert_eq!(report["failure"], Value::Null);
    let view = folder.report("call c.wasm attempts --args '{}' --view");
    assert_eq!(view["return_utf8"], "0");
}

#[test]
fn help_says_what_is_not_as_on_chain() {
    let help = Folder::new().prints("call --help");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for line in UNCOVERED {
        assert!(words(&help).contains(&words(line)), "{line}");
    }
}

#[test]
fn state_is_kept_by_success_and_untouched_by_failure() {
    let folder = verifier();
    folder.write("short", raw_args(&nep364::SIGNATURE[..63]));
    let state = folder.path("state.json");
    let call = "call c.wasm --state state.json";
    let fails = || {
        let short = format!("{call} verify_raw --args-file short");
        let failed = folder.refuses(&short, 1, "invalid signature length");
        assert!(failed["failure"].is_string());
    };
    let attempts = || folder.report(&format!("{call} attempts --view"))["return_utf8"].take();
    fails();
    assert!(!state.exists());
    for _ in 0..2 {
        folder.report(&format!("{call} verify_raw --args-file raw"));
    }
    assert_eq!(attempts(), "2");
    let before = fs::read(&state).expect("saved");
    fails();
    assert_eq!(fs::read(&state).expect("still there"), before);
    assert_eq!(attempts(), "2");
    let files = ["c.wasm", "json", "raw", "short", "state.json"];
    assert_eq!(folder.names("."), files, "no leftovers");
}

/// The name of a state file may be mistyped.
#[test]
fn an_account_that_is_new_since_the_file_is_not_there_is_said_to_be() {
    let folder = verifier();
    let new = "there was no state file state.json: the account is new";
    for (call, is_new) in [
        ("attempts --view --state state.json", true),
        ("no_such_method --state state.json", true),
        ("verify_raw --args-file raw --state state.json", true),
        ("verify_raw --args-file raw --state state.json", false),
        ("attempts --view --state state.json", false),
        ("attempts --view", false),
    ] {
        let printed = text(&folder.run(&format!("call c.wasm {call}")).stdout);
        assert_eq!(printed.lines().any(|line| line == new), is_new, "{printed}");
        if is_new && call.starts_with("verify_raw") {
            fs::remove_file(folder.path("state.json")).expect("saved");
        }
        let report = json(&folder.run(&format!("call c.wasm {call} --json")));
        assert_eq!(report["state_is_new"], is_new, "{call}");
    }
}

/// The runtime's test `trie_nodes` shows what the setting changes.
#[test]
fn a_write_pays_for_the_trie_unless_it_is_left_out() {
    let folder = verifier();
    let nodes = |options: &str| {
        let call = format!("call c.wasm verify_raw --args-file raw {options}");
        folder.report(&call)["profile"]["touching_trie_node"].take()
    };
    let typical = nodes("");
    assert!(typical.is_u64(), "{typical}");
    let depth = format!("--trie-depth {TYPICAL_TRIE_DEPTH}");
    assert_eq!(nodes(&depth), typical);
    assert_eq!(nodes("--trie-depth 0"), Value::Null);
}

/// `errors/call.txt` has the refusal without the gate.
#[test]
fn an_extension_is_there_where_it_is_opened() {
    let many = many_verifier(Build::HostMany).wasm();
    let length = |len: usize| u32::try_from(len).expect("small").to_le_bytes();
    let message = [&length(nep364::MESSAGE.len())[..], &nep364::MESSAGE].concat();
    let item = |signature: &[u8; 64]| [&nep364::PUBLIC_KEY[..], signature, &message].concat();
    let items = [item(&[7; 64]), item(&nep364::SIGNATURE)].concat();
    let items = [&length(2)[..], &items].concat();
    let folder = Folder::with([("many.wasm", many), ("items", &items)]);
    let call = "call many.wasm verdicts --args-file items --open ed25519_verify_many";
    let verdicts = [&length(2)[..], &[0, 1]].concat();
    assert_eq!(folder.report(call)["return_hex"], hex::encode(verdicts));
}
