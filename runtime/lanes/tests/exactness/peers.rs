//! Published vectors from peer data. `runtime/tests/conformance` counts those that each rule accepts.

use crate::by_each_rule;
use crate::case::Case;
use crate::judge::Judge;
use ed25519_lanes::Rule;
use requirements::peers::ed25519::{
    CCTV, RFC8032, SMALL_ORDER_GRID, SPECCHECK, Vector, WYCHEPROOF, sign_input, vectors,
};

/// The case; `None` unless the signature has 64 bytes: others cannot be items.
fn case(vector: Vector) -> Option<Case> {
    Some(Case {
        made: "published",
        public_key: vector.public_key.try_into().expect("32 bytes"),
        signature: vector.signature.try_into().ok()?,
        message: vector.message,
    })
}

fn published_ones_have_the_references_verdict(rule: Rule) {
    let files = [CCTV, RFC8032, SMALL_ORDER_GRID, SPECCHECK, WYCHEPROOF];
    let all = files.into_iter().filter_map(vectors).chain(sign_input());
    Judge::of_all(rule).all(all.flatten().filter_map(case));
}

by_each_rule! { published_ones_have_the_references_verdict }
