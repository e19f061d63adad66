//! Published vectors from peer data.

use crate::by_each_rule;
use crate::case::Case;
use crate::judge::Judge;
use ed25519_lanes::Rule;
use requirements::peers::ed25519::{
    CCTV, RFC8032, SMALL_ORDER_GRID, SPECCHECK, Vector, WYCHEPROOF, sign_input, vectors,
};

/// The case; `None` unless the signature has 64 bytes: others cannot be items, and no rule accepts
/// them.
fn case(vector: Vector) -> Option<Case> {
    Some(Case {
        made: "published",
        public_key: vector.public_key.try_into().expect("32 bytes"),
        signature: vector.signature.try_into().ok()?,
        message: vector.message,
    })
}

/// Verifies a file's vectors; returns how many are accepted and how many there are, if it is
/// present.
fn published(rule: Rule, file: &str) -> Option<(usize, usize)> {
    let vectors = vectors(file)?;
    let total = vectors.len();
    let mut judge = Judge::of_all(rule);
    let verdicts = vectors
        .into_iter()
        .map(|vector| case(vector).is_some_and(|case| judge.take(case)));
    let accepted = verdicts.filter(|accepted| *accepted).count();
    judge.finish();
    Some((accepted, total))
}

/// Of the files that are present, the rule accepts as many vectors as published.
fn totals_are_the_published_ones(rule: Rule) {
    for (file, nep_364, zip_215, total) in [
        (SPECCHECK, 5, 9, 12),
        (SMALL_ORDER_GRID, 12, 196, 196),
        (CCTV, 208, 826, 914),
        (WYCHEPROOF, 88, 89, 151),
    ] {
        let expected = match rule {
            Rule::Nep364 => nep_364,
            Rule::Zip215 => zip_215,
        };
        if let Some(found) = published(rule, file) {
            assert_eq!(found, (expected, total), "{file}");
        }
    }
}

/// RFC 8032's own vectors, and those that Ed25519's authors published with the scheme.
fn honest_ones_are_accepted(rule: Rule) {
    let Some((accepted, total)) = published(rule, RFC8032) else {
        return;
    };
    assert_eq!(accepted, total);
    let cases: Vec<_> = sign_input().into_iter().flatten().map(case).collect();
    let total = cases.len();
    assert_eq!(Judge::of_all(rule).all(cases.into_iter().flatten()), total);
}

by_each_rule! {
    totals_are_the_published_ones,
    honest_ones_are_accepted,
}
