//! Elligator 2 (RFC 9380, section 6.7.1; Bernstein et al., eprint 2013/325), one map in each lane.
//!
//! # The map
//!
//! On the Montgomery curve `v^2 = g(x) = x (x^2 + A x + 1)` an r gives `x1 = -A/(1 + 2 r^2)` and
//! `x2 = -x1 - A = 2 r^2 x1`. Since `g(x2) = 2 r^2 g(x1)` and 2 is no square, one of both is an x of
//! the curve; it is x1 if both are. As a fraction with the denominator `n = 1 + 2 r^2`, never zero
//! since -1/2 is no square, `g(x1) = -A (n^2 - 2 A^2 r^2) / n^3`, never zero since `A^2 - 4` is no square.
//!
//! # One exponentiation for both
//!
//! [`Ratio::root`] gives w with `w^2 = g(x1)`, or, where that is no square, with `w^2 = ±i g(x1)` for the
//! root i of -1. Then `t = (1 + i) r w` has `t^2 = 2 i r^2 w^2 = ±g(x2)`, and t or `i t` is a root.
//!
//! # To the Edwards curve
//!
//! `X = c x/v` and `Y = (x - 1)/(x + 1)` with the even root c of `-(A + 2)` (RFC 9380, appendix D.1). An x of -1
//! is not on the curve, since `A - 2` is no square. v is zero where x is, for an r of zero alone: there the RFC
//! takes the neutral element, and libsodium the point of order two. After the multiplication by eight both
//! are neutral.

use crate::backend::limbs::{Limbs, ONE, ZERO, from_bytes, to_bytes};
use crate::backend::{Field, Kernel, Lanes, Machine, Multipliable, lanes};
use crate::curve::decode::Ratio;
use crate::curve::field::{SQRT_OF_MINUS_ONE, invert_all, mask, power_p58, splat, times, zeros};
use crate::curve::point::Projective;
use crate::points::SQRT_OF_MINUS_A_PLUS_2;
use crate::vrf::to_curve::{Coordinates, coordinates_times_8};

/// A of the Montgomery curve (RFC 7748, section 4.1).
const A: Limbs = [486_662, 0, 0, 0, 0];
const A_SQUARED: Limbs = [486_662 * 486_662, 0, 0, 0, 0];
const NINETEEN: Limbs = [19, 0, 0, 0, 0];

/// The field element `low + 2^255 high`; numbers of 255 bits, the lowest byte first.
#[derive(Clone, Copy)]
pub(super) struct Uniform {
    pub(super) low: [u8; 32],
    pub(super) high: [u8; 32],
}

impl Uniform {
    /// Of 48 bytes, the highest first (RFC 9380, section 5.2).
    pub(super) fn of_48(bytes: &[u8; 48]) -> Self {
        let mut low = [0; 32];
        let mut high = [0; 32];
        for (i, byte) in bytes.iter().rev().enumerate() {
            match i {
                0..31 => low[i] = *byte,
                31 => (low[31], high[0]) = (byte & 0x7f, byte >> 7),
                _ => {
                    high[i - 32] |= byte << 1;
                    high[i - 31] = byte >> 7;
                }
            }
        }
        Self { low, high }
    }

    /// Of the first 32 bytes of a hash without their highest bit, the lowest first.
    pub(super) fn of_hash(hash: &[u8; 64]) -> Self {
        let mut low = std::array::from_fn(|i| hash[i]);
        low[31] &= 0x7f;
        Self { low, high: [0; 32] }
    }
}

/// Which one of a point and its negative the map returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// RFC 9380: v is odd exactly for x1.
    MontgomeryOdd,
    /// libsodium: the x on the Edwards curve is even.
    EdwardsEven,
}

/// The points that all elements map to, times eight.
pub(super) struct MapAll<'a> {
    pub(super) elements: &'a [Uniform],
    pub(super) choice: Choice,
}

