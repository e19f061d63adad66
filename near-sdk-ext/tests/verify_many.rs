//! Many signatures: their layout, the order and the count of their verdicts, and checks that put them off.

use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{Flavour, HostMany, Items, Rule, Verdicts, checks::Checks as _, env};
use proptest::prelude::*;

/// A key, a signature and a message.
type Triple = ([u8; 32], [u8; 64], Vec<u8>);

fn items(triples: &[Triple]) -> Items {
    let mut items = Items::new();
    for (key, signature, message) in triples {
        items.push(key, signature, message);
    }
    items
}

fn verify(triples: &[Triple], rule: Rule) -> Verdicts {
    testing_env!(VMContextBuilder::new().build()); // a full tank
    env::ed25519_verify_many(&items(triples), rule)
}

/// A good signature or a bad one; the message identifies the triple.
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

fn any_triple() -> impl Strategy<Value = Triple> {
    let message = prop::collection::vec(any::<u8>(), 0..200);
    (
        any::<[u8; 32]>(),
        prop::array::uniform2(any::<[u8; 32]>()),
        message,
    )
        .prop_map(|(key, [r, s], message)| {
            let mut signature = [0; 64];
            signature[..32].copy_from_slice(&r);
            signature[32..].copy_from_slice(&s);
            (key, signature, message)
        })
}

proptest! {
    #[test]
    fn the_layout_is_the_specified_one_byte_for_byte(
        triples in prop::collection::vec(any_triple(), 0..20),
    ) {
        let mut expected = u32::try_from(triples.len()).expect("few").to_le_bytes().to_vec();
        let mut in_place = Items::with_capacity(2, 100);
        for (key, signature, message) in &triples {
            expected.extend(key);
            expected.extend(signature);
            expected.extend(u32::try_from(message.len()).expect("short").to_le_bytes());
            expected.extend(message);
            let (start, end) = message.split_at(message.len() / 2);
            let written = in_place.push_with(key, signature, |bytes| {
                bytes.extend_from_slice(start);
                bytes.extend_from_slice(end);
                message.len()
            });
            prop_assert_eq!(written, message.len());
        }
        let pushed = items(&triples);
        prop_assert_eq!(pushed.as_bytes(), expected);
        prop_assert_eq!(pushed.len(), triples.len());
        prop_assert_eq!(in_place, pushed);
    }
}

#[test]
fn verdicts_are_in_order_and_counted() {
    for good in [
        &[true][..],
        &[false],
        &[true; 9],
        &[false; 9],
        &[true, false, false, true],
    ] {
        for rule in [Rule::Nep364, Rule::Binding, Rule::Zip215] {
            let verdicts = verify(&triples(good), rule);
            assert_eq!(verdicts.iter().len(), good.len());
            assert_eq!(verdicts.iter().collect::<Vec<_>>(), good);
            let accepted = good.iter().filter(|good| **good).count();
            assert_eq!(verdicts.accepted(), accepted);
            assert_eq!(verdicts.all_accepted(), accepted == good.len());
            assert_eq!((verdicts.len(), verdicts.is_empty()), (good.len(), false));
        }
    }
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

/// The number of good signatures before the first bad one, when checked together.
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
