//! `U = [s]B - [c]Y` and `V = [s]H - [c]Gamma`, one proof in each lane.
//!
//! Draft-13 has l - c in place of -c. For points with a part of small order the two multiples
//! differ. With `l = 2^252 + e`, l - c is `2^252 + (e - c)`, and e - c is between -2^128 and 2^125.
//! So its signed digits are those of a 128-bit number and the digit of 2^252. The bits between are
//! all 0, or all 1 with a carry that turns their digits into 0.

use super::VrfSuite;
use super::to_curve::Coordinates;
use crate::Layout;
use crate::added::{add_base, add_digit};
use crate::backend::limbs::{Limbs, ONE};
use crate::backend::{AffineNiels, Field, Kernel, Lanes, Machine, Multipliable, lanes};
use crate::combine::{Term, encode};
use crate::curve::field::{invert_all, splat, times};
use crate::curve::point::{Completed, Extended, Projective};
use crate::points::tables_of;
use crate::tables::{Digits, base_rows, digits};
use curve25519_dalek::scalar::Scalar;

/// The tables for [`Layout::ONCE`] of these points, one after another.
pub(super) struct TablesOf<'a>(pub(super) &'a [Coordinates]);

impl Kernel for TablesOf<'_> {
    type Output = Vec<AffineNiels>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> Vec<AffineNiels> {
        let mut groups = Vec::with_capacity(self.0.len().div_ceil(M::LANES));
        for group in self.0.chunks(M::LANES) {
            let coordinate = |i: usize| machine.field(&lanes(group, |point| point[i]));
            let (x, y, z) = (coordinate(0), coordinate(1), coordinate(2));
            groups.push(Extended {
                x: times(x, z),
                y: times(y, z),
                z: z.loose().square(),
                t: times(x, y),
            });
        }
        tables_of(machine, &groups, self.0.len())
    }
}

/// The encodings of the points with these rows, or of their negatives.
pub(super) struct EncodeRows<'a> {
    pub(super) rows: &'a [&'a AffineNiels],
    pub(super) negated: bool,
}

impl Kernel for EncodeRows<'_> {
    type Output = Vec<[u8; 32]>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> Self::Output {
        let negated = if self.negated { u8::MAX } else { 0 };
        let mut encoded = Vec::with_capacity(self.rows.len());
        for group in self.rows.chunks(M::LANES) {
            let point = machine.affine(&lanes(group, |row| *row), negated);
            let (plus, minus) = (point.plus.carry(), point.minus.carry());
            let x = machine.limbs((plus - minus).carry());
            let y = machine.limbs((plus + minus).carry());
            for lane in 0..group.len() {
                encoded.push(encode(x[lane], y[lane]).encoded);
            }
        }
        encoded
    }
}

/// The digits of a proof's scalars.
pub(super) struct Scalars {
    /// c, or c - l, for the layout of the key's tables, and for [`Layout::ONCE`].
    c_of_key: Digits,
    c: Digits,
    /// s for [`Layout::ONCE`], and for [`Layout::BASE`].
    s: Digits,
    s_of_base: Digits,
}

impl Scalars {
    pub(super) fn of(suite: VrfSuite, c: &[u8; 32], s: &Scalar, key: Layout) -> Self {
        let c = |layout| match suite {
            VrfSuite::Draft13 => {
                let l_minus_c = -Scalar::from_bytes_mod_order(*c);
                digits(l_minus_c.as_bytes(), layout).map(|digit| -digit)
            }
            VrfSuite::Tai | VrfSuite::Ell2 | VrfSuite::Draft03 => digits(c, layout),
        };
        Self {
            c_of_key: c(key),
            c: c(Layout::ONCE),
            s: digits(s.as_bytes(), Layout::ONCE),
            s_of_base: digits(s.as_bytes(), Layout::BASE),
        }
    }
}

/// A proof with the tables of its points. The key's have their own layout, the others
/// [`Layout::ONCE`].
pub(super) struct Operands<'a> {
    pub(super) scalars: &'a Scalars,
    pub(super) minus_key: &'a [AffineNiels],
    pub(super) minus_gamma: &'a [AffineNiels],
    pub(super) h: &'a [AffineNiels],
}

