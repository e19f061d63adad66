//! The number of tries that TAI needs for an item, from near-ecvrf: RFC 9381, section 5.4.1.1.

use super::items::Item;
use near_ecvrf::{Attempts, Suite};

/// The number of tries up to the first that gives a point.
pub fn tries(item: &Item) -> usize {
    let found = Attempts::new(&item.public_key, &item.alpha).position(|is_point| is_point);
    1 + found.expect("one of 256 hashes is a point")
}

/// For each round, the number of items that have no point yet.
pub fn unresolved(items: &[Item]) -> Vec<u64> {
    let tries: Vec<_> = items.iter().map(tries).collect();
    let rounds = tries.iter().max().copied().unwrap_or_default();
    let left = |round| tries.iter().filter(|tries| **tries > round).count() as u64;
    (0..rounds).map(left).collect()
}

/// RFC 9381, appendix B.3, gives the counters of its examples' successful tries: 0, 1 and 0.
#[test]
fn the_examples_of_the_rfc_take_as_many_tries_as_it_says() {
    let Some(vectors) = requirements::peers::vrf::vectors() else {
        return;
    };
    let of_tai = vectors.iter().filter(|vector| vector.suite == 3);
    let tries: Vec<_> = of_tai
        .map(|vector| {
            tries(&Item {
                suite: Suite::Tai,
                public_key: vector.public_key,
                proof: vector.proof.clone(),
                alpha: vector.alpha.clone(),
            })
        })
        .collect();
    assert_eq!(tries, [1, 2, 1]);
}
