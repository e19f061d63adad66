//! Point decompression.

use crate::backend::limbs::{ONE, ZERO, from_bytes, to_bytes};
use crate::backend::{Field, Lanes, Machine, Multipliable, each_lane};
use crate::curve::field::{D, SQRT_OF_MINUS_ONE, mask, power_p58, splat, times, zeros};
use crate::curve::point::Extended;

/// Selects a point or its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    AsEncoded,
    Negated,
}

/// Decodes a point in each lane, as RFC 8032 does in section 5.1.3, but accepts encodings that are
/// not canonical, like dalek's `decompress` and ZIP-215: `y` of p and above, and `x = 0` with its
/// sign set.
///
/// Returns the bit mask of lanes with points; the others hold the neutral element.
#[inline(always)]
pub(crate) fn decode<M: Machine>(
    machine: M,
    encoded: &Lanes<[u8; 32]>,
    sign: Sign,
) -> (Extended<M>, u8) {
    let zero = splat(machine, ZERO);
    let one = splat(machine, ONE);
    let y = machine.field(&each_lane::<M, _>(|lane| from_bytes(&encoded[lane])));

    // x^2 = u/v = (y^2 - 1) / (d y^2 + 1), so x = u v^3 (u v^7)^((p-5)/8) or that times the root of
    // -1. v is never zero, since -1/d is no square.
    let yy = y.loose().square();
    let u = (yy - one).carry();
    let v = (times(yy, splat(machine, D)) + one).carry();
    let vv = v.loose().square();
    let uv3 = times(u, times(vv, v));
    let uv7 = times(uv3, vv.loose().square());
    let root = times(uv3, power_p58(uv7));
    let check = times(v, root.loose().square());
    let is_root = zeros(machine, (check - u).carry());
    let is_other_root = zeros(machine, (check + u).carry());
    let x = times(root, splat(machine, SQRT_OF_MINUS_ONE)).with(is_root, root);

    let limbs = machine.limbs(x);
    let odd = mask::<M>(|lane| to_bytes(limbs[lane])[0] & 1 == 1);
    let wanted = mask::<M>(|lane| encoded[lane][31] >> 7 == 1);
    let negate = match sign {
        Sign::AsEncoded => odd ^ wanted,
        Sign::Negated => !(odd ^ wanted),
    };
    let valid = is_root | is_other_root;
    let x = zero.with(valid, x.with(negate, (zero - x).carry()));
    let y = one.with(valid, y);
    let point = Extended {
        x,
        y,
        z: one,
        t: times(x, y),
    };
    (point, valid)
}
