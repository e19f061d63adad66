//! Field elements of four 64-bit words.
//!
//! Elements are below 2^256, and 2^256 is 38 modulo p: carries out of the top word return to the
//! lowest, times 38.

use crate::backend::limbs::Limbs;
use crate::backend::{Field, Multipliable};
use std::ops::{Add, Mul, Sub};

/// Any number below 2^256.
#[derive(Clone, Copy)]
pub(crate) struct Element(pub(super) [u64; 4]);

/// The product of two words: the low and the high word.
#[inline(always)]
fn wide(a: u64, b: u64) -> (u64, u64) {
    a.carrying_mul(b, 0)
}

/// The product of a word and a number.
#[inline(always)]
fn row(a: u64, [b0, b1, b2, b3]: [u64; 4]) -> [u64; 5] {
    let (w0, h0) = wide(a, b0);
    let (l1, h1) = wide(a, b1);
    let (l2, h2) = wide(a, b2);
    let (l3, h3) = wide(a, b3);
    let (w1, carry) = l1.overflowing_add(h0);
    let (w2, carry) = l2.carrying_add(h1, carry);
    let (w3, carry) = l3.carrying_add(h2, carry);
    [w0, w1, w2, w3, h3.wrapping_add(u64::from(carry))]
}

/// The sum of a number and five words: the last is below 2^64.
#[inline(always)]
fn add_row([t0, t1, t2, t3]: [u64; 4], [r0, r1, r2, r3, r4]: [u64; 5]) -> [u64; 5] {
    let (w0, carry) = t0.overflowing_add(r0);
    let (w1, carry) = t1.carrying_add(r1, carry);
    let (w2, carry) = t2.carrying_add(r2, carry);
    let (w3, carry) = t3.carrying_add(r3, carry);
    [w0, w1, w2, w3, r4.wrapping_add(u64::from(carry))]
}

/// A number plus `38 high`, a sum below 2^256 + 38^2.
#[inline(always)]
fn folded([a, b, c, d]: [u64; 4], high: u64) -> Element {
    let (a, carry) = a.overflowing_add(high.wrapping_mul(38));
    let (b, carry) = b.carrying_add(0, carry);
    let (c, carry) = c.carrying_add(0, carry);
    let (d, carry) = d.carrying_add(0, carry);
    // After a carry the lowest word is small.
    let more = if carry { 38 } else { 0 };
    Element([a.wrapping_add(more), b, c, d])
}

/// Reduces a product of eight words.
#[inline(always)]
fn reduced([a, b, c, d, e, f, g, h]: [u64; 8]) -> Element {
    let [a, b, c, d, high] = add_row([a, b, c, d], row(38, [e, f, g, h]));
    folded([a, b, c, d], high)
}

impl Mul for Element {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        let [w0, t0, t1, t2, t3] = row(a[0], b);
        let [w1, t0, t1, t2, t3] = add_row([t0, t1, t2, t3], row(a[1], b));
        let [w2, t0, t1, t2, t3] = add_row([t0, t1, t2, t3], row(a[2], b));
        let [w3, w4, w5, w6, w7] = add_row([t0, t1, t2, t3], row(a[3], b));
        reduced([w0, w1, w2, w3, w4, w5, w6, w7])
    }
}

impl Multipliable for Element {
    type Field = Self;

    #[inline(always)]
    fn carry(self) -> Self {
        self
    }

    #[inline(always)]
    fn square(self) -> Self {
        let [a, b, c, d] = self.0;
        // The products of different words, once.
        let (w1, h) = wide(a, b);
        let (l, w3) = wide(a, c);
        let (w2, carry) = l.overflowing_add(h);
        let (l, h) = wide(a, d);
        let (w3, carry) = w3.carrying_add(l, carry);
        let w4 = h.wrapping_add(u64::from(carry));
        let (l, h) = wide(b, c);
        let (w3, carry) = w3.overflowing_add(l);
        let (w4, carry) = w4.carrying_add(h, carry);
        let (l, h) = wide(b, d);
        let (w5, _) = h.carrying_add(0, carry);
        let (w4, carry) = w4.overflowing_add(l);
        let (l, h) = wide(c, d);
        let (w5, carry) = w5.carrying_add(l, carry);
        let w6 = h.wrapping_add(u64::from(carry));
        // Doubled.
        let w7 = w6 >> 63;
        let w6 = w6 << 1 | w5 >> 63;
        let w5 = w5 << 1 | w4 >> 63;
        let w4 = w4 << 1 | w3 >> 63;
        let w3 = w3 << 1 | w2 >> 63;
        let w2 = w2 << 1 | w1 >> 63;
        let w1 = w1 << 1;
        // And the squares.
        let (w0, high) = wide(a, a);
        let (w1, carry) = w1.overflowing_add(high);
        let (low, high) = wide(b, b);
        let (w2, carry) = w2.carrying_add(low, carry);
        let (w3, carry) = w3.carrying_add(high, carry);
        let (low, high) = wide(c, c);
        let (w4, carry) = w4.carrying_add(low, carry);
        let (w5, carry) = w5.carrying_add(high, carry);
        let (low, high) = wide(d, d);
        let (w6, carry) = w6.carrying_add(low, carry);
        let (w7, _) = w7.carrying_add(high, carry);
        reduced([w0, w1, w2, w3, w4, w5, w6, w7])
    }
}

