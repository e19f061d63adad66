//! The rule that binds a signer: keys of small order are refused, and nothing else is different.

use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{BindingVerifier, Items, PublicKey, Rule, Signature, env};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use requirements::peers::ed25519::{CCTV, SMALL_ORDER_GRID, SPECCHECK, WYCHEPROOF, vectors};
use requirements::small_order::{ZCASH, encodings, grid};
use signature::Verifier as _;

/// What dalek says of a key that decodes; other bytes are not of small order.
fn is_weak(key: [u8; 32]) -> bool {
    ed25519_dalek::VerifyingKey::from_bytes(&key).is_ok_and(|key| key.is_weak())
}

fn agrees_with_dalek(key: [u8; 32]) -> bool {
    let is_small_order = PublicKey::from(key).is_small_order();
    assert_eq!(is_small_order, is_weak(key), "{key:x?}");
    is_small_order
}

#[test]
fn small_order_is_what_dalek_calls_weak() {
    assert!(encodings().into_iter().all(agrees_with_dalek));
    for file in [CCTV, SMALL_ORDER_GRID, SPECCHECK, WYCHEPROOF] {
        let keys = vectors(file).into_iter().flatten().map(|it| it.public_key);
        for key in keys.filter_map(|key| <[u8; 32]>::try_from(key).ok()) {
            agrees_with_dalek(key);
        }
    }
}

/// Any bytes; and one of the fourteen encodings, with bits flipped.
fn key() -> impl Strategy<Value = [u8; 32]> {
    let flipped = (
        select(encodings()),
        prop::collection::vec(0..256_usize, 0..3),
    );
    let flipped = flipped.prop_map(|(mut key, bits)| {
        for bit in bits {
            key[bit / 8] ^= 1 << (bit % 8);
        }
        key
    });
    prop_oneof![any::<[u8; 32]>(), flipped]
}

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config {
        rng_seed: RngSeed::Fixed(20_261_123),
        failure_persistence: None,
        ..Config::with_cases(cases)
    })
}

#[test]
fn small_order_is_what_dalek_calls_weak_for_a_million_keys() {
    let mut of_small_order = 0;
    let agree = |key| {
        of_small_order += u32::from(agrees_with_dalek(key));
        Ok(())
    };
    runner(1_000_000)
        .run(&key(), agree)
        .expect("every key agrees");
    assert!(of_small_order > 100_000, "{of_small_order}");
}

/// By every way to ask: the function, the verifier, and items together.
#[test]
fn keys_of_small_order_are_refused_and_others_judged_as_before() {
    testing_env!(VMContextBuilder::new().build());
    let mut accepted = 0;
    let mut items = Items::new();
    let mut expected = Vec::new();
    let published = [CCTV, SPECCHECK].into_iter().filter_map(vectors).flatten();
    for vector in grid(ZCASH).into_iter().chain(published) {
        let key = PublicKey::try_from(vector.public_key.as_slice());
        let signature = Signature::try_from(vector.signature.as_slice());
        let (Ok(key), Ok(signature)) = (key, signature) else {
            continue;
        };
        testing_env!(VMContextBuilder::new().build()); // a full tank
        let (bytes, message) = (signature.as_bytes(), &vector.message);
        let without = env::ed25519_verify(bytes, message, key.as_bytes());
        let binding = env::ed25519_verify_binding(bytes, message, key.as_bytes());
        assert_eq!(binding, without && !key.is_small_order());
        assert_eq!(
            BindingVerifier(key).verify(message, &signature).is_ok(),
            binding
        );
        accepted += u32::from(binding);
        items.push(key.as_bytes(), bytes, message);
        expected.push(binding);
        if items.len() == 100 {
            testing_env!(VMContextBuilder::new().build());
            let verdicts = env::ed25519_verify_many(&items, Rule::Binding);
            assert_eq!(verdicts.iter().collect::<Vec<_>>(), expected);
            let count = expected.iter().filter(|is_accepted| **is_accepted).count();
            assert_eq!(verdicts.accepted(), count);
            items.clear();
            expected.clear();
        }
    }
    assert!(accepted > 0 || vectors(CCTV).is_none());
}
