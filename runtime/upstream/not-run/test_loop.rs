// For test-loop-tests/src/tests/ed25519_verify_many.rs; `mod ed25519_verify_many;` in mod.rs. The
// manifest needs ed25519-dalek, which nearcore's workspace has.
use crate::setup::builder::TestLoopBuilder;
use crate::utils::account::create_account_id;
use assert_matches::assert_matches;
use ed25519_dalek::{Signer, SigningKey};
use near_async::time::Duration;
use near_o11y::testonly::init_test_logger;
use near_primitives::errors::{ActionError, ActionErrorKind, TxExecutionError};
use near_primitives::gas::Gas;
use near_primitives::types::{Balance, ProtocolVersion};
use near_primitives::version::PROTOCOL_VERSION;
use near_primitives::views::FinalExecutionStatus;

/// A contract whose `main` verifies these items by rule 0 and returns the verdicts, a byte for
/// each item.
fn verify_many_wasm(items: &[u8]) -> Vec<u8> {
    let data: String = items.iter().map(|byte| format!("\\{byte:02x}")).collect();
    let len = items.len();
    near_test_contracts::wat_contract(&format!(
        r#"(module
  (import "env" "ed25519_verify_many"
    (func $ed25519_verify_many (param i64 i64 i64 i64) (result i64)))
  (import "env" "value_return" (func $value_return (param i64 i64)))
  (memory (export "memory") 1)
  (data (i32.const 0) "{data}")
  (func (export "main")
    (drop (call $ed25519_verify_many
      (i64.const {len}) (i64.const 0) (i64.const 0) (i64.const 7)))
    ;; The verdicts are in register 7.
    (call $value_return (i64.const -1) (i64.const 7))
  )
)"#
    ))
}

/// Items in the function's layout, each under a key of its own. Only an item whose verdict is 1 has
/// the signature of its message.
fn items(verdicts: &[u8]) -> Vec<u8> {
    let mut items = (verdicts.len() as u32).to_le_bytes().to_vec();
    for (number, verdict) in verdicts.iter().enumerate() {
        let key = SigningKey::from_bytes(&[number as u8 + 1; 32]);
        let message = [7u8; 32];
        let signed: &[u8] = if *verdict == 1 { &message } else { b"another message" };
        items.extend(key.verifying_key().to_bytes());
        items.extend(key.sign(signed).to_bytes());
        items.extend((message.len() as u32).to_le_bytes());
        items.extend(message);
    }
    items
}

/// Deploys the contract for these items and calls it.
fn outcome(protocol_version: ProtocolVersion, items: &[u8]) -> FinalExecutionStatus {
    init_test_logger();
    let user = create_account_id("user");
    let mut env = TestLoopBuilder::new()
        .enable_rpc()
        .protocol_version(protocol_version)
        .add_user_account(&user, Balance::from_near(100))
        .build();
    let deploy_tx = env.rpc_node().tx_deploy_contract(&user, verify_many_wasm(items));
    env.rpc_runner().run_tx(deploy_tx, Duration::seconds(5));
    let call_tx =
        env.rpc_node().tx_call(&user, &user, "main", vec![], Balance::ZERO, Gas::from_teragas(300));
    env.rpc_runner().execute_tx(call_tx, Duration::seconds(5)).unwrap().status
}

fn assert_function_call_fails(status: &FinalExecutionStatus) {
    assert_matches!(
        status,
        FinalExecutionStatus::Failure(TxExecutionError::ActionError(ActionError {
            kind: ActionErrorKind::FunctionCallError(_),
            ..
        }))
    );
}

#[test]
#[cfg_attr(not(feature = "nightly"), ignore)]
fn test_ed25519_verify_many_gives_each_item_its_verdict() {
    let verdicts = [1, 0, 1, 1, 0];
    let status = outcome(PROTOCOL_VERSION, &items(&verdicts));
    assert_eq!(status, FinalExecutionStatus::SuccessValue(verdicts.to_vec()));
}

#[test]
#[cfg_attr(not(feature = "nightly"), ignore)]
fn test_ed25519_verify_many_malformed_items_abort() {
    let mut items = items(&[1]);
    items.push(0);
    assert_function_call_fails(&outcome(PROTOCOL_VERSION, &items));
}

/// Before the version that enables the function, a contract that imports it cannot be linked.
#[test]
#[cfg_attr(feature = "protocol_feature_spice", ignore)]
fn test_ed25519_verify_many_pre_activation_call_fails() {
    // 157.yaml, the configuration of nightly, enables ed25519_verify_many_host_fn.
    let stable = 88;
    assert_function_call_fails(&outcome(stable, &items(&[1])));
}
