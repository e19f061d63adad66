//! The contract on near-sdk's mocked blockchain: nearcore's own host functions, no node.

use near_sdk::{env, test_utils::VMContextBuilder, testing_env};
use signature_verifier::{SignatureVerifier, nep364};

const GOOD: [u8; 64] = nep364::SIGNATURE;

fn flipped<const N: usize>(mut bytes: [u8; N]) -> [u8; N] {
    bytes[0] ^= 1;
    bytes
}

fn verify_ed25519(iterations: u32) {
    let (p1, p2) = (nep364::SIGNATURE_P1, nep364::SIGNATURE_P2);
    SignatureVerifier::verify_ed25519(p1, p2, nep364::MESSAGE, iterations);
}

fn verify(signature: [u8; 64], message: &[u8], key: [u8; 32]) -> bool {
    SignatureVerifier::verify(signature, message.to_vec(), key)
}

fn verify_raw(signature: &[u8], key: &[u8]) -> bool {
    SignatureVerifier::verify_raw(signature.to_vec(), nep364::MESSAGE.to_vec(), key.to_vec())
}

fn attempts() -> u64 {
    env::state_read::<SignatureVerifier>()
        .unwrap_or_default()
        .attempts()
}

#[test]
fn the_neps_own_call_succeeds() {
    verify_ed25519(2);
}

#[test]
#[should_panic(expected = "signature verification failed")]
fn the_neps_call_with_another_message_panics() {
    let (p1, p2) = (nep364::SIGNATURE_P1, nep364::SIGNATURE_P2);
    SignatureVerifier::verify_ed25519(p1, p2, flipped(nep364::MESSAGE), 1);
}

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
    verify_ed25519(ROUNDS.try_into().expect("small"));
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

#[test]
fn verify_answers_for_any_message_length() {
    assert!(verify(GOOD, &nep364::MESSAGE, nep364::PUBLIC_KEY));
    assert!(!verify(GOOD, &nep364::MESSAGE[1..], nep364::PUBLIC_KEY));
    assert!(!verify(GOOD, &[], nep364::PUBLIC_KEY));
    assert!(!verify(flipped(GOOD), &nep364::MESSAGE, nep364::PUBLIC_KEY));
    assert!(!verify(GOOD, &nep364::MESSAGE, flipped(nep364::PUBLIC_KEY)));
}

#[test]
fn verify_raw_answers_as_verify_and_counts() {
    testing_env!(VMContextBuilder::new().build());
    assert_eq!(attempts(), 0);
    assert!(verify_raw(&GOOD, &nep364::PUBLIC_KEY));
    assert!(!verify_raw(&flipped(GOOD), &nep364::PUBLIC_KEY));
    assert_eq!(attempts(), 2);
}

#[test]
#[should_panic(expected = "invalid signature length")]
fn a_signature_of_the_wrong_length_aborts() {
    verify_raw(&GOOD[..63], &nep364::PUBLIC_KEY);
}

#[test]
#[should_panic(expected = "invalid public key length")]
fn a_key_of_the_wrong_length_aborts() {
    verify_raw(&GOOD, &nep364::PUBLIC_KEY[..31]);
}

/// The mock keeps what a chain would undo, and so shows that there was something to undo.
#[test]
fn the_attempt_is_stored_before_the_abort() {
    testing_env!(VMContextBuilder::new().build());
    let aborted = std::panic::catch_unwind(|| verify_raw(&[], &nep364::PUBLIC_KEY));
    assert!(aborted.is_err());
    assert_eq!(attempts(), 1);
}
