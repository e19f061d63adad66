//! Point decompression.

use crate::backend::limbs::{ONE, ZERO, from_bytes, to_bytes};
use crate::backend::{Field, Lanes, Machine, Multipliable, each_lane};
use crate::curve::both::Both;
use crate::curve::field::{D, SQRT_OF_MINUS_ONE, mask, power_p58, splat, times, zeros};
use crate::curve::point::Extended;

/// Whether to return the point or its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    AsEncoded,
    Negated,
}

impl Sign {
    /// The bit mask of lanes that are negated.
    pub(crate) fn mask(self) -> u8 {
        match self {
            Self::AsEncoded => 0,
            Self::Negated => u8::MAX,
        }
    }
}

/// Decodes a point in each lane as in RFC 8032, section 5.1.3, but accepts encodings that are not
/// canonical, like dalek's `decompress` and ZIP-215: `y` of p and above, and `x = 0` with its sign
/// set.
///
/// Returns the points and the bit mask of lanes that have one; the others hold the neutral element.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn decode<M: Machine>(
    machine: M,
    encoded: &Lanes<[u8; 32]>,
    sign: Sign,
) -> (Extended<M>, u8) {
    decode_signs(machine, encoded, sign.mask())
}

/// Like [`decode`]; negates the points in the bit mask `negated`.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn decode_signs<M: Machine>(
    machine: M,
    encoded: &Lanes<[u8; 32]>,
    negated: u8,
) -> (Extended<M>, u8) {
    let y = Ordinate::of(machine, encoded);
    y.point(machine, encoded, negated, power_p58(y.xx.uv7))
}

/// Decodes two points for each lane, at the same time.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn decode_both<M: Machine>(
    machine: M,
    encoded: [&Lanes<[u8; 32]>; 2],
    negated: [u8; 2],
) -> [(Extended<M>, u8); 2] {
    let [a, b] = [
        Ordinate::of(machine, encoded[0]),
        Ordinate::of(machine, encoded[1]),
    ];
    let Both(of_a, of_b) = power_p58(Both(a.xx.uv7, b.xx.uv7));
    [
        a.point(machine, encoded[0], negated[0], of_a),
        b.point(machine, encoded[1], negated[1], of_b),
    ]
}

/// A fraction; its square root is `u v^3 (u v^7)^((p-5)/8)`, or that times the root of -1.
#[derive(Clone, Copy)]
pub(crate) struct Ratio<M: Machine> {
    u: M::Field,
    v: M::Field,
    uv3: M::Field,
    pub(crate) uv7: M::Field,
}

impl<M: Machine> Ratio<M> {
    /// `u/v`.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn of(u: M::Field, v: M::Field) -> Self {
        let vv = v.loose().square();
        let uv3 = times(u, times(vv, v));
        let uv7 = times(uv3, vv.loose().square());
        Self { u, v, uv3, uv7 }
    }

    /// A square root, and the bit mask of lanes that have one; `power` is `(u v^7)^((p-5)/8)`. The
    /// root of zero is zero; `u/0` has no root unless u is zero too. Where `u/v` has no root, the
    /// square of the returned element is `i u/v` or `-i u/v`, with i the root of -1.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn root(self, machine: M, power: M::Field) -> (M::Field, u8) {
        let root = times(self.uv3, power);
        let check = times(self.v, root.loose().square());
        let is_root = zeros(machine, (check - self.u).carry());
        let is_other_root = zeros(machine, (check + self.u).carry());
        let root = times(root, splat(machine, SQRT_OF_MINUS_ONE)).with(is_root, root);
        (root, is_root | is_other_root)
    }
}

/// An encoding's y, with `x^2 = (y^2 - 1) / (d y^2 + 1)`. The denominator is never zero, since -1/d
/// is not a square.
#[derive(Clone, Copy)]
struct Ordinate<M: Machine> {
    y: M::Field,
    xx: Ratio<M>,
}

impl<M: Machine> Ordinate<M> {
    #[cfg_attr(not(unoptimised), inline(always))]
    fn of(machine: M, encoded: &Lanes<[u8; 32]>) -> Self {
        let one = splat(machine, ONE);
        let y = machine.field(&each_lane::<M, _>(|lane| from_bytes(&encoded[lane])));
        let yy = y.loose().square();
        let u = (yy - one).carry();
        let v = (times(yy, splat(machine, D)) + one).carry();
        let xx = Ratio::of(u, v);
        Self { y, xx }
    }

    /// The points, and the bit mask of lanes that have one; `power` is the argument of
    /// [`Ratio::root`].
    #[cfg_attr(not(unoptimised), inline(always))]
    fn point(
        self,
        machine: M,
        encoded: &Lanes<[u8; 32]>,
        negated: u8,
        power: M::Field,
    ) -> (Extended<M>, u8) {
        let zero = splat(machine, ZERO);
        let one = splat(machine, ONE);
        let (x, valid) = self.xx.root(machine, power);

        let limbs = machine.limbs(x);
        let odd = mask::<M>(|lane| to_bytes(limbs[lane])[0] & 1 == 1);
        let wanted = mask::<M>(|lane| encoded[lane][31] >> 7 == 1);
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
