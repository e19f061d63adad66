//! The work of verifying one signature without tables. A signature's author can influence it;
//! measurements of the worst case use this module.

use super::euclid::{Euclid, Integer, from_bytes, length, to_bytes};
use super::halved::WIDTH;
use super::halves::{EIGHT_L, HALF, Halves};
use super::naf::naf;
use crate::Item;
use crate::hash::challenge;
use curve25519_dalek::scalar::Scalar;

/// Every window of this scalar has a digit, which gives the most additions of the base point's
/// multiples.
const DENSEST: [u8; 32] = [1; 32];

/// The cost of verifying `item`, whatever its `s`, in field multiplications: about 8 for an addition,
/// 7 for a doubling, and one for each of Euclid's steps. `None` if dalek verifies.
#[must_use]
pub fn work(item: &Item<'_>) -> Option<u32> {
    let k = challenge(item);
    let Halves { u, v, .. } = Halves::of(&k)?;
    let additions = |number: Integer| {
        let digits = naf(number, WIDTH);
        digits
            .iter()
            .map(|digit| u32::from(*digit != 0))
            .sum::<u32>()
    };
    let doublings = length(u).max(length(v));
    let mut euclid = Euclid::new(EIGHT_L, from_bytes(k.as_bytes()));
    let mut steps = 0;
    while length(euclid.last.0) > HALF {
        euclid.divide();
        steps += 1;
    }
    Some(8 * (additions(u) + additions(v)) + 7 * doublings + steps)
}

/// The `s` that makes `item` take the most additions of the base point's multiples; `None` if dalek
/// verifies.
#[must_use]
pub fn densest_s(item: &Item<'_>) -> Option<[u8; 32]> {
    let halves = Halves::of(&challenge(item))?;
    let u = Scalar::from_bytes_mod_order(to_bytes(halves.u));
    Some((Scalar::from_bytes_mod_order(DENSEST) * u.invert()).to_bytes())
}
