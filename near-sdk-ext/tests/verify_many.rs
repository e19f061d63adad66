//! Deferred checks: many signatures, verified together.

use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{Flavour, HostMany, Items, checks::Checks as _};

/// A key, a signature and a message.
type Triple = ([u8; 32], [u8; 64], Vec<u8>);

/// Good and bad signatures; the message identifies the triple.
fn triples(good: &[bool]) -> Vec<Triple> {
    use ed25519_dalek::{Signer as _, SigningKey};
    let key = SigningKey::from_bytes(&[5; 32]);
    let triple = |(index, good): (u8, &bool)| {
        let mut signature = key.sign(&[index]).to_bytes();
        signature[0] ^= u8::from(!good);
        (key.verifying_key().to_bytes(), signature, vec![index])
    };
    (0..).zip(good).map(triple).collect()
}

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
fn checks_together_name_the_first_that_is_refused() {
    for (good, expected) in [
        (&[][..], Ok(())),
        (&[true; 5], Ok(())),
        (&[false, true, false], Err(0)),
        (&[true, true, false, true, false], Err(2)),
    ] {
        assert_eq!(together(&triples(good)), expected);
    }
}

#[test]
fn checks_together_know_no_limit() {
    let [good, bad] = [true, false].map(|good| triples(&[good]).remove(0));
    let mut all = vec![good; 2 * Items::MAX + 1];
    assert_eq!(together(&all), Ok(()));
    for refused in [2 * Items::MAX, Items::MAX, Items::MAX - 1] {
        all[refused] = bad.clone();
        assert_eq!(together(&all), Err(refused));
    }
}
