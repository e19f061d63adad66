//! The rule that binds signers refuses exactly the keys that dalek calls weak.

use near_sdk_ext::PublicKey;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use requirements::small_order::encodings;
use std::cell::Cell;

/// Any bytes, or one of the fourteen encodings with bits flipped.
fn key() -> impl Strategy<Value = [u8; 32]> {
    let bits = prop::collection::vec(0..256_usize, 0..3);
    let flipped = (select(encodings()), bits).prop_map(|(mut key, bits)| {
        for bit in bits {
            key[bit / 8] ^= 1 << (bit % 8);
        }
        key
    });
    prop_oneof![any::<[u8; 32]>(), flipped]
}

/// Bytes that are no key are not of small order. All seven listed values of y are right and
/// necessary: each of the fourteen encodings is drawn thousands of times.
#[test]
fn small_order_is_what_dalek_calls_weak_for_a_million_keys() {
    let of_small_order = Cell::new(0);
    let agree = |key| {
        let decoded = ed25519_dalek::VerifyingKey::from_bytes(&key);
        let is_weak = decoded.is_ok_and(|key| key.is_weak());
        prop_assert_eq!(PublicKey::from(key).is_small_order(), is_weak);
        of_small_order.set(of_small_order.get() + u32::from(is_weak));
        Ok(())
    };
    let config = Config {
        rng_seed: RngSeed::Fixed(20_261_123),
        failure_persistence: None,
        ..Config::with_cases(1_000_000)
    };
    let ran = TestRunner::new(config).run(&key(), agree);
    ran.expect("every key agrees");
    assert!(of_small_order.get() > 100_000, "{of_small_order:?}");
}
