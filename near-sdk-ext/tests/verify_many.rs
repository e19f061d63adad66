//! Many signatures: the limit of one call, and deferred checks.

use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{Flavour, HostMany, Items, Rule, checks::Checks as _, env};

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

#[test]
#[should_panic(expected = "Ed25519VerifyInvalidInput: invalid items: the count is 0")]
fn verifying_nothing_aborts() {
    let _ = env::ed25519_verify_many(&Items::new(), Rule::Nep364);
}

#[test]
#[should_panic(
    expected = "Ed25519VerifyInvalidInput: invalid items: the count is 4097, above 4096"
)]
fn verifying_more_than_the_limit_aborts() {
    let mut items = Items::new();
    for _ in 0..=Items::MAX {
        items.push(&[0; 32], &[0; 64], b"");
    }
    let _ = env::ed25519_verify_many(&items, Rule::Zip215);
}

/// The number of good signatures before the first bad one, if they are checked together.
fn together(triples: &[Triple]) -> Result<(), usize> {
    testing_env!(VMContextBuilder::new().build());
    let mut checks = <HostMany as Flavour>::Checks::default();
    for (key, signature, message) in triples {
        assert!(
            checks.check(signature, message, key),
            "nothing is known yet"
        );
    }
    checks.finish()
}

#[test]
fn checks_together_name_the_first_that_is_refused() {
    assert_eq!(together(&[]), Ok(()));
    assert_eq!(together(&triples(&[true; 5])), Ok(()));
    assert_eq!(together(&triples(&[false, true, false])), Err(0));
    assert_eq!(
        together(&triples(&[true, true, false, true, false])),
        Err(2)
    );
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