impl Add for Element {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        let (a, carry) = a.overflowing_add(e);
        let (b, carry) = b.carrying_add(f, carry);
        let (c, carry) = c.carrying_add(g, carry);
        let (d, carry) = d.carrying_add(h, carry);
        folded([a, b, c, d], u64::from(carry))
    }
}

impl Sub for Element {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        let (a, borrow) = a.overflowing_sub(e);
        let (b, borrow) = b.borrowing_sub(f, borrow);
        let (c, borrow) = c.borrowing_sub(g, borrow);
        let (d, borrow) = d.borrowing_sub(h, borrow);
        let (a, borrow) = a.overflowing_sub(u64::from(borrow).wrapping_mul(38));
        let (b, borrow) = b.overflowing_sub(u64::from(borrow));
        let (c, borrow) = c.overflowing_sub(u64::from(borrow));
        let (d, borrow) = d.overflowing_sub(u64::from(borrow));
        Self([a.wrapping_sub(u64::from(borrow).wrapping_mul(38)), b, c, d])
    }
}

impl Field for Element {
    type Loose = Self;

    #[inline(always)]
    fn loose(self) -> Self {
        self
    }

    #[inline(always)]
    fn twice_minus(self, other: Self) -> Self {
        self + self - other
    }

    #[inline(always)]
    fn with(self, mask: u8, if_set: Self) -> Self {
        if mask & 1 == 1 { if_set } else { self }
    }

    #[inline(always)]
    fn exchanged<const DISTANCE: usize>(self) -> Self {
        self // there is no other lane
    }
}

/// From limbs of 51 bits, each below 2^52.
#[inline(always)]
pub(super) fn packed([a, b, c, d, e]: Limbs) -> Element {
    // A limb of 52 bits overlaps with the next: they are added.
    let (w0, carry) = a.overflowing_add(b << 51);
    let (w1, carry) = (b >> 13).carrying_add(c << 38, carry);
    let (w2, carry) = (c >> 26).carrying_add(d << 25, carry);
    let (w3, carry) = (d >> 39).carrying_add(e << 12, carry);
    folded([w0, w1, w2, w3], u64::from(carry))
}

/// Limbs of 51 bits; the last one may have 52.
#[inline(always)]
pub(super) fn unpacked(Element([a, b, c, d]): Element) -> Limbs {
    const MASK: u64 = (1 << 51) - 1;
    [
        a & MASK,
        (a >> 51 | b << 13) & MASK,
        (b >> 38 | c << 26) & MASK,
        (c >> 25 | d << 39) & MASK,
        d >> 12,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::limbs::{reduce_limbs, to_bytes};
    use crate::backend::{MAX_LANES, Machine, Portable};
    use crate::curve::field::times;

    /// The operations are plain arithmetic, which any processor has: no [`super::super::Bmi2`] is
    /// needed. Words are the smallest and the largest, around 2^256 - 38 too, and random ones, in
    /// random combinations.
    #[test]
    fn operations_are_exact_at_the_bounds() {
        let mut random = fastrand::Rng::with_seed(8);
        let bounds = [
            0,
            1,
            37,
            38,
            39,
            u64::MAX - 38,
            u64::MAX - 37,
            u64::MAX - 1,
            u64::MAX,
        ];
        let mut element = || {
            let words = std::array::from_fn(|_| match random.bool() {
                true => bounds[random.usize(..bounds.len())],
                false => random.u64(..),
            });
            Element(words)
        };
        let portable = |element: Element| {
            let limbs = unpacked(element);
            // The last limb may have 52 bits.
            Portable.field(&[reduce_limbs(reduce_limbs(limbs)); MAX_LANES])
        };
        let encoded = |element: Element| to_bytes(unpacked(element));
        let expected = |field| to_bytes(Portable.limbs(field)[0]);
        for _ in 0..if cfg!(miri) { 200 } else { 200_000 } {
            let (a, b) = (element(), element());
            let (p, q) = (portable(a), portable(b));
            assert_eq!(encoded(a * b), expected(times(p, q)));
            assert_eq!(encoded(a.square()), expected(times(p, p)));
            assert_eq!(encoded(a + b), expected((p + q).carry()));
            assert_eq!(encoded(a - b), expected((p - q).carry()));
            assert_eq!(encoded(packed(unpacked(a))), encoded(a));
        }
    }
}
