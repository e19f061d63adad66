//! Derived families: keys and `R`s of small and of mixed order.

use crate::judge::judge;
use crate::points::{grid, honest, sign};
use crate::published::{triple, triples};
use near_runtime_ext::rules::{Flag, Oddity, Triple};
use requirements::odd_points::{Point, non_canonical_of_large_order};
use requirements::peers::ed25519::{self as peers, SMALL_ORDER, ZCASH};
use std::collections::BTreeSet;

#[test]
fn the_published_small_order_set_is_the_derived_grid() {
    let Some(published) = triples(SMALL_ORDER) else {
        return;
    };
    let derived: Vec<_> = peers::grid(ZCASH).into_iter().map(triple).collect();
    assert_eq!(published.len(), derived.len());
    let set = |triples: Vec<Triple>| triples.into_iter().collect::<BTreeSet<_>>();
    assert_eq!(set(published), set(derived));
}

#[test]
fn components_of_small_order_count_unless_they_cancel_out() {
    let triples = [grid(b""), grid(b"another message")].concat();
    let tally = judge("small and mixed order, derived", &triples);
    let [nep_364, binding, strict, zip_215, solana] = tally.accepted;
    assert_eq!(zip_215, tally.triples);
    assert!(0 < strict && strict < binding && binding < nep_364 && nep_364 < zip_215);
    assert!(strict < solana && solana < zip_215);
}

/// Nobody can sign with such keys, so it does not matter whether a rule allows them.
#[test]
fn made_up_signatures_by_non_canonical_keys_of_large_order_are_refused() {
    let (a, r) = honest();
    let keys = non_canonical_of_large_order();
    let keys = keys.into_iter().map(|key| Point {
        bytes: key.bytes,
        ..a
    });
    let triples: Vec<_> = keys.map(|key| sign(&key, &r, b"")).collect();
    let non_canonical = Flag::A(Oddity::NonCanonical);
    let mut flags = triples.iter().map(Triple::flags);
    assert!(flags.all(|flags| flags.contains(&non_canonical)));
    let tally = judge("non-canonical keys", &triples);
    assert_eq!(tally.accepted, [0; 5]);
    assert!(tally.triples > 0);
}
