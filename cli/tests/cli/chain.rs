//! `near-ed25519 chain`, and `call --execute`: what is executed, printed and saved.

use serde_json::{Value, json};
use test_support::command::{Folder, assert_fails, json, text};

/// A contract whose `ask` calls `answer` of its own account and is told the result; whose `wrong` asks a method
/// that panics; and whose `wait` waits to be resumed.
const CONTRACT: &str = r#"(module
    (import "env" "promise_batch_create" (func $promise (param i64 i64) (result i64)))
    (import "env" "promise_batch_then" (func $then (param i64 i64 i64) (result i64)))
    (import "env" "promise_batch_action_function_call"
        (func $call (param i64 i64 i64 i64 i64 i64 i64)))
    (import "env" "promise_yield_create"
        (func $yield (param i64 i64 i64 i64 i64 i64 i64) (result i64)))
    (import "env" "promise_return" (func $return (param i64)))
    (import "env" "value_return" (func $value (param i64 i64)))
    (import "env" "log_utf8" (func $log (param i64 i64)))
    (import "env" "panic" (func $panic))
    (memory (export "memory") 1)
    (data (i32.const 0) "asks.near")
    (data (i32.const 16) "answer")
    (data (i32.const 32) "told")
    (data (i32.const 48) "fail")
    (data (i32.const 64) "42")
    (data (i32.const 80) "\n  asks.near: forged")
    (func $ask (param i64)
        (local $answer i64)
        (local $told i64)
        (local.set $answer (call $promise (i64.const 9) (i64.const 0)))
        (call $call (local.get $answer) (i64.add (i64.const 4) (local.get 0))
            (select (i64.const 16) (i64.const 48) (i64.ne (local.get 0) (i64.const 0)))
            (i64.const 0) (i64.const 0) (i64.const 128) (i64.const 5000000000000))
        (local.set $told (call $then (local.get $answer) (i64.const 9) (i64.const 0)))
        (call $call (local.get $told) (i64.const 4) (i64.const 32)
            (i64.const 0) (i64.const 0) (i64.const 128) (i64.const 5000000000000))
        (call $return (local.get $told)))
    (func (export "ask") (call $ask (i64.const 2)))
    (func (export "wrong") (call $ask (i64.const 0)))
    (func (export "wait") (call $return
        (call $yield (i64.const 4) (i64.const 32) (i64.const 0) (i64.const 0)
            (i64.const 5000000000000) (i64.const 0) (i64.const 0))))
    (func (export "answer") (call $log (i64.const 20) (i64.const 80)))
    (func (export "told") (call $value (i64.const 2) (i64.const 64)))
    (func (export "fail") (call $panic)))"#;

/// A chain with Alice and the contract.
pub(crate) fn folder() -> Folder {
    let folder = Folder::with([("asks.wasm", wat::parse_str(CONTRACT).expect("valid WAT"))]);
    for line in [
        "create alice.near",
        "create asks.near",
        "deploy asks.near asks.wasm",
    ] {
        folder.prints(&format!("chain {line}"));
    }
    folder
}

fn balance(folder: &Folder, account: &str) -> u128 {
    let accounts = folder.report("chain accounts");
    let mut accounts = accounts.as_array().expect("a list").iter();
    let account = accounts.find(|it| it["account_id"] == account);
    let amount = &account.expect("there")["account"]["amount"];
    amount.as_str().expect("text").parse().expect("a number")
}

#[test]
fn a_call_is_executed_to_its_end_and_saved() {
    let folder = folder();
    let before = balance(&folder, "alice.near");
    let document = folder.report("chain call asks.near ask --signer alice.near");
    // RPC's fields; 42 in base64.
    assert_eq!(document["status"], json!({ "SuccessValue": "NDI=" }));
    assert_eq!(document["transaction"]["signer_id"], "alice.near");
    let outcomes = document["receipts_outcome"].as_array().expect("a list");
    let all = outcomes.iter().chain([&document["transaction_outcome"]]);
    let burnt = all.map(|it| it["outcome"]["tokens_burnt"].as_str().expect("text"));
    let burnt: u128 = burnt.map(|it| it.parse::<u128>().expect("a number")).sum();
    assert_eq!(before - balance(&folder, "alice.near"), burnt);
    let first = &outcomes[0]["outcome"];
    assert_eq!(first["executor_id"], "asks.near");
    let costs = first["metadata"]["gas_profile"].as_array().expect("a list");
    assert!(costs.iter().any(|it| it["cost"] == "WASM_INSTRUCTION"));
    let ids = |list: &str, id: &str| -> Vec<Value> {
        let list = document[list].as_array().expect("a list").iter();
        list.map(|it| it[id].clone()).collect()
    };
    assert_eq!(ids("receipts", "receipt_id"), ids("receipts_outcome", "id"));

    let printed = folder.prints("chain call asks.near ask --signer alice.near");
    let lines: Vec<_> = printed.lines().map(str::trim_start).collect();
    let starts = ["alice.near: transaction ", "asks.near: ask() · block "];
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{printed}");
    }
    let [.., sum, "returned: 42"] = lines[..] else {
        panic!("{printed}");
    };
    assert!(sum.starts_with("in all "), "{printed}");
    // A contract's log forges no line.
    let log = r"log: \n  asks.near: forged";
    assert!(lines.contains(&log), "{printed}");
    assert!(!lines.iter().any(|it| it.starts_with("asks.near: forged")));
}

