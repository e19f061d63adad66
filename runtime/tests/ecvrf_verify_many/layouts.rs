//! The model's cases: calls with layouts of proofs, good and bad.

use super::items::Item;
use crate::cases::{Case, calls, layout};
use crate::network::{BatchItem as _, prices};
use near_ecvrf::Suite;
use proptest::prelude::*;
use proptest::sample::select;

/// A proof of a suite, or a changed one; sometimes a proof of another suite, of another length.
fn item(suite: Suite) -> impl Strategy<Value = Item> {
    let made_for = prop_oneof![30 => Just(suite), 1 => select(Suite::ALL.to_vec())];
    let len = prop_oneof![8 => 0..200_usize, 1 => 0..10_000_usize];
    let flip = proptest::option::weighted(0.4, 0..112 * 8_usize);
    (made_for, 0..8_u8, len, flip).prop_map(|(suite, seed, len, flip)| {
        let mut item = Item::valid_by(suite.code().into(), seed, len);
        if let Some(bit) = flip {
            let byte = match bit / 8 {
                at @ 0..32 => &mut item.public_key[at],
                at => &mut item.proof[at - 32],
            };
            *byte ^= 1 << (bit % 8);
        }
        item
    })
}

/// The suite of a layout, mostly TAI, since it alone has rounds.
fn suite() -> impl Strategy<Value = Suite> {
    prop_oneof![2 => Just(Suite::Tai), 3 => select(Suite::ALL.to_vec())]
}

/// Calls, about half of them well-formed.
pub fn case() -> impl Strategy<Value = Case> {
    suite().prop_flat_map(|suite| {
        let choice = prop_oneof![
            18 => Just(u64::from(suite.code())),
            1 => select(Suite::ALL.to_vec()).prop_map(|suite| suite.code().into()),
            1 => select(Item::UNKNOWN),
        ];
        calls(layout(item(suite)), choice, 14, prices::<Item>().base)
    })
}
