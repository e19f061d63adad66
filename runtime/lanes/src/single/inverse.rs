//! The inverse of one field element.

use super::euclid::{self, Euclid, Integer, minus};
use crate::backend::limbs::{Limbs, ONE, from_bytes, reduce_limbs, to_bytes};
use crate::backend::{MAX_LANES, Machine, Portable};
use crate::curve::field::{invert, times};

/// p = 2^255 - 19.
pub(super) const P: Integer = [u64::MAX - 18, u64::MAX, u64::MAX, u64::MAX >> 1];

/// The inverse of an element that is not zero, with limbs below 2^52.
///
/// Euclid's algorithm takes less time than an exponentiation. One multiplication checks its result;
/// if that were wrong, the exponentiation would decide.
pub(super) fn inverse(element: Limbs) -> Limbs {
    let euclid = Euclid::new(P, euclid::from_bytes(&to_bytes(element))).until(0);
    let (_, factor) = euclid.before;
    let factor = match euclid.is_negative {
        true => factor,
        false => minus(P, factor),
    };
    let inverse = from_bytes(&euclid::to_bytes(factor));
    match to_bytes(product(element, inverse)) == to_bytes(ONE) {
        true => inverse,
        false => Portable.limbs(invert(field(element)))[0],
    }
}

/// The product of elements with limbs below 2^52.
pub(super) fn product(a: Limbs, b: Limbs) -> Limbs {
    Portable.limbs(times(field(a), field(b)))[0]
}

fn field(element: Limbs) -> <Portable as Machine>::Field {
    Portable.field(&[reduce_limbs(element); MAX_LANES])
}
