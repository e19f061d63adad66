//! The contract on near-sdk's mocked blockchain: nearcore's own host functions, no node.

use ed25519_dalek::{Signer as _, SigningKey};
use many_verifier::{ManyVerifier, Signed};
use near_sdk::{test_utils::VMContextBuilder, testing_env};

fn verdicts(signed: Vec<Signed>) -> Vec<u8> {
    testing_env!(VMContextBuilder::new().build());
    ManyVerifier::verdicts(signed)
}

#[test]
fn each_signature_has_a_verdict_of_its_own() {
    let key = SigningKey::from_bytes(&[1; 32]);
    let signed = |signed: &[u8], message: &[u8]| {
        let signature = key.sign(signed).to_bytes();
        (key.verifying_key().to_bytes(), signature, message.to_vec())
    };
    let all = vec![signed(b"a", b"a"), signed(b"a", b"b"), signed(b"", b"")];
    assert_eq!(verdicts(all), [1, 0, 1]);
}

#[test]
#[should_panic(expected = "invalid items: the count is 0")]
fn no_signatures_are_an_abort() {
    let _ = verdicts(Vec::new());
}
