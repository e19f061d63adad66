//! Field elements of five 51-bit limbs.
//!
//! The instructions multiply 52-bit numbers and add the product's low or high 52 bits. A sum or
//! difference uses a limb's spare bit until it is carried, so both operations carry at once: their
//! results can be multiplied, as products can.

use super::words::U64x8;
use crate::backend::limbs::Limbs;
use crate::backend::{Field, Multipliable, Word};
use std::ops::{Add, Mul, Sub};

/// Elements whose limbs are at most 2^51 + 2^14. Only the product in a negated row may have limbs up
/// to 2^52 - 2: it is never used except in multiplications.
#[derive(Clone, Copy)]
pub(crate) struct Element(pub(super) [U64x8; 5]);

const LIMB_BITS: u32 = 51;
const LIMB_MASK: u64 = (1 << LIMB_BITS) - 1;
/// 2p: each limb is larger than any limb of an element, and at most 2^52.
pub(super) const TWICE_P: Limbs = [
    2 * (LIMB_MASK - 18),
    2 * LIMB_MASK,
    2 * LIMB_MASK,
    2 * LIMB_MASK,
    2 * LIMB_MASK,
];

/// Propagates the carries of limbs, all at once. The highest limb must be below 863 * 2^51: 19 times
/// its carry is then at most 2^14. Any carry of another limb is smaller.
#[cfg_attr(not(unoptimised), inline(always))]
pub(super) fn carried(limbs: [U64x8; 5]) -> Element {
    let [a, b, c, d, e] = limbs;
    let mask = a.splat(LIMB_MASK);
    let high = |limb: U64x8| limb.shift_right::<LIMB_BITS>();
    Element([
        (a & mask) + times_19(high(e)),
        (b & mask) + high(a),
        (c & mask) + high(b),
        (d & mask) + high(c),
        (e & mask) + high(d),
    ])
}

/// 2^255 is 19 modulo p.
#[cfg_attr(not(unoptimised), inline(always))]
fn times_19(limb: U64x8) -> U64x8 {
    limb.times(limb.splat(19))
}

/// Adds the columns of 2^255 and above to those below.
#[cfg_attr(not(unoptimised), inline(always))]
fn folded(columns: [U64x8; 10]) -> Element {
    let [a, b, c, d, e, f, g, h, i, j] = columns;
    carried([
        a + times_19(f),
        b + times_19(g),
        c + times_19(h),
        d + times_19(i),
        e + times_19(j),
    ])
}

impl Add for Element {
    type Output = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn add(self, other: Self) -> Self {
        let mut sum = self.0;
        for (limb, other) in sum.iter_mut().zip(other.0) {
            *limb = *limb + other;
        }
        carried(sum)
    }
}

impl Sub for Element {
    type Output = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn sub(self, other: Self) -> Self {
        let mut difference = self.0;
        for ((limb, other), twice_p) in difference.iter_mut().zip(other.0).zip(TWICE_P) {
            *limb = *limb + limb.splat(twice_p) - other;
        }
        carried(difference)
    }
}

impl Field for Element {
    type Loose = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn loose(self) -> Self {
        self
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn twice_minus(self, other: Self) -> Self {
        let mut difference = self.0;
        for ((limb, other), twice_p) in difference.iter_mut().zip(other.0).zip(TWICE_P) {
            *limb = *limb + *limb + limb.splat(twice_p) - other;
        }
        carried(difference)
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn with(self, mask: u8, if_set: Self) -> Self {
        let mut chosen = self.0;
        for (limb, if_set) in chosen.iter_mut().zip(if_set.0) {
            *limb = limb.with(mask, if_set);
        }
        Self(chosen)
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn exchanged<const DISTANCE: usize>(self) -> Self {
        let mut limbs = self.0;
        for limb in &mut limbs {
            *limb = match DISTANCE {
                1 => limb.permute::<0b10_11_00_01>(),
                2 => limb.permute::<0b01_00_11_10>(),
                _ => limb.exchange_halves(),
            };
        }
        Self(limbs)
    }
}

impl Mul for Element {
    type Output = Self;

    /// Column by column. A high half has weight 2^52, and each column weighs 2^51 times the one
    /// before. So the low halves of a column are added to the doubled high halves of the previous
    /// column.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn mul(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        let mut columns = [a[0].splat(0); 10];
        for i in 0..5 {
            for j in 0..5 {
                columns[i + j + 1] = columns[i + j + 1].add_high(a[i], b[j]);
            }
        }
        for column in &mut columns {
            *column = *column + *column;
        }
        for i in 0..5 {
            for j in 0..5 {
                columns[i + j] = columns[i + j].add_low(a[i], b[j]);
            }
        }
        folded(columns)
    }
}

impl Multipliable for Element {
    type Field = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn carry(self) -> Self {
        self
    }

    /// Like a product, but equal terms are computed once and doubled.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn square(self) -> Self {
        let a = self.0;
        let mut columns = [a[0].splat(0); 10];
        for i in 0..5 {
            for j in 0..i {
                columns[i + j + 1] = columns[i + j + 1].add_high(a[i], a[j]);
            }
        }
        for column in &mut columns {
            *column = *column + *column;
        }
        // High halves are doubled once more than low ones; at this point the columns hold half
        // their value.
        for i in 0..5 {
            columns[2 * i + 1] = columns[2 * i + 1].add_high(a[i], a[i]);
            for j in 0..i {
                columns[i + j] = columns[i + j].add_low(a[i], a[j]);
            }
        }
        for column in &mut columns {
            *column = *column + *column;
        }
        for i in 0..5 {
            columns[2 * i] = columns[2 * i].add_low(a[i], a[i]);
        }
        folded(columns)
    }
}
