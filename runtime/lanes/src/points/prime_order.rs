//! Checks that points have prime order; it takes two exponentiations more than decoding.
//!
//! # The claim
//!
//! The curve's group E over the field of p elements is cyclic of order `8 l`. A point has an order
//! that divides `l` exactly if it is in `8E`, since `l` is odd. [`DecodeAll`] decides this without
//! a multiplication by `l`, from affine coordinates (x, y) with x not zero: x is zero only for the
//! neutral element, which is refused, and for the point of order two.
//!
//! # The curve as a Montgomery curve
//!
//! With `A = 486662` and a c with `c^2 = -(A + 2)`, the map `u = (1 + y)/(1 - y)`, `v = c u/x` takes E to
//! M: `v^2 = u (u^2 + A u + 1)` (RFC 7748, section 4.1). Where x is not zero, y is neither 1 nor -1, so
//! u is neither infinite nor zero.
//!
//! # One exponentiation: is the point in 2E?
//!
//! Let M' be the curve `Y^2 = X (X - A - 2) (X - A + 2)`. If `u = s^2`, then `v = s w` with
//! `w^2 = s^4 + A s^2 + 1`, and `X = 2 (s^2 + w) + A`, `Y = 2 s X` is a point Q of M': with `r = s^2 + w`
//! the equation of w says `s^2 (A + 2 r) = r^2 - 1`, and four times this, times `A + 2 r`, is M'. The map
//! back, (X, Y) to (u, v), is an isogeny ψ of degree 2 from M' to M, since s and w are functions of
//! (X, Y), u and v functions of degree 2 in (s, w). Its kernel is the neutral element and
//! `T = (0, 0)`: the two points where s is infinite, with w like `s^2` and like `-s^2`.
//!
//! So u being a square is the same as P being `ψ(Q)` for a rational Q. The image of ψ has index 2 in
//! the cyclic M, because the kernel has two elements and both groups have the order `8 l`; so it is
//! `2M`. A point with a u that is no square is refused.
//!
//! # One exponentiation: is the point in 8E?
//!
//! `P = ψ(Q)` has an order that divides `l` exactly if Q is in `K`, the sum of the kernel of ψ and of
//! M''s elements of odd order: if `[l]P` is neutral, `[l]Q` is in the kernel. K has `2 l` elements.
//!
//! With `Z = X - A - 2` and σ a square root of `A + 2` (there is one: `-(A + 2)` and -1 are squares), M' is
//! `Y^2 = Z (Z + σ^2) (Z + 4)`. Let `L = σ + 2`. The line `Y = L Z` meets M' where `Z (Z - 2 σ)^2` is zero:
//! once in `(0, 0)`, and twice in `S = (2 σ, 2 σ L)`, where it is the tangent. So S has order four, and
//! `[2]S = (0, 0)`. Let
//!
//! `f = (Y - L Z)^2 / Z = (Z + σ^2) (Z + 4) - 2 L Y + L^2 Z`.
//!
//! The second form defines f in `[2]S` too; only in the neutral element f stays undefined. As p - 1 is a
//! multiple of 4, `χ(Q) = f(Q)^((p-1)/4)` is a fourth root of unity wherever f is defined and not zero.
//!
//! # χ is a homomorphism
//!
//! `f(Q) f(-Q) = (Z - 2 σ)^4` is zero for S and -S alone. f(S) is zero, and `f(-S) = 8 σ L^2` is not: S is
//! the only zero of f. Let `χ(S) = 1/χ(-S)`, and let χ be 1 in the neutral element. Then `χ(Q) χ(-Q) = 1` for
//! each Q, since the power of a fourth power is 1.
//!
//! It is left to show that `χ(Q1) χ(Q2) χ(Q3) = 1` for three points that add up to the neutral element,
//! where none is neutral. They are on a line `Y = m Z + b`, and their Z are the three roots of
//! `Z (Z + σ^2) (Z + 4) - (m Z + b)^2`; a tangent gives a root twice. Its coefficients give the
//! symmetric functions of the roots, and with these
//!
//! `f(Q1) f(Q2) f(Q3) = (2 σ m + b - 2 σ L)^4`.
//!
//! If none of the points is S, this is not zero, and its power is 1. If one is S, none is -S, because the
//! third would be neutral: so none of the negatives is S. They add up to the neutral element too, so the
//! product of their χ is 1; it is the inverse of the product in question.
//!
//! # The kernel of χ is K
//!
//! The kernel has all elements of odd order, since χ has values of order 1, 2 and 4. It has T exactly if
//! `f(T) = -L^2 σ^2 = (L c)^2` is a fourth power: if `L c` or `-L c` is a square, and both are or none, as -1
//! is. For the two signs of σ the product of both `L c` is `(2 + σ) (2 - σ) c^2 = (2 - A) c^2 = A^2 - 4`, which
//! is no square (M has one point of order two). So one sign of σ will do, and [`L`] is made with that: K is
//! in the kernel. `f([2]S) = (2 σ)^2`, and `2 σ` is no square, for either sign. So
//! `χ([2]S) = (2 σ)^((p-1)/2) = -1`, χ(S) has order four, χ takes four values, and the kernel has a quarter of
//! the `8 l` elements of M'. K has as many, so it is the kernel. P has prime order exactly if `χ(Q) = 1`.
//!
//! # The formula
//!
//! `w = v/s = c s/x`. Times x, to have no fraction: `h = x Z = 2 (x (s^2 - 1) + c s)`,
//! `x X = h + (A + 2) x`, `N = x (Y - L Z) = 2 s x X - L h`, and `f = N^2 / (h x)`, which is
//! `N^2 (h x)^3` up to the fourth power of `h x`. Where Q is neutral, x is zero; where Q is S, N is zero;
//! where Q is `[2]S`, h is zero. There the formula gives 0, not 1, and the point is refused, rightly: P is
//! neutral, or Q is not in K.
//!
//! Neither the sign of s nor that of x matters: `-s` adds T to Q, and `-x` negates P.
//!
//! The identities are theorems (`SOUNDNESS.md`). χ is the Tate pairing with S (Silverman, *The Arithmetic of
//! Elliptic Curves*, XI.9). Characters of this kind decide membership in subgroups: Koshelev, eprint
//! 2022/037; Pornin, eprint 2022/1164.