impl Kernel for MapAll<'_> {
    type Output = Vec<Coordinates>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> Self::Output {
        let groups = self.elements.chunks(M::LANES);
        let mut maps = Vec::with_capacity(groups.len());
        for group in groups {
            let low = lanes(group, |element| from_bytes(&element.low));
            let high = lanes(group, |element| from_bytes(&element.high));
            maps.push(Map::of(machine, &low, &high));
        }
        if self.choice == Choice::EdwardsEven {
            let mut denominators = Vec::with_capacity(maps.len());
            for map in &maps {
                denominators.push(map.denominator(machine));
            }
            let inverses = invert_all(&denominators, splat(machine, ONE));
            for (map, inverse) in maps.iter_mut().zip(inverses) {
                let x = times(
                    times(splat(machine, SQRT_OF_MINUS_A_PLUS_2), map.x),
                    inverse,
                );
                map.negate_v(machine, odd(machine, x));
            }
        }
        let mut points = Vec::with_capacity(self.elements.len());
        for (map, group) in maps.into_iter().zip(self.elements.chunks(M::LANES)) {
            coordinates_times_8(machine, map.edwards(machine), group.len(), &mut points);
        }
        points
    }
}

/// A point of the Montgomery curve: `x/n` and v.
#[derive(Clone, Copy)]
struct Map<M: Machine> {
    x: M::Field,
    n: M::Field,
    v: M::Field,
}

impl<M: Machine> Map<M> {
    /// The points, with RFC 9380's signs.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn of(machine: M, low: &Lanes<Limbs>, high: &Lanes<Limbs>) -> Self {
        let constant = |limbs| splat(machine, limbs);
        let high = times(machine.field(high), constant(NINETEEN));
        let r = (machine.field(low) + high).carry();
        let rr = r.loose().square();
        let twice_rr = (rr + rr).carry();
        let n = (twice_rr + constant(ONE)).carry();
        let minus_a = (constant(ZERO) - constant(A)).carry();

        let difference = n.loose().square() - times(constant(A_SQUARED), twice_rr);
        let g1 = times(minus_a, difference.carry());
        let nnn = times(n, n.loose().square());
        let ratio = Ratio::of(g1, nnn);
        let (w, is_x1) = ratio.root(machine, power_p58(ratio.uv7));

        let i = constant(SQRT_OF_MINUS_ONE);
        let t = times(times(r, w), (constant(ONE) + i).carry());
        let error = times(nnn, t.loose().square()) - times(g1, twice_rr);
        let is_t = zeros(machine, error.carry());
        let t = times(i, t).with(is_t, t);

        let mut map = Self {
            x: times(minus_a, twice_rr).with(is_x1, minus_a),
            n,
            v: t.with(is_x1, w),
        };
        map.negate_v(machine, odd(machine, map.v) ^ is_x1);
        map
    }

    /// Negates the points in the bit mask.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn negate_v(&mut self, machine: M, negated: u8) {
        let minus_v = (splat(machine, ZERO) - self.v).carry();
        self.v = self.v.with(negated, minus_v);
    }

    /// The denominator of X on the Edwards curve, with one in place of zero.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn denominator(&self, machine: M) -> M::Field {
        let nv = times(self.n, self.v);
        nv.with(zeros(machine, nv), splat(machine, ONE))
    }

    /// The points on the Edwards curve, with the neutral element where the map has none.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn edwards(self, machine: M) -> Projective<M> {
        let nv = times(self.n, self.v);
        let plus = (self.x + self.n).carry();
        let minus = (self.x - self.n).carry();
        let x = times(times(splat(machine, SQRT_OF_MINUS_A_PLUS_2), self.x), plus);
        let (y, z) = (times(minus, nv), times(plus, nv));
        let one = splat(machine, ONE);
        let nowhere = zeros(machine, z);
        Projective {
            x: x.with(nowhere, splat(machine, ZERO)),
            y: y.with(nowhere, one),
            z: z.with(nowhere, one),
        }
    }
}

/// The bit mask of lanes whose element is odd (RFC 9380's `sgn0`).
#[cfg_attr(not(unoptimised), inline(always))]
fn odd<M: Machine>(machine: M, field: M::Field) -> u8 {
    let limbs = machine.limbs(field);
    mask::<M>(|lane| to_bytes(limbs[lane])[0] & 1 == 1)
}
