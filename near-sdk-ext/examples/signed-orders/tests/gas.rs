//! The contract as a network runs it: what a call returns, and the gas it burns to the unit.
//!
//! After an intended change of the gas: `UPDATE_EXPECT=1 cargo test`, then read the diff.

use ed25519_dalek::{Signer as _, SigningKey};
use expect_test::expect;
use near_runtime_ext::{Runtime, build_contract};
use near_sdk_ext::{PublicKey, Signature};
use serde_json::json;

#[test]
fn filling_an_order_burns_this_gas() {
    let wasm = build_contract(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).expect("builds");
    let account = "contract.near".parse().expect("an account");
    let mut contract = Runtime::new().deploy(account, wasm).expect("deploys");

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
    expect![[r#"
        {
            "base": 3177217332,
            "contract_loading_base": 35445963,
            "contract_loading_bytes": 102278264730,
            "ed25519_verify_base": 210000000000,
            "ed25519_verify_byte": 234000000,
            "log_base": 3543313050,
            "log_byte": 237578238,
            "read_memory_base": 18269042400,
            "read_memory_byte": 722253270,
            "read_register_base": 7551495558,
            "read_register_byte": 18332532,
            "storage_read_base": 56356845749,
            "storage_read_key_byte": 154762665,
            "storage_read_value_byte": 224440160,
            "storage_write_base": 64196736000,
            "storage_write_evicted_byte": 1284692280,
            "storage_write_key_byte": 352414335,
            "storage_write_value_byte": 1240741560,
            "touching_trie_node": 45600000000,
            "utf8_decoding_base": 3111779061,
            "utf8_decoding_byte": 5248448622,
            "wasm_instruction": 78048279672,
            "write_memory_base": 11215179444,
            "write_memory_byte": 550201944,
            "write_register_base": 11462089944,
            "write_register_byte": 353545452,
        }"#]]
    .assert_eq(&format!("{:#?}", outcome.profile));

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
