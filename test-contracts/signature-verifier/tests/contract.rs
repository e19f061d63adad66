//! What the contract's Wasm cannot show, on near-sdk's mocked blockchain with nearcore's own host
//! functions.

use near_sdk::{env, test_utils::VMContextBuilder, testing_env};
use signature_verifier::{SignatureVerifier, nep364};

/// The mock keeps what a chain would undo: so there was something to undo.
#[test]
fn the_attempt_is_stored_before_the_abort() {
    testing_env!(VMContextBuilder::new().build());
    let verify = || SignatureVerifier::verify_raw(vec![], vec![], nep364::PUBLIC_KEY.to_vec());
    assert!(std::panic::catch_unwind(verify).is_err());
    let state = env::state_read::<SignatureVerifier>();
    assert_eq!(state.unwrap_or_default().attempts(), 1);
}