/// The result is the callback's, and hides the failure that it was told of; the exit code does not.
#[test]
fn a_failed_receipt_fails_the_command_and_what_it_did_is_saved() {
    let folder = folder();
    let before = balance(&folder, "alice.near");
    let output = folder.run("chain call asks.near wrong --signer alice.near --json");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(json(&output)["status"], json!({ "SuccessValue": "NDI=" }));
    assert!(text(&output.stderr).contains(" failed at asks.near: "));
    assert!(balance(&folder, "alice.near") < before);
    let printed = folder.run("chain call asks.near wrong --signer alice.near");
    assert!(text(&printed.stdout).contains(" · FAILED: "));
}

/// The least gas pays for what the receipts get; each says what it left of it.
#[test]
fn the_least_gas_is_that_of_all_receipts_and_nothing_is_saved() {
    let folder = folder();
    let before = folder.read("chain.json");
    let call = "chain call asks.near ask --signer alice.near";
    let report = folder.report(&format!("{call} --least-gas"));
    assert_eq!(folder.read("chain.json"), before);
    let receipts = report["receipts"].as_array().expect("a list");
    let methods: Vec<_> = receipts.iter().map(|it| &it["methods"][0]).collect();
    assert_eq!(methods, ["ask", "answer", "told"]);
    assert_eq!(receipts[1]["attached_gas"], 5_000_000_000_000_u64);
    let printed = folder.prints(&format!("{call} --least-gas"));
    assert!(printed.contains("asks.near: answer"), "{printed}");
    let least = report["least_gas"].as_u64().expect("gas");
    let less = format!("{call} --gas {}gas", least - 1);
    folder.refuses(&less, 1, "Exceeded the prepaid gas");
    let _ = folder.report(&format!("{call} --gas {least}gas"));
    let failed = folder.run("chain call asks.near fail --signer alice.near --least-gas --json");
    assert_eq!(failed.status.code(), Some(1));
    assert_eq!(json(&failed)["least_gas"], Value::Null);
    let alone = folder.report("call asks.wasm answer --execute --least-gas");
    assert_eq!(alone["receipts"][0]["methods"], json!(["answer"]));
}

/// A yield waits in the file; the command that makes its last block shows what came of it.
#[test]
fn a_yield_waits_in_the_file_until_it_times_out() {
    let folder = folder();
    let document = folder.report("chain call asks.near wait --signer alice.near");
    assert_eq!(document["status"], "Started");
    let hash = document["transaction"]["hash"].clone();
    let report = folder.report("chain advance 190");
    assert_eq!(report["transactions"], json!([]));
    let report = folder.report("chain advance 20");
    assert_eq!(report["transactions"][0]["transaction"]["hash"], hash);
    let status = &report["transactions"][0]["status"];
    assert_eq!(*status, json!({ "SuccessValue": "NDI=" }));
    let ended = folder.report("chain advance 1");
    assert_eq!(ended["transactions"], json!([]));
}

#[test]
fn tokens_move_and_both_backends_agree() {
    let runs = ["overlay", "nearcore"].map(|vm| {
        let folder = folder();
        let moved = folder.report(&format!(
            "chain transfer alice.near asks.near '1 NEAR' --vm {vm}"
        ));
        let called = folder.report(&format!("chain call asks.near ask --vm {vm}"));
        (moved, called, folder.read("chain.json"))
    });
    assert_eq!(runs[0], runs[1]);
}

/// `call --execute`: what the call creates runs, too, and its account is saved as ever.
#[test]
fn a_single_call_can_be_executed_to_its_end() {
    let folder = folder();
    let call =
        "call asks.wasm --account-id asks.near --signer alice.near --state asks.json --execute";
    let document = folder.report(&format!("{call} ask"));
    assert_eq!(document["status"], json!({ "SuccessValue": "NDI=" }));
    let failed = folder.run(&format!("{call} fail"));
    assert_fails(&failed, 1, " failed at asks.near: ");
    // What the contract is paid for its gas until version 86 would show; there is no reward since.
    let saved: Value = serde_json::from_str(&folder.read("asks.json")).expect("JSON");
    assert_eq!(saved["storage_usage"], 100);
    folder.refuses(&format!("{call} ask --view"), 2, "cannot be used with");
}
