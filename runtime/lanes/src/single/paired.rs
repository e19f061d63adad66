//! Whether `[u]D` is neutral, on a machine for two points at a time. `-[v]A` and `-[u]R` are
//! computed side by side, each with half of `[u s]B`, and added at the end.

use super::euclid::{Integer, length, plus, to_bytes};
use super::halved::{Halved, UPPER, base_table};
use crate::Rule;
use crate::backend::ifma::{CachedPair, Ifma, Pair};
use crate::backend::limbs::{self, ZERO, reduce_limbs};
use crate::backend::{AffineNiels, MAX_LANES, Machine, Routine};
use crate::curve::decode::decode_signs;

/// Bits of the digits of `u` and `v`.
const WINDOW: u32 = 4;
/// Adding this to a number turns each digit `d` of four bits, from -8 to 7, into `d + 8`.
const EIGHTS: Integer = [0x8888_8888_8888_8888; 4];
/// Adding this to a number turns each digit `d` of eight bits, from -128 to 127, into `d + 128`.
const HALVES_OF_BYTES: Integer = [0x8080_8080_8080_8080; 4];

/// The computation of a [`Halved`] on this machine.
pub(super) struct Paired<'a>(pub(super) Ifma, pub(super) Halved<'a>);

impl Routine for Paired<'_> {
    /// Like [`Halved`]'s.
    type Output = bool;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run(self) -> bool {
        let Self(machine, halved) = self;
        let mut encoded = [*halved.public_key; MAX_LANES];
        encoded[1] = *halved.r;
        // -[v]A is computed as [-v]A.
        let negated = 0b10 | u8::from(!halved.halves.v_is_negative);
        let (points, are_points) = decode_signs(machine, &encoded, negated);
        if are_points & 0b11 != 0b11 {
            return false;
        }
        let mut affine = [[ZERO; 3]; 2];
        for (i, coordinate) in [points.x, points.y, points.t].into_iter().enumerate() {
            let lanes = machine.limbs(coordinate);
            affine[0][i] = reduce_limbs(lanes[0]);
            affine[1][i] = reduce_limbs(lanes[1]);
        }
        let sums = sums(machine, &halved, Pair::of(machine, affine));
        let mut sum = sums.add(sums.exchanged().cached(machine));
        if halved.rule == Rule::Zip215 {
            sum = sum.double().double().double();
        }
        let [x, y, z] = sum.first(machine).map(limbs::to_bytes);
        // The point of order two also has x = 0, but y = -1.
        x == [0; 32] && y == z
    }
}

/// `-[v]A` plus the lower half of `[u s]B`, and `-[u]R` plus its upper half; `pair` is A or -A, and
/// -R.
#[cfg_attr(not(unoptimised), inline(always))]
fn sums(machine: Ifma, halved: &Halved<'_>, pair: Pair) -> Pair {
    let multiples = multiples(machine, pair);
    // Two bits more: all digits below the highest one can sum to almost half a unit of it.
    let longest = length(halved.halves.u).max(length(halved.halves.v));
    let steps = (longest + 2).div_ceil(WINDOW) as usize;
    // The upper half of `u s` has sixteen digits, one in every second step.
    let steps = steps.max(2 * UPPER - 1);
    let v = to_bytes(plus(halved.halves.v, EIGHTS));
    let u = to_bytes(plus(halved.halves.u, EIGHTS));
    let us = to_bytes(plus(halved.us, HALVES_OF_BYTES));
    let (lower, upper) = (base_table(0), base_table(UPPER));

    let mut sums = Pair::identity(machine);
    for step in (0..steps).rev() {
        sums = sums.double().double().double().double();
        let multiple = &multiples[nibble(&v, step)];
        sums = sums.add(multiple.with_second(&multiples[nibble(&u, step)]));
        if step % 2 == 0 && step < 2 * UPPER {
            let [low, high] =
                [us[step / 2], us[UPPER + step / 2]].map(|byte| i16::from(byte) - 128);
            let rows = [row(lower, low), row(upper, high)];
            sums = sums.add(CachedPair::of_rows(machine, rows, [low < 0, high < 0]));
        }
    }
    sums
}

/// The pair's multiples by -8 to 7.
#[cfg_attr(not(unoptimised), inline(always))]
fn multiples(machine: Ifma, pair: Pair) -> [CachedPair; 16] {
    let one = pair.cached(machine);
    let mut multiples = [CachedPair::identity(machine); 16];
    let mut multiple = pair;
    for i in 1..8 {
        let cached = multiple.cached(machine);
        multiples[8 + i] = cached;
        multiples[8 - i] = cached.negated();
        multiple = multiple.add(one);
    }
    multiples[0] = multiple.cached(machine).negated();
    multiples
}

fn nibble(number: &[u8; 32], i: usize) -> usize {
    usize::from(number[i / 2] >> (4 * (i % 2)) & 0xf)
}

fn row(rows: &'static [AffineNiels], digit: i16) -> &'static AffineNiels {
    match digit.unsigned_abs() {
        0 => &AffineNiels::IDENTITY,
        multiple => &rows[usize::from(multiple) - 1],
    }
}
