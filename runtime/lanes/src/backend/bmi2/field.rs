//! Field elements of four 64-bit words.
//!
//! Elements are below 2^256, and 2^256 is 38 modulo p: a carry out of the top word is added to the
//! lowest word, times 38.

use super::Bmi2;
use crate::backend::limbs::Limbs;
use crate::backend::{Field, Multipliable};
use std::ops::{Add, Mul, Sub};

/// Any number below 2^256.
#[derive(Clone, Copy)]
pub(crate) struct Element {
    words: [u64; 4],
    machine: Bmi2,
}

impl Element {
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn zero(machine: Bmi2) -> Self {
        Self {
            words: [0; 4],
            machine,
        }
    }
}

/// A number plus `38 high`; the sum must be below 2^256 + 38^2.
#[cfg_attr(not(unoptimised), inline(always))]
fn folded(machine: Bmi2, [a, b, c, d]: [u64; 4], high: u64) -> Element {
    let (a, carry) = a.overflowing_add(high.wrapping_mul(38));
    let (b, carry) = b.carrying_add(0, carry);
    let (c, carry) = c.carrying_add(0, carry);
    let (d, carry) = d.carrying_add(0, carry);
    // A carry means that the lowest word is small.
    let more = if carry { 38 } else { 0 };
    Element {
        words: [a.wrapping_add(more), b, c, d],
        machine,
    }
}

impl Mul for Element {
    type Output = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn mul(self, other: Self) -> Self {
        let Self { words, machine } = self;
        Self {
            words: machine.product(words, &other.words),
            machine,
        }
    }
}

impl Multipliable for Element {
    type Field = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn carry(self) -> Self {
        self
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn square(self) -> Self {
        let Self { words, machine } = self;
        Self {
            words: machine.square(words),
            machine,
        }
    }
}

impl Add for Element {
    type Output = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn add(self, other: Self) -> Self {
        let [a, b, c, d] = self.words;
        let [e, f, g, h] = other.words;
        let (a, carry) = a.overflowing_add(e);
        let (b, carry) = b.carrying_add(f, carry);
        let (c, carry) = c.carrying_add(g, carry);
        let (d, carry) = d.carrying_add(h, carry);
        folded(self.machine, [a, b, c, d], u64::from(carry))
    }
}

impl Sub for Element {
    type Output = Self;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn sub(self, other: Self) -> Self {
        let [a, b, c, d] = self.words;
        let [e, f, g, h] = other.words;
        let (a, borrow) = a.overflowing_sub(e);
        let (b, borrow) = b.borrowing_sub(f, borrow);
        let (c, borrow) = c.borrowing_sub(g, borrow);
        let (d, borrow) = d.borrowing_sub(h, borrow);
        let (a, borrow) = a.overflowing_sub(u64::from(borrow).wrapping_mul(38));
        let (b, borrow) = b.overflowing_sub(u64::from(borrow));
        let (c, borrow) = c.overflowing_sub(u64::from(borrow));
        let (d, borrow) = d.overflowing_sub(u64::from(borrow));
        let a = a.wrapping_sub(u64::from(borrow).wrapping_mul(38));
        Self {
            words: [a, b, c, d],
            machine: self.machine,
        }
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
        self + self - other
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn with(self, mask: u8, if_set: Self) -> Self {
        if mask & 1 == 1 { if_set } else { self }
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    fn exchanged<const DISTANCE: usize>(self) -> Self {
        self // there is no other lane
    }
}

/// From limbs of 51 bits, each below 2^52.
#[cfg_attr(not(unoptimised), inline(always))]
pub(super) fn packed(machine: Bmi2, [a, b, c, d, e]: Limbs) -> Element {
    // A limb of 52 bits overlaps with the next one, so they are added.
    let (w0, carry) = a.overflowing_add(b << 51);
    let (w1, carry) = (b >> 13).carrying_add(c << 38, carry);
    let (w2, carry) = (c >> 26).carrying_add(d << 25, carry);
    let (w3, carry) = (d >> 39).carrying_add(e << 12, carry);
    folded(machine, [w0, w1, w2, w3], u64::from(carry))
}

/// Limbs of 51 bits; the last one may have 52.
#[cfg_attr(not(unoptimised), inline(always))]
pub(super) fn unpacked(element: Element) -> Limbs {
    const MASK: u64 = (1 << 51) - 1;
    let [a, b, c, d] = element.words;
    [
        a & MASK,
        (a >> 51 | b << 13) & MASK,
        (b >> 38 | c << 26) & MASK,
        (c >> 25 | d << 39) & MASK,
        d >> 12,
    ]
}
