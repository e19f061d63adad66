//! What a contract sees of a call, by the options that say it, and what is told of its receipts.

use crate::command::{json, run};
use serde_json::json;
use std::fs;
use tempfile::TempDir;

/// What each method returns, and how the host function of its name gives it.
const REGISTERS: [&str; 5] = [
    "current_account_id",
    "signer_account_id",
    "signer_account_pk",
    "predecessor_account_id",
    "random_seed",
];
const NUMBERS: [&str; 4] = [
    "block_index",
    "block_timestamp",
    "epoch_height",
    "promise_results_count",
];
const BALANCES: [&str; 3] = [
    "account_balance",
    "account_locked_balance",
    "validator_total_stake",
];

/// A contract with a method for each of them, and more for promises and validators.
fn contract() -> (TempDir, String) {
    let import =
        |name: &str, form: &str| format!("(import \"env\" \"{name}\" (func ${name} {form}))\n");
    let export = |name: &str, body: &str| format!("(func (export \"{name}\") {body})\n");
    let mut imports = [
        ("value_return", "(param i64 i64)"),
        ("promise_result", "(param i64 i64) (result i64)"),
        ("promise_return", "(param i64)"),
        ("validator_stake", "(param i64 i64 i64)"),
        (
            "promise_create",
            "(param i64 i64 i64 i64 i64 i64 i64 i64) (result i64)",
        ),
        (
            "promise_then",
            "(param i64 i64 i64 i64 i64 i64 i64 i64 i64) (result i64)",
        ),
    ]
    .map(|(name, form)| import(name, form))
    .concat();
    let returned =
        |length: u32| format!("(call $value_return (i64.const {length}) (i64.const 64))");
    let register = "(call $value_return (i64.const -1) (i64.const 0))";
    let number = |call: &str| format!("(i64.store (i32.const 64) {call}) {}", returned(8));
    let mut exports = String::new();
    for name in REGISTERS {
        imports += &import(name, "(param i64)");
        exports += &export(name, &format!("(call ${name} (i64.const 0)) {register}"));
    }
    for name in NUMBERS {
        imports += &import(name, "(result i64)");
        exports += &export(name, &number(&format!("(call ${name})")));
    }
    for name in BALANCES {
        imports += &import(name, "(param i64)");
        let body = format!("(call ${name} (i64.const 64)) {}", returned(16));
        exports += &export(name, &body);
    }
    for place in [0, 1] {
        let result = format!("(call $promise_result (i64.const {place}) (i64.const 0))");
        exports += &export(&format!("status_{place}"), &number(&result));
        let body = format!("(drop {result}) {register}");
        exports += &export(&format!("result_{place}"), &body);
    }
    // The validator's name is at 0, 9 bytes; so are the receiver and the method of a promise.
    let name = "(i64.const 9) (i64.const 0)";
    let body = format!(
        "(call $validator_stake {name} (i64.const 64)) {}",
        returned(16)
    );
    exports += &export("validator_stake", &body);
    let send = format!("{name} {name} (i64.const 2) (i64.const 16) (i64.const 32)");
    exports += &export(
        "promise",
        &format!(
            "(i64.store (i32.const 32) (i64.const 7)) \
             (call $promise_return (call $promise_then \
             (call $promise_create {send} (i64.const 3000000000000)) \
             {send} (i64.const 5000000000000)))"
        ),
    );
    let memory = "(memory 1) (data (i32.const 0) \"node.near\") (data (i32.const 16) \"[]\")";
    let module = format!("(module {imports} {memory} {exports})");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("seen.wasm");
    fs::write(&path, wat::parse_str(module).expect("valid WAT")).expect("written");
    let path = path.to_str().expect("a path").to_owned();
    (folder, path)
}