use super::PublicPoint;
use crate::backend::limbs::{Limbs, ONE};
use crate::backend::{AffineNiels, Field, Kernel, Lanes, Machine, Multipliable, Task, lanes};
use crate::curve::both::Both;
use crate::curve::decode::{Ratio, decode_both};
use crate::curve::field::{power_p14, power_p58, splat, times, zeros};
use crate::curve::point::{Extended, Projective};
use crate::single::is_canonical;
use crate::tables::write_rows;

/// `A + 2` of the Montgomery curve.
const A_PLUS_2: Limbs = [486_664, 0, 0, 0, 0];
/// c, the even square root of `-(A + 2)`.
pub(crate) const SQRT_OF_MINUS_A_PLUS_2: Limbs = [
    0x0006_04aa_ff45_7e06,
    0x0002_296f_a350_598d,
    0x0007_f13d_fb16_874f,
    0x0003_5de9_3d84_6e01,
    0xf26e_df46_0a00,
];
/// The slope of the tangent at S, up to sign: `σ + 2`, where σ is the square root of `A + 2` that
/// makes `L c` a square.
const L: Limbs = [
    0x0002_48ef_9c88_4413,
    0xe509_526c_7d34,
    0x0007_d29b_bd8d_6847,
    0x0001_57e1_0fd3_bd6b,
    0x0006_be4f_497f_9a9c,
];

/// Encodings decoded at a time: few enough that their points fit a core's own cache.
const AT_A_TIME: usize = 256;

/// Decodes all; `None` for anything but the canonical encoding of a point of prime order.
pub(super) struct DecodeAll<'a>(pub(super) &'a [[u8; 32]]);

