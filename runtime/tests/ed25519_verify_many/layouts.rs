//! The model's cases: calls with layouts of signatures, good and bad.

use super::items::Item;
use crate::cases::{Case, calls, layout};
use crate::network::{BatchItem as _, prices};
use proptest::prelude::*;
use proptest::sample::select;
use requirements::fuzzing::Target;

/// The comparison with patched nearcore: `.ci/upstream` runs it, and records it with the hash of
/// this code.
pub const UPSTREAM: Target = Target::new("ed25519_verify_many_upstream", 4000).of_code(&[&[
    "runtime/src/overlay/ed25519_verify_many.rs",
    "runtime/src/overlay/items.rs",
    "runtime/upstream/0001-ed25519_verify_many.patch",
    "runtime/upstream/0002-lanes.patch",
    "runtime/upstream/near-sdk.patch",
    "runtime/upstream/proof/Cargo.lock",
    "runtime/upstream/proof/tests/function",
]]);

fn item() -> impl Strategy<Value = Item> {
    let len = prop_oneof![8 => 0..200_usize, 1 => 0..10_000_usize];
    let flip = proptest::option::weighted(0.4, 0..96 * 8_usize);
    (0..8_u8, len, flip).prop_map(|(seed, len, flip)| {
        let mut item = Item::valid(seed, len);
        flip.into_iter().for_each(|bit| item.flip(bit));
        item
    })
}

/// Calls, about half of them well-formed.
pub fn case() -> impl Strategy<Value = Case> {
    let rule = prop_oneof![9 => 0..2_u64, 1 => select(Item::UNKNOWN)];
    calls(layout(item()), rule, 8, prices::<Item>().base)
}
