//! Point decompression.

use crate::backend::limbs::{ONE, ZERO, from_bytes, to_bytes};
use crate::backend::{Field, Lanes, Machine, Multipliable, each_lane};
use crate::curve::both::Both;
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
    let negated = match sign {
        Sign::AsEncoded => 0,
        Sign::Negated => u8::MAX,
    };
    decode_signs(machine, encoded, negated)
}

/// As [`decode`]; points in the bit mask `negated` are negated.
#[inline(always)]
pub(crate) fn decode_signs<M: Machine>(
    machine: M,
    encoded: &Lanes<[u8; 32]>,
    negated: u8,
) -> (Extended<M>, u8) {
    let fraction = Fraction::of(machine, encoded);
    fraction.point(machine, encoded, negated, power_p58(fraction.uv7))
}

/// Decodes two points for each lane, at the same time.
#[inline(always)]
pub(crate) fn decode_both<M: Machine>(
    machine: M,
    encoded: [&Lanes<[u8; 32]>; 2],
    negated: [u8; 2],
) -> [(Extended<M>, u8); 2] {
    let [a, b] = [
        Fraction::of(machine, encoded[0]),
        Fraction::of(machine, encoded[1]),
    ];
    let Both(of_a, of_b) = power_p58(Both(a.uv7, b.uv7));
    [
        a.point(machine, encoded[0], negated[0], of_a),
        b.point(machine, encoded[1], negated[1], of_b),
    ]
}

/// `x^2 = u/v = (y^2 - 1) / (d y^2 + 1)`, so x is `u v^3 (u v^7)^((p-5)/8)` or that times the root
/// of -1. v is never zero, since -1/d is no square.
#[derive(Clone, Copy)]
struct Fraction<M: Machine> {
    y: M::Field,
    u: M::Field,
    v: M::Field,
    uv3: M::Field,
    uv7: M::Field,
}

impl<M: Machine> Fraction<M> {
    #[inline(always)]
    fn of(machine: M, encoded: &Lanes<[u8; 32]>) -> Self {
        let one = splat(machine, ONE);
        let y = machine.field(&each_lane::<M, _>(|lane| from_bytes(&encoded[lane])));
        let yy = y.loose().square();
        let u = (yy - one).carry();
        let v = (times(yy, splat(machine, D)) + one).carry();
        let vv = v.loose().square();
        let uv3 = times(u, times(vv, v));
        let uv7 = times(uv3, vv.loose().square());
        Self { y, u, v, uv3, uv7 }
    }

    /// The points, and the bit mask of lanes with points; `power` is `(u v^7)^((p-5)/8)`.
    #[inline(always)]
    fn point(
        self,
        machine: M,
        encoded: &Lanes<[u8; 32]>,
        negated: u8,
        power: M::Field,
    ) -> (Extended<M>, u8) {
        let zero = splat(machine, ZERO);
        let one = splat(machine, ONE);
        let root = times(self.uv3, power);
        let check = times(self.v, root.loose().square());
        let is_root = zeros(machine, (check - self.u).carry());
        let is_other_root = zeros(machine, (check + self.u).carry());
        let x = times(root, splat(machine, SQRT_OF_MINUS_ONE)).with(is_root, root);

        let limbs = machine.limbs(x);
        let odd = mask::<M>(|lane| to_bytes(limbs[lane])[0] & 1 == 1);
        let wanted = mask::<M>(|lane| encoded[lane][31] >> 7 == 1);
        let valid = is_root | is_other_root;
        let x = zero.with(valid, x.with(odd ^ wanted ^ negated, (zero - x).carry()));
        let y = one.with(valid, self.y);
        let point = Extended {
            x,
            y,
            z: one,
            t: times(x, y),
        };
        (point, valid)
    }
}
