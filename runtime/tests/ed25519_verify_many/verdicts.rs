//! Each item's verdict is dalek's or ed25519-zebra's, by the rule.

use super::items::Item;
use crate::references::Judged;
use curve25519_dalek::scalar::Scalar;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use requirements::odd_points::Point;
use requirements::peers::ed25519::grid;
use std::iter::repeat_with;
use std::ops::Range;

/// Every pair of points of small order as key and R, with an `s` of 0. Both rules accept some
/// pairs, and ZIP-215 more than NEP-364.
pub fn small_order_grid() -> Vec<Item> {
    let items = grid(b"small order").into_iter().map(|vector| Item {
        public_key: vector.public_key.try_into().expect("32 bytes"),
        signature: vector.signature.try_into().expect("64 bytes"),
        message: vector.message,
    });
    items.collect()
}

/// Signatures by a key with a component of small order; on some messages the two rules differ, on
/// others they agree.
pub fn mixed_order() -> Vec<Item> {
    let [secret, nonce] = [0x1234_5678_u64, 0x9abc_def0].map(Scalar::from);
    (0..8)
        .flat_map(|torsion| (0..8).map(move |n| (torsion, n)))
        .map(|(torsion, n)| {
            let key = Point::mixed(secret, torsion);
            signed(&key, &Point::of(nonce), &vec![n; usize::from(n)])
        })
        .collect()
}

pub fn signed(key: &Point, r: &Point, message: &[u8]) -> Item {
    Item {
        public_key: key.bytes,
        signature: requirements::odd_points::sign(key, r, message),
        message: message.to_vec(),
    }
}

/// A valid item with some of its bits flipped, or with `s` not reduced.
pub fn changed() -> impl Strategy<Value = Item> {
    let bits = prop::collection::vec(0..96 * 8 + 64_usize, 0..2);
    (any::<u8>(), 0..200_usize, bits).prop_map(|(seed, len, bits)| {
        let mut item = Item::valid(seed, len);
        bits.into_iter().for_each(|bit| item.flip(bit));
        item
    })
}

/// Endless batches of random items, the same each time.
pub fn random_batches(
    item: impl Strategy<Value = Item>,
    sizes: Range<usize>,
    seed: u64,
) -> impl Iterator<Item = Vec<Item>> {
    let mut runner = TestRunner::new(Config {
        rng_seed: RngSeed::Fixed(seed),
        ..Config::default()
    });
    let strategy = prop::collection::vec(item, sizes);
    repeat_with(move || strategy.new_tree(&mut runner).expect("a batch").current())
}

impl Judged for Item {
    fn batches() -> Vec<(u64, Vec<Self>)> {
        let odd = [small_order_grid(), mixed_order()];
        for items in &odd {
            // The two rules differ on these items, so neither can pass for the other.
            let accepted = |rule| items.iter().filter(|it| it.verifies_by(rule)).count();
            assert!(0 < accepted(0) && accepted(0) < accepted(1));
        }
        let by_both = |items: Vec<Self>| [(0, items.clone()), (1, items)];
        let batches = random_batches(changed(), 1..40, 20_261_121)
            .take(20)
            .chain(odd);
        batches.flat_map(by_both).collect()
    }
}
