//! Field elements of ten limbs, alternately of 26 and 25 bits.
//!
//! The instruction multiplies 32-bit numbers. A limb's spare bits hold one sum or difference
//! without a carry, even multiplied by 19, but not two.

use super::product::{product, square};
use super::words::U64x4;
use crate::backend::{Field, Multipliable, Routine, Word};
use std::ops::{Add, Mul, Sub};

/// Elements whose limbs are at most 257/256 times 2^26 (the even ones) or 2^25.
#[derive(Clone, Copy)]
pub(crate) struct Tight(pub(super) [U64x4; 10]);

/// Elements whose limbs are at most three times those of [`Tight`]: the even limbs, times 19, fit
/// 32 bits.
#[derive(Clone, Copy)]
pub(crate) struct Loose(pub(super) [U64x4; 10]);

pub(super) const EVEN_BITS: u32 = 26;
const ODD_BITS: u32 = 25;
const EVEN_MASK: u64 = (1 << EVEN_BITS) - 1;
const ODD_MASK: u64 = (1 << ODD_BITS) - 1;

/// Limbs of 2p, each larger than any limb of a tight element.
pub(super) const fn twice_p(limb: usize) -> u64 {
    match limb {
        0 => 2 * (EVEN_MASK - 18),
        _ if limb.is_multiple_of(2) => 2 * EVEN_MASK,
        _ => 2 * ODD_MASK,
    }
}

/// Splits each limb of 51 bits into two.
#[cfg_attr(not(unoptimised), inline(always))]
pub(super) fn split(words: [U64x4; 5]) -> [U64x4; 10] {
    let mask = words[0].splat(EVEN_MASK);
    let mut limbs = [mask; 10];
    for (i, word) in words.into_iter().enumerate() {
        limbs[2 * i] = word & mask;
        limbs[2 * i + 1] = word.shift_right::<EVEN_BITS>();
    }
    limbs
}

/// Splits limb `i` into the bits that its size holds and the bits above.
#[cfg_attr(not(unoptimised), inline(always))]
fn low_and_high(i: usize, limb: U64x4) -> (U64x4, U64x4) {
    if i.is_multiple_of(2) {
        (
            limb & limb.splat(EVEN_MASK),
            limb.shift_right::<EVEN_BITS>(),
        )
    } else {
        (limb & limb.splat(ODD_MASK), limb.shift_right::<ODD_BITS>())
    }
}

/// 2^255 is 19 modulo p.
#[cfg_attr(not(unoptimised), inline(always))]
fn times_19(limb: U64x4) -> U64x4 {
    limb + limb.shift_left::<1>() + limb.shift_left::<4>()
}

/// Propagates the carries of products, whose columns are below 2^63, in two chains that meet.
#[cfg_attr(not(unoptimised), inline(always))]
fn carried(columns: [U64x4; 10]) -> Tight {
    let mut limbs = columns;
    for i in [0, 4, 1, 5, 2, 6, 3, 7, 4, 8] {
        let (low, high) = low_and_high(i, limbs[i]);
        limbs[i] = low;
        limbs[i + 1] = limbs[i + 1] + high;
    }
    let (low, high) = low_and_high(9, limbs[9]);
    limbs[9] = low;
    let (low, high) = low_and_high(0, limbs[0] + times_19(high));
    limbs[0] = low;
    limbs[1] = limbs[1] + high;
    Tight(limbs)
}

/// Propagates the carries of limbs below 2^32, all at once.
#[cfg_attr(not(unoptimised), inline(always))]
fn carried_once(limbs: [U64x4; 10]) -> Tight {
    let (first, mut carry) = low_and_high(9, limbs[9]);
    carry = times_19(carry);
    let mut carried = limbs;
    for i in 0..9 {
        let (low, high) = low_and_high(i, limbs[i]);
        carried[i] = low + carry;
        carry = high;
    }
    carried[9] = first + carry;
    Tight(carried)
}

impl Add for Tight {
    type Output = Loose;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn add(self, other: Self) -> Loose {
        let mut sum = self.0;
        for (limb, other) in sum.iter_mut().zip(other.0) {
            *limb = *limb + other;
        }
        Loose(sum)
    }
}

impl Sub for Tight {
    type Output = Loose;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn sub(self, other: Self) -> Loose {
        let mut difference = self.0;
        for (i, limb) in difference.iter_mut().enumerate() {
            *limb = *limb + limb.splat(twice_p(i)) - other.0[i];
        }
        Loose(difference)
    }
}

impl Field for Tight {
    type Loose = Loose;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn loose(self) -> Loose {
        Loose(self.0)
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn twice_minus(self, other: Self) -> Loose {
        let mut difference = self.0;
        for (i, limb) in difference.iter_mut().enumerate() {
            *limb = *limb + *limb + limb.splat(twice_p(i)) - other.0[i];
        }
        carried_once(difference).loose()
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
                _ => limb.permute::<0b01_00_11_10>(),
            };
        }
        Self(limbs)
    }
}

// Not inlined: the code of a product is so long that the instruction cache holds few copies.

struct Multiply<'a>(&'a Loose, &'a Loose);

impl Routine for Multiply<'_> {
    type Output = Tight;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run(self) -> Tight {
        carried(product(self.0.0, self.1.0))
    }
}

struct MultiplyWithItself<'a>(&'a Loose);

impl Routine for MultiplyWithItself<'_> {
    type Output = Tight;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run(self) -> Tight {
        carried(square(self.0.0))
    }
}

impl Mul for Loose {
    type Output = Tight;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn mul(self, other: Self) -> Tight {
        self.0[0].call(Multiply(&self, &other))
    }
}

impl Multipliable for Loose {
    type Field = Tight;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn carry(self) -> Tight {
        carried_once(self.0)
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn square(self) -> Tight {
        self.0[0].call(MultiplyWithItself(&self))
    }
}
