//! Whether `[u]D` is neutral, in one lane: a single sum, with half the doublings that `D` itself
//! takes.

use super::euclid::{Integer, is_less};
use super::halves::Halves;
use super::inverse::P;
use super::naf::{Naf, naf};
use crate::Layout;
use crate::Rule;
use crate::backend::{AffineNiels, Kernel, MAX_LANES, Machine};
use crate::curve::decode::decode_both;
use crate::curve::point::{Cached, Completed, Extended};
use crate::tables::base_rows;

/// Width of the digits of `u` and `v`.
pub(super) const WIDTH: u32 = 5;
/// The number of odd multiples for such digits.
const MULTIPLES: usize = 1 << (WIDTH - 2);
/// Width of the digits of `u s`: rows of the base point's tables include their odd multiples.
const BASE_WIDTH: u32 = Layout::BASE.width();
/// Index of the base point's table for `2^128 B`: `[u s]B` is a sum of two short multiples.
pub(super) const UPPER: usize = 128 / Layout::BASE.window();

/// The operands of `[u]D = [u s]B - [v]A - [u]R`.
pub(crate) struct Halved<'a> {
    pub(super) public_key: &'a [u8; 32],
    pub(super) r: &'a [u8; 32],
    pub(super) halves: Halves,
    /// `u s` modulo `l`.
    pub(super) us: Integer,
    pub(super) rule: Rule,
}

impl Kernel for Halved<'_> {
    /// Whether both points decode, and `[u]D` is neutral; by ZIP-215, `[8 u]D`.
    type Output = bool;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> bool {
        // -[v]A is computed as [-v]A.
        let negated = [u8::from(!self.halves.v_is_negative), 1];
        let encoded = [&[*self.public_key; MAX_LANES], &[*self.r; MAX_LANES]];
        let [(a, is_a), (r, is_r)] = decode_both(machine, encoded, negated);
        if is_a & is_r & 1 == 0 {
            return false;
        }
        let terms = [
            (odd_multiples(machine, a), naf(self.halves.v, WIDTH)),
            (odd_multiples(machine, r), naf(self.halves.u, WIDTH)),
        ];
        let [a, b, c, d] = self.us;
        let base_terms = [
            (base_table(0), naf([a, b, 0, 0], BASE_WIDTH)),
            (base_table(UPPER), naf([c, d, 0, 0], BASE_WIDTH)),
        ];
        let sum = sum(machine, &terms, &base_terms);
        let sum = match self.rule {
            Rule::Nep364 => sum,
            Rule::Zip215 => sum.double_times(3),
        };
        sum.projective().neutral(machine) & 1 == 1
    }
}

/// The rows of a table of the base point.
pub(super) fn base_table(table: usize) -> &'static [AffineNiels] {
    let multiples = Layout::BASE.multiples();
    &base_rows()[table * multiples..][..multiples]
}

/// The point times 1, 3, 5 and so on.
#[cfg_attr(not(unoptimised), inline(always))]
fn odd_multiples<M: Machine>(machine: M, point: Extended<M>) -> [Cached<M>; MULTIPLES] {
    let twice = point.projective().double().extended().cached(machine);
    let mut multiple = point;
    let mut multiples = [point.cached(machine); MULTIPLES];
    for cached in &mut multiples[1..] {
        multiple = multiple.add_cached(twice).extended();
        *cached = multiple.cached(machine);
    }
    multiples
}

#[cfg_attr(not(unoptimised), inline(always))]
fn sum<M: Machine>(
    machine: M,
    terms: &[([Cached<M>; MULTIPLES], Naf); 2],
    base_terms: &[(&[AffineNiels], Naf); 2],
) -> Completed<M> {
    let mut sum = Completed::identity(machine);
    let is_used = |position: &usize| {
        let of_points = terms.iter().map(|(_, digits)| digits[*position]);
        let of_base = base_terms.iter().map(|(_, digits)| digits[*position]);
        of_points.chain(of_base).any(|digit| digit != 0)
    };
    let Some(top) = (0..terms[0].1.len()).rev().find(is_used) else {
        return sum;
    };
    for position in (0..=top).rev() {
        sum = sum.projective().double();
        for (multiples, digits) in terms {
            let digit = digits[position];
            if digit != 0 {
                let multiple = multiples[usize::from(digit.unsigned_abs()) / 2];
                sum = sum
                    .extended()
                    .add_cached(multiple.with_sign(machine, digit < 0));
            }
        }
        for (rows, digits) in base_terms {
            let digit = digits[position];
            if digit != 0 {
                let row = &rows[usize::from(digit.unsigned_abs()) - 1];
                let affine = machine.affine(&[row; MAX_LANES], u8::from(digit < 0));
                sum = sum.extended().add_affine(affine);
            }
        }
    }
    sum
}

/// Whether these bytes can be the canonical encoding of a point: y is below p, and an x of zero has
/// no sign.
pub(crate) fn is_canonical(encoded: &[u8; 32]) -> bool {
    const ONE: Integer = [1, 0, 0, 0];
    const MINUS_ONE: Integer = [P[0] - 1, P[1], P[2], P[3]];
    let mut y = super::euclid::from_bytes(encoded);
    let has_sign = y[3] >> 63 == 1;
    y[3] &= u64::MAX >> 1;
    // x is zero if y is 1 or -1.
    is_less(y, P) && !(has_sign && (y == ONE || y == MINUS_ONE))
}
