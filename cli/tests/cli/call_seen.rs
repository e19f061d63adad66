//! A contract's view of a call, by the options that set it; and the report of its receipts.

use serde_json::{Value, json};
use test_support::command::{Folder, rows};

/// A contract with a method for each host function, which returns its result.
pub(crate) fn contract() -> Folder {
    let wasm = wat::parse_str(include_str!("seen.wat"));
    Folder::with([("seen.wasm", wasm.expect("valid WAT"))])
}

/// `seen.txt` has each method's call and result.
#[test]
fn a_contract_sees_what_the_options_say() {
    let folder = contract();
    for (expected, call) in rows(include_str!("seen.txt")) {
        let (kind, value) = expected.split_once(' ').expect("a kind and a value");
        let number = || value.parse::<u128>().expect("a number");
        let returned = match kind {
            "text" => hex::encode(value),
            "number" => hex::encode(&number().to_le_bytes()[..8]),
            "yocto" => hex::encode(number().to_le_bytes()),
            "near" => hex::encode((number() * 10_u128.pow(24)).to_le_bytes()),
            _ => value.to_owned(),
        };
        let report = folder.report(&format!("call seen.wasm {call}"));
        assert_eq!(report["return_hex"], returned, "{call}");
    }
}

#[test]
fn a_report_has_the_receipts_of_the_call() {
    let folder = contract();
    let report = folder.report("call seen.wasm promise");
    let receipt = |after: Value, gas: u64| {
        json!({
            "receiver_id": "node.near",
            "after": after,
            "is_yield": false,
            "refund_to": null,
            "actions": [{
                "name": "FunctionCall", "method": "node.near", "gas": gas, "deposit": "7",
                "args_hex": "5b5d", "args_utf8": "[]",
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
    let view = folder.report("call seen.wasm account_balance --view");
    assert_eq!(view["receipt_gas"], 0);
}
