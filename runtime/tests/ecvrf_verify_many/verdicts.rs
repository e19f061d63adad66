//! Calls for which implementations may differ: published proofs, and odd ones.

use super::items::Item;
use crate::network::BatchItem as _;
use crate::references::Judged;
use near_ecvrf::Suite;
use requirements::odd_points::plus_order;
use requirements::{peers, small_order};

/// Items of a large call.
const ITEMS: usize = 300;

/// `count` valid proofs by a suite, each by another key.
fn valid_by(suite: Suite, count: u8, len: usize) -> Vec<Item> {
    let choice = suite.code().into();
    (0..count)
        .map(|seed| Item::valid_by(choice, seed, len))
        .collect()
}

/// Published proofs of a suite, including those of real blocks, also with other alphas. near-ecvrf's own tests
/// check their published outputs.
fn published(suite: Suite) -> Vec<Item> {
    let all = [peers::vrf::vectors(), peers::vrf::headers()];
    let all = all.into_iter().flatten().flatten();
    let all = all.filter(|it| it.suite == suite.code());
    let item = |it: peers::vrf::Vector| Item {
        suite,
        public_key: it.public_key,
        proof: it.proof,
        alpha: it.alpha,
    };
    all.map(item).collect()
}

/// Proofs on which implementations differ: an `s` that is not reduced, and keys and Gamma of small
/// order in all encodings. The last proof is valid.
fn odd(suite: Suite) -> Vec<Item> {
    let valid = Item::valid_by(suite.code().into(), 0, 12);
    let mut odd = Vec::new();
    let s = valid.proof.len() - 32;
    for times in 1..8 {
        let reduced: [u8; 32] = valid.proof[s..].try_into().expect("32 bytes");
        if let Some(more) = plus_order(reduced, times) {
            let mut item = valid.clone();
            item.proof[s..].copy_from_slice(&more);
            odd.push(item);
        }
    }
    for encoding in small_order::encodings() {
        let mut item = valid.clone();
        item.public_key = encoding;
        odd.push(item);
        let mut item = valid.clone();
        item.proof[..32].copy_from_slice(&encoding);
        odd.push(item);
    }
    odd.push(valid);
    odd
}

impl Judged for Item {
    fn batches() -> Vec<(u64, Vec<Self>)> {
        let of_suite = |suite: Suite| {
            let items = [odd(suite), valid_by(suite, 30, 25), published(suite)].concat();
            let batches = items.chunks(ITEMS).map(<[Self]>::to_vec);
            let choice = suite.code().into();
            batches.map(|items| (choice, items)).collect::<Vec<_>>()
        };
        Suite::ALL.into_iter().flat_map(of_suite).collect()
    }
}
