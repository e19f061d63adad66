//! Calls for which implementations may differ: published proofs. `runtime/lanes/tests/vrf.rs` has odd ones.

use super::items::Item;
use crate::network::all_valid_by;
use crate::references::Judged;
use near_ecvrf::Suite;
use requirements::peers;

/// Items of a large call.
const ITEMS: usize = 300;

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

impl Judged for Item {
    fn batches() -> Vec<(u64, Vec<Self>)> {
        let of_suite = |suite: Suite| {
            let choice = suite.code().into();
            let items = [all_valid_by::<Item>(choice, 30, 25), published(suite)].concat();
            let batches = items.chunks(ITEMS).map(<[Self]>::to_vec);
            batches.map(|items| (choice, items)).collect::<Vec<_>>()
        };
        Suite::ALL.into_iter().flat_map(of_suite).collect()
    }
}
