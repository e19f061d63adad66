//! The flags of each vector of C2SP CCTV agree with the oddities that we find in its bytes.

use crate::published::triple;
use near_runtime_ext::rules::{Flag, Flags, Oddity, words};
use requirements::peers::ed25519::{CCTV, vectors};
use std::collections::BTreeSet;

/// The flags of a CCTV vector, translated to ours.
fn translated(theirs: &BTreeSet<&str>) -> Flags {
    let has = |flag: &str| theirs.contains(flag);
    // CCTV flags every point of small order, except the identity, as having a component of small
    // order.
    let points = [("A", Flag::A as fn(Oddity) -> Flag), ("R", Flag::R)];
    let mut flags: Flags = points
        .into_iter()
        .flat_map(|(point, flag)| {
            let small = has(&format!("low_order_{point}"));
            let mixed = has(&format!("low_order_component_{point}")) && !small;
            let non_canonical = has(&format!("non_canonical_{point}"));
            [
                small.then_some(flag(Oddity::SmallOrder)),
                mixed.then_some(flag(Oddity::MixedOrder)),
                non_canonical.then_some(flag(Oddity::NonCanonical)),
            ]
        })
        .flatten()
        .collect();
    // With `reencoded_k`, a signature was made with the `k` of canonical encodings. It is invalid with
    // the true `k`, unless `A` is of small order. CCTV's residue flag is about the true `k`.
    if has("reencoded_k") && !has("low_order_A") {
        flags.insert(Flag::EquationFails);
    } else if has("low_order_residue") {
        flags.insert(Flag::OnlyTimesCofactor);
    }
    flags
}

#[test]
fn oddities_are_those_that_the_publisher_flags() {
    let Some(vectors) = vectors(CCTV) else { return };
    let known = [
        "low_order_A",
        "low_order_R",
        "low_order_component_A",
        "low_order_component_R",
        "low_order_residue",
        "non_canonical_A",
        "non_canonical_R",
        "reencoded_k",
    ];
    for (at, vector) in vectors.into_iter().enumerate() {
        let theirs: BTreeSet<_> = vector.flags.iter().map(String::as_str).collect();
        assert!(theirs.iter().all(|flag| known.contains(flag)), "{theirs:?}");
        let theirs = translated(&theirs);
        let ours = triple(vector.clone()).flags();
        assert_eq!(words(&ours), words(&theirs), "vector {at}");
    }
}
