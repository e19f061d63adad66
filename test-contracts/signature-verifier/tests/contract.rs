//! What the contract's Wasm does not show, on near-sdk's mocked blockchain with nearcore's own host functions.

use near_sdk::{env, test_utils::VMContextBuilder, testing_env};
use signature_verifier::{SignatureVerifier, nep364};

/// Gas shows that the mock was reached, and reached once for every round; the deposit is asked for once.
#[cfg(feature = "host")]
#[test]
fn each_iteration_pays_for_one_verification() {
    use near_parameters::ExtCosts;

    const ROUNDS: u64 = 3;
    testing_env!(VMContextBuilder::new().build());
    let costs = near_sdk::test_vm_config().ext_costs;
    let cost = |cost| costs.gas_cost(cost).as_gas();
    let used = || env::used_gas().as_gas();

    let before = used();
    SignatureVerifier::verify_ed25519(
        nep364::SIGNATURE_P1,
        nep364::SIGNATURE_P2,
        nep364::MESSAGE,
        ROUNDS.try_into().expect("small"),
    );
    let gas = used() - before;

    let read = |bytes| cost(ExtCosts::read_memory_base) + bytes * cost(ExtCosts::read_memory_byte);
    let verification = cost(ExtCosts::ed25519_verify_base)
        + 32 * cost(ExtCosts::ed25519_verify_byte)
        + (read(64) + read(32) + read(32));
    let deposit = cost(ExtCosts::base)
        + cost(ExtCosts::write_memory_base)
        + 16 * cost(ExtCosts::write_memory_byte);
    // Asking for the gas costs `base`.
    assert_eq!(gas, deposit + ROUNDS * verification + cost(ExtCosts::base));
}

/// The mock keeps what a chain would undo, and so shows that there was something to undo.
#[test]
fn the_attempt_is_stored_before_the_abort() {
    testing_env!(VMContextBuilder::new().build());
    let verify = || SignatureVerifier::verify_raw(vec![], vec![], nep364::PUBLIC_KEY.to_vec());
    assert!(std::panic::catch_unwind(verify).is_err());
    let state = env::state_read::<SignatureVerifier>();
    assert_eq!(state.unwrap_or_default().attempts(), 1);
}
