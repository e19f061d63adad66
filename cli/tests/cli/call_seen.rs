//! The contract's view of a call, by the options that set it, and the report of its receipts.

use serde_json::{Value, json};
use test_support::command::{Folder, rows};

/// A contract with a method for each of the host functions, which returns the function's result.
pub(crate) fn contract() -> Folder {
    let wasm = wat::parse_str(include_str!("seen.wat"));
    Folder::with([("seen.wasm", wasm.expect("valid WAT"))])
}

/// A method's result, and its call.
const SEEN: &str = "
text contract.near: current_account_id
text a.near: current_account_id --account-id a.near
text a.near: signer_account_id --account-id a.near
text b.near: signer_account_id --signer b.near --predecessor c.near
text c.near: predecessor_account_id --signer b.near --predecessor c.near
text b.near: predecessor_account_id --signer b.near
hex 000000000000000000000000000000000000000000000000000000000000000000: signer_account_pk --signer-public-key ed25519:11111111111111111111111111111111
number 7: block_index --block-height 7
number 7: block_timestamp --block-timestamp 7
number 1000000000: block_timestamp --block-timestamp 1970-01-01T00:00:01Z
number 1500000000: block_timestamp --block-timestamp 1970-01-01T01:00:01.5+01:00
hex 0707070707070707070707070707070707070707070707070707070707070707: random_seed --random-seed 0707070707070707070707070707070707070707070707070707070707070707
number 7: epoch_height --epoch-height 7
number 300000000000000: prepaid_gas
number 300000000000000: prepaid_gas --gas 300
number 250000000000: prepaid_gas --gas 0.25
number 30000000000001: prepaid_gas --gas 30.000000000001
number 30000000000000: prepaid_gas --gas '30 Tgas'
number 30000000000000: prepaid_gas --gas 30Tgas
number 30000000000000: prepaid_gas --gas ' 30 tgas '
number 100000000000000: prepaid_gas --gas '100 TeraGas'
number 500000000000: prepaid_gas --gas '500 ggas'
number 1000000000000000: prepaid_gas --gas 1Pgas
number 30000000000001: prepaid_gas --gas 30000000000001
number 30000000000001: prepaid_gas --gas 30000000000001gas
number 30000000000001: prepaid_gas --gas ' 30000000000001 Gas '
near 100: account_balance
near 7: account_balance --balance '7 NEAR'
near 7: account_balance --balance '7 NEAR' --deposit '1 NEAR'
near 101: account_balance --deposit '1 NEAR' --signer b.near
near 7: account_locked_balance --locked '7 NEAR'
near 1: account_locked_balance --locked 1NEAR
near 1: account_locked_balance --locked ' 1 near '
yocto 500000000000000000000000: account_locked_balance --locked 0.5near
yocto 1: account_locked_balance --locked '1 yoctoNEAR'
yocto 1: account_locked_balance --locked 1yocto
yocto 1: account_locked_balance --locked '1 Yocto'
yocto 1: account_locked_balance --locked '0.000000000000000000000001 NEAR'
number 2: promise_results_count --promise-result ok:seven --promise-result failed
number 1: status_0 --promise-result ok:seven --promise-result failed
number 2: status_1 --promise-result ok:seven --promise-result failed
text seven: result_0 --promise-result ok:seven --promise-result failed
hex 613a62: result_0 --promise-result ok:a:b
text a: result_0 --promise-result hex:0x61
text aa: result_0 --promise-result base64:YWE
number 0: promise_results_count
near 7: validator_stake --validator 'node.near=7 NEAR'
near 8: validator_total_stake --validator 'node.near=7 NEAR' --validator b.near=1near
yocto 340282366920938463463374607431768211455: validator_stake --validator 'node.near=340282366920938463463374607431768211455 yocto'
";

#[test]
fn a_contract_sees_what_the_options_say() {
    let folder = contract();
    for (expected, call) in rows(SEEN) {
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
