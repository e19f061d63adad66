//! The contract as a network runs it: what calls return, log and refuse. `fill` burns no more than `gas.json` records.

use ed25519_dalek::{Signer as _, SigningKey};
use near_runtime_ext::{Runtime, build_contract, check_gas};
use near_sdk_ext::{PublicKey, Signature};
use serde_json::json;

#[test]
fn an_order_is_filled_if_its_owner_signed_it() {
    let wasm = build_contract(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).expect("builds");
    let account = "contract.near".parse().expect("an account");
    let mut contract = Runtime::new().deploy(account, wasm.clone()).expect("deploys");

    let owner = SigningKey::from_bytes(&[7; 32]);
    let new = json!({ "owner": PublicKey::from(owner.verifying_key().to_bytes()) });
    let by_stranger = contract.call("new").args_json(&new);
    let by_stranger = by_stranger.predecessor("eve.near".parse().expect("an account"));
    let refused = by_stranger.transact().expect("runs").into_result();
    let refused = refused
        .expect_err("only the account itself may")
        .to_string();
    assert!(refused.contains("Method new is private"), "{refused}");
    let outcome = contract
        .call("new")
        .args_json(new)
        .transact()
        .expect("runs");
    outcome.into_result().expect("succeeds");

    let signed = owner.sign(b"contract.near 0 ten apples");
    let signature = Signature::from(signed.to_bytes());
    let order = json!({ "order": "ten apples", "signature": signature });
    let outcome = contract
        .call("fill")
        .args_json(&order)
        .transact()
        .expect("runs");
    assert_eq!(outcome.logs, ["filled: ten apples"]);
    // `BLESS_GAS=1 cargo test` records an intended change.
    let recorded = concat!(env!("CARGO_MANIFEST_DIR"), "/gas.json");
    check_gas(recorded, "fill", &outcome, &wasm).expect("no dearer than recorded");

    let again = contract
        .call("fill")
        .args_json(&order)
        .transact()
        .expect("runs");
    let failure = again.into_result().expect_err("signed for the first order");
    assert!(
        failure
            .to_string()
            .contains("the owner did not sign this order"),
        "{failure}"
    );
}