impl Task for DecodeAll<'_> {
    type Output = Vec<Option<PublicPoint>>;

    fn run<M: Machine>(self, machine: M) -> Self::Output {
        let mut points = Vec::with_capacity(self.0.len());
        for encoded in self.0.chunks(AT_A_TIME) {
            let mut rows = [AffineNiels::IDENTITY; AT_A_TIME];
            let rows = &mut rows[..encoded.len()];
            let valid = machine.run(Decode { encoded, rows });
            for (i, (encoded, row)) in encoded.iter().zip(rows).enumerate() {
                let is_valid = valid[i / M::LANES] >> (i % M::LANES) & 1 == 1;
                points.push((is_valid && is_canonical(encoded)).then_some(PublicPoint {
                    encoded: *encoded,
                    row: *row,
                }));
            }
        }
        points
    }
}

/// Decodes some groups of points, one point in each lane, with one inversion for all.
struct Decode<'a> {
    encoded: &'a [[u8; 32]],
    /// The output: a row for each.
    rows: &'a mut [AffineNiels],
}

impl Kernel for Decode<'_> {
    /// The bit mask, for each group, of points of prime order.
    type Output = Vec<u8>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> Vec<u8> {
        let groups = self.encoded.len().div_ceil(M::LANES);
        let mut valid = Vec::with_capacity(groups + 1);
        let mut points = Vec::with_capacity(groups + 1);
        for two in self.encoded.chunks(2 * M::LANES) {
            let (one, other) = two.split_at(M::LANES.min(two.len()));
            let other = if other.is_empty() { one } else { other };
            let groups = [lanes(one, |bytes| *bytes), lanes(other, |bytes| *bytes)];
            for (point, is_point, is_prime) in decode_two(machine, &groups) {
                valid.push(is_point & is_prime);
                points.push(point);
            }
        }
        points.truncate(groups);
        write_rows(machine, &points, 1, self.rows);
        valid
    }
}

/// Decodes two groups in step, since each exponentiation waits for its own results. Returns for
/// each the points, the bit mask of lanes with a point, and that of lanes with a point of prime
/// order.
#[cfg_attr(not(unoptimised), inline(always))]
fn decode_two<M: Machine>(
    machine: M,
    encoded: &[Lanes<[u8; 32]>; 2],
) -> [(Projective<M>, u8, u8); 2] {
    let [one, other] = encoded;
    let [(p, is_p), (q, is_q)] = decode_both(machine, [one, other], [0, 0]);
    let (u, v) = (montgomery(machine, p.y), montgomery(machine, q.y));
    let Both(of_u, of_v) = power_p58(Both(u.uv7, v.uv7));
    let (s, is_s) = u.root(machine, of_u);
    let (t, is_t) = v.root(machine, of_v);
    let Both(chi_p, chi_q) = power_p14(Both(pairing(machine, p, s), pairing(machine, q, t)));
    let one = splat(machine, ONE);
    let is_one = |chi: M::Field| zeros(machine, (chi - one).carry());
    [
        (p.projective(), is_p, is_s & is_one(chi_p)),
        (q.projective(), is_q, is_t & is_one(chi_q)),
    ]
}

/// `u = (1 + y)/(1 - y)`. If y is one, x is zero, and so is the pairing.
#[cfg_attr(not(unoptimised), inline(always))]
fn montgomery<M: Machine>(machine: M, y: M::Field) -> Ratio<M> {
    let one = splat(machine, ONE);
    Ratio::of((one + y).carry(), (one - y).carry())
}

/// `N^2 (h x)^3` of an affine point and s.
#[cfg_attr(not(unoptimised), inline(always))]
fn pairing<M: Machine>(machine: M, point: Extended<M>, s: M::Field) -> M::Field {
    let x = point.x;
    let minus_one = (s.loose().square() - splat(machine, ONE)).carry();
    let half_h = (times(x, minus_one) + times(s, splat(machine, SQRT_OF_MINUS_A_PLUS_2))).carry();
    let h = (half_h + half_h).carry();
    let x_x = (h + times(x, splat(machine, A_PLUS_2))).carry();
    let twice_s = s + s;
    let n = twice_s * x_x.loose() - times(h, splat(machine, L));
    let hx = times(h, x);
    let cube = times(hx, hx.loose().square());
    times(n.carry().loose().square(), cube)
}
