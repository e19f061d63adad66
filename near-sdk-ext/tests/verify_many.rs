//! Deferred checks: more signatures than a call takes, verified together. The tests `grandpa` have
//! the place of a bad one among few.

use ed25519_dalek::{Signer as _, SigningKey};
use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{Flavour, HostMany, Items, checks::Checks as _};

/// A key, a signature and a message.
type Triple = ([u8; 32], [u8; 64], Vec<u8>);

/// The number of good signatures before the first bad one, if they are checked together.
fn together(triples: &[Triple]) -> Result<(), usize> {
    testing_env!(VMContextBuilder::new().build());
    let mut checks = <HostMany as Flavour>::Checks::default();
    for (key, signature, message) in triples {
        let is_good = checks.check(signature, message, key);
        assert!(is_good, "nothing is known yet");
    }
    checks.finish()
}

#[test]
fn checks_together_know_no_limit() {
    let key = SigningKey::from_bytes(&[5; 32]);
    let [good, bad] = [b"message", b"another"].map(|message| -> Triple {
        let signature = key.sign(b"message").to_bytes();
        (key.verifying_key().to_bytes(), signature, message.to_vec())
    });
    assert_eq!(together(&[]), Ok(()));
    let mut all = vec![good; 2 * Items::MAX + 1];
    assert_eq!(together(&all), Ok(()));
    for refused in [2 * Items::MAX, Items::MAX, Items::MAX - 1] {
        all[refused] = bad.clone();
        assert_eq!(together(&all), Err(refused));
    }
}
