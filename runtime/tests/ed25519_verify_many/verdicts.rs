//! Each item's verdict is dalek's or ed25519-zebra's, by the rule.

use super::items::Item;
use crate::references::Judged;
use curve25519_dalek::scalar::Scalar;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use requirements::odd_points::{Point, of_small_order};
use std::iter::repeat_with;
use std::ops::Range;

fn signed(key: &Point, r: &Point, message: &[u8]) -> Item {
    Item {
        public_key: key.bytes,
        signature: requirements::odd_points::sign(key, r, message),
        message: message.to_vec(),
    }
}

/// A valid item with some of its bits flipped, or with `s` not reduced.
fn changed() -> impl Strategy<Value = Item> {
    let bits = prop::collection::vec(0..96 * 8 + 64_usize, 0..2);
    (any::<u8>(), 0..200_usize, bits).prop_map(|(seed, len, bits)| {
        let mut item = Item::valid(seed, len);
        bits.into_iter().for_each(|bit| item.flip(bit));
        item
    })
}

/// Small-order key and `R`, a key of mixed order, or any other item with bits flipped. On many of the first two the
/// rules differ.
fn item() -> impl Strategy<Value = Item> {
    let small = (
        select(of_small_order()),
        select(of_small_order()),
        any::<u8>(),
    );
    let small = small.prop_map(|(key, r, message)| signed(&key, &r, &[message]));
    let numbers = (any::<[u64; 2]>(), 1..8_usize, 0..8_usize, any::<u8>());
    let mixed = numbers.prop_map(|(numbers, of_key, of_r, message)| {
        let [secret, nonce] = numbers.map(|number| Scalar::from(number.max(1)));
        let (key, r) = (Point::mixed(secret, of_key), Point::mixed(nonce, of_r));
        signed(&key, &r, &[message])
    });
    prop_oneof![1 => small, 1 => mixed, 2 => changed()]
}

/// Endless batches of random items, the same each time.
pub fn random_batches(sizes: Range<usize>, seed: u64) -> impl Iterator<Item = Vec<Item>> {
    let mut runner = TestRunner::new(Config {
        rng_seed: RngSeed::Fixed(seed),
        ..Config::default()
    });
    let strategy = prop::collection::vec(item(), sizes);
    repeat_with(move || strategy.new_tree(&mut runner).expect("a batch").current())
}

impl Judged for Item {
    fn batches() -> Vec<(u64, Vec<Self>)> {
        let batches: Vec<_> = random_batches(1..40, 20_261_121).take(30).collect();
        // The two rules differ on some items, so neither can pass for the other.
        let accepted = |rule| {
            let items = batches.iter().flatten();
            items.filter(|it| it.verifies_by(rule)).count()
        };
        assert!(0 < accepted(0) && accepted(0) < accepted(1));
        let by_both = |items: Vec<Self>| [(0, items.clone()), (1, items)];
        batches.into_iter().flat_map(by_both).collect()
    }
}