#[test]
fn a_contract_sees_what_the_options_say() {
    let (_folder, contract) = contract();
    let returns = |method: &str, options: &[&str]| {
        let call = ["call", &contract, method, "--json"];
        let report = json(&run(call.iter().chain(options)));
        report["return_hex"].as_str().expect("hex").to_owned()
    };
    let near = |tokens: u128| hex::encode((tokens * 10_u128.pow(24)).to_le_bytes());
    let number = |number: u64| hex::encode(number.to_le_bytes());
    let seed = "07".repeat(32);
    let key = "ed25519:11111111111111111111111111111111";
    let settled = ["--promise-result", "ok:seven", "--promise-result", "failed"];
    let cases: &[(&str, &[&str], String)] = &[
        ("current_account_id", &[], hex::encode("contract.near")),
        (
            "current_account_id",
            &["--account-id", "a.near"],
            hex::encode("a.near"),
        ),
        (
            "signer_account_id",
            &["--account-id", "a.near"],
            hex::encode("a.near"),
        ),
        (
            "signer_account_id",
            &["--signer", "b.near", "--predecessor", "c.near"],
            hex::encode("b.near"),
        ),
        (
            "predecessor_account_id",
            &["--signer", "b.near", "--predecessor", "c.near"],
            hex::encode("c.near"),
        ),
        (
            "predecessor_account_id",
            &["--signer", "b.near"],
            hex::encode("b.near"),
        ),
        (
            "signer_account_pk",
            &["--signer-public-key", key],
            "00".repeat(33),
        ),
        ("random_seed", &["--random-seed", &seed], seed.clone()),
        ("block_index", &["--block-height", "7"], number(7)),
        ("block_timestamp", &["--block-timestamp", "7"], number(7)),
        (
            "block_timestamp",
            &["--block-timestamp", "1970-01-01T00:00:01Z"],
            number(1_000_000_000),
        ),
        ("epoch_height", &["--epoch-height", "7"], number(7)),
        ("account_balance", &[], near(100)),
        ("account_balance", &["--balance", "7 NEAR"], near(7)),
        (
            "account_balance",
            &["--balance", "7 NEAR", "--deposit", "1 NEAR"],
            near(7),
        ),
        (
            "account_balance",
            &["--deposit", "1 NEAR", "--signer", "b.near"],
            near(101),
        ),
        ("account_locked_balance", &["--locked", "7 NEAR"], near(7)),
        ("promise_results_count", &settled, number(2)),
        ("status_0", &settled, number(1)),
        ("status_1", &settled, number(2)),
        ("result_0", &settled, hex::encode("seven")),
        (
            "validator_stake",
            &["--validator", "node.near=7 NEAR"],
            near(7),
        ),
        (
            "validator_total_stake",
            &[
                "--validator",
                "node.near=7 NEAR",
                "--validator",
                "b.near=1near",
            ],
            near(8),
        ),
    ];
    for (method, options, expected) in cases {
        assert_eq!(returns(method, options), *expected, "{method} {options:?}");
    }
}

#[test]
fn the_receipts_of_a_call_are_told() {
    let (_folder, contract) = contract();
    let report = json(&run(["call", &contract, "promise", "--json"]));
    let receipt = |after: serde_json::Value, gas: u64| {
        json!({
            "receiver_id": "node.near",
            "after": after,
            "is_yield": false,
            "refund_to": null,
            "actions": [{
                "name": "FunctionCall",
                "method": "node.near",
                "args_hex": "5b5d",
                "args_utf8": "[]",
                "gas": gas,
                "deposit": "7",
            }],
        })
    };
    let expected = [
        receipt(json!([]), 3_000_000_000_000),
        receipt(json!([0]), 5_000_000_000_000),
    ];
    assert_eq!(report["receipts"], json!(expected));
    assert_eq!(report["return_receipt"], 1);
    let gas = |field: &str| report[field].as_u64().expect("gas");
    assert_eq!(gas("total_gas"), gas("burnt_gas") + gas("receipt_gas"));
    assert!(gas("receipt_gas") > 0);
    let view = json(&run([
        "call",
        &contract,
        "account_balance",
        "--view",
        "--json",
    ]));
    assert_eq!(view["receipt_gas"], 0);
}