/// The encodings of U and V of each proof.
pub(super) struct Equations<'a> {
    pub(super) operands: &'a [Operands<'a>],
    /// The layout of the keys' tables.
    pub(super) layout: Layout,
    pub(super) suite: VrfSuite,
}

impl Kernel for Equations<'_> {
    type Output = Vec<[[u8; 32]; 2]>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> Self::Output {
        let groups = self.operands.len().div_ceil(M::LANES);
        let mut points = Vec::with_capacity(2 * groups);
        let mut z = Vec::with_capacity(2 * groups);
        for group in self.operands.chunks(M::LANES) {
            let u = u(machine, group, self.layout, self.suite);
            let v = v(machine, group, self.suite);
            z.push(u.z);
            z.push(v.z);
            points.push([u, v]);
        }
        let inverses = invert_all(&z, splat(machine, ONE));
        let mut encoded = Vec::with_capacity(self.operands.len());
        let groups = self.operands.chunks(M::LANES);
        for ((group, points), inverses) in groups.zip(points).zip(inverses.chunks_exact(2)) {
            let affine = |point: Projective<M>, inverse| {
                [
                    machine.limbs(times(point.x, inverse)),
                    machine.limbs(times(point.y, inverse)),
                ]
            };
            let u = affine(points[0], inverses[0]);
            let v = affine(points[1], inverses[1]);
            for lane in 0..group.len() {
                let of = |[x, y]: &[Lanes<Limbs>; 2]| encode(x[lane], y[lane]).encoded;
                encoded.push([of(&u), of(&v)]);
            }
        }
        encoded
    }
}

/// The number of digits of c, which has 128 bits; the highest digit's carry adds one.
const fn digits_of_c(layout: Layout) -> usize {
    128 / layout.window() + 1
}

/// Whether this digit of c, or of c - l in draft-13, can be other than 0.
const fn has_digit(suite: VrfSuite, layout: Layout, digit: usize) -> bool {
    digit < digits_of_c(layout)
        || matches!(suite, VrfSuite::Draft13) && digit == 252 / layout.window()
}

/// `[s]B - [c]Y`.
#[cfg_attr(not(unoptimised), inline(always))]
fn u<M: Machine>(
    machine: M,
    group: &[Operands<'_>],
    layout: Layout,
    suite: VrfSuite,
) -> Projective<M> {
    let terms = lanes(group, |proof| Term {
        rows: proof.minus_key,
        digits: &proof.scalars.c_of_key,
    });
    let base = lanes(group, |proof| Term {
        rows: base_rows(),
        digits: &proof.scalars.s_of_base,
    });
    let steps = match suite {
        VrfSuite::Draft13 => layout.steps(),
        VrfSuite::Tai | VrfSuite::Ell2 | VrfSuite::Draft03 => {
            layout.steps().min(digits_of_c(layout))
        }
    };
    let mut sum = Completed::identity(machine);
    for step in (0..steps).rev() {
        sum = sum.double_times(layout.window());
        for table in 0..layout.tables() {
            let digit = table * layout.steps() + step;
            if has_digit(suite, layout, digit) {
                sum = add_digit(machine, sum, layout, &terms[..M::LANES], table, digit);
            }
        }
    }
    add_base(machine, sum, &base[..M::LANES]).projective()
}

/// `[s]H - [c]Gamma`.
#[cfg_attr(not(unoptimised), inline(always))]
fn v<M: Machine>(machine: M, group: &[Operands<'_>], suite: VrfSuite) -> Projective<M> {
    let layout = Layout::ONCE;
    let h = lanes(group, |proof| Term {
        rows: proof.h,
        digits: &proof.scalars.s,
    });
    let gamma = lanes(group, |proof| Term {
        rows: proof.minus_gamma,
        digits: &proof.scalars.c,
    });
    let mut sum = Completed::identity(machine);
    for digit in (0..layout.digits()).rev() {
        sum = sum.double_times(layout.window());
        sum = add_digit(machine, sum, layout, &h[..M::LANES], 0, digit);
        if has_digit(suite, layout, digit) {
            sum = add_digit(machine, sum, layout, &gamma[..M::LANES], 0, digit);
        }
    }
    sum.projective()
}
