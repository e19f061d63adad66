//! Two points at a time, each in four lanes: one lane for each coordinate.
//!
//! The formulas are those of [`crate::curve::point`], scheduled for four processors (Hisil, Wong,
//! Carter and Dawson, 2008, section 4): one multiplication computes all four products of a step.

use super::field::{Element, TWICE_P, carried};
use super::words::{Ifma, U64x8};
use crate::backend::limbs::{Limbs, ONE, ZERO};
use crate::backend::{AffineNiels, Machine, Word};
use crate::curve::field::TWICE_D;

/// Bit masks of both points' lanes.
const FIRST: u8 = 0b0001_0001;
const SECOND: u8 = 0b0010_0010;
const THIRD: u8 = 0b0100_0100;
const FOURTH: u8 = 0b1000_1000;
/// The lanes of the second point.
const OF_SECOND_POINT: u8 = 0b1111_0000;

/// Two points: X, Y, Z and T of each, with `x = X/Z`, `y = Y/Z`, `x y = T/Z`.
#[derive(Clone, Copy)]
pub(crate) struct Pair(Element);

/// Two points for repeated additions: `Y - X`, `Y + X`, `2Z` and `2d T` of each, or half of these
/// values.
#[derive(Clone, Copy)]
pub(crate) struct CachedPair(Element);

/// The points' lanes in this order, for both points alike.
#[cfg_attr(not(unoptimised), inline(always))]
fn permuted<const ORDER: i32>(element: Element) -> [U64x8; 5] {
    let [a, b, c, d, e] = element.0;
    [
        a.permute::<ORDER>(),
        b.permute::<ORDER>(),
        c.permute::<ORDER>(),
        d.permute::<ORDER>(),
        e.permute::<ORDER>(),
    ]
}

/// The factors of the coordinates of sums, from the products A, B, D and C of an addition.
#[cfg_attr(not(unoptimised), inline(always))]
fn factors_of_sum(products: Element) -> (Element, Element) {
    // E = B - A, F = D - C, G = D + C, H = B + A: E F, G H, F G and E H.
    let left = sum(
        permuted::<{ order(1, 2, 2, 1) }>(products),
        permuted::<{ order(0, 3, 3, 0) }>(products),
        FIRST | THIRD | FOURTH,
    );
    let right = sum(
        permuted::<{ order(2, 1, 2, 1) }>(products),
        permuted::<{ order(3, 0, 3, 0) }>(products),
        FIRST,
    );
    (left, right)
}

/// The sums, or differences in the lanes of the bit mask `negative`.
#[cfg_attr(not(unoptimised), inline(always))]
fn sum(a: [U64x8; 5], b: [U64x8; 5], negative: u8) -> Element {
    let mut sums = a;
    for i in 0..5 {
        let minus_b = b[i].splat(TWICE_P[i]) - b[i];
        sums[i] = a[i] + b[i].with(negative, minus_b);
    }
    carried(sums)
}

/// The order of lanes, encoded for the instruction.
const fn order(first: i32, second: i32, third: i32, fourth: i32) -> i32 {
    first | second << 2 | third << 4 | fourth << 6
}

impl Pair {
    /// Two affine points: x, y and x y of each.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn of(machine: Ifma, [[ax, ay, at], [bx, by, bt]]: [[Limbs; 3]; 2]) -> Self {
        Self(machine.field(&[ax, ay, ONE, at, bx, by, ONE, bt]))
    }

    /// The neutral element, twice.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn identity(machine: Ifma) -> Self {
        Self::of(machine, [[ZERO, ONE, ZERO]; 2])
    }

    /// X, Y and Z of the first point.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn first(self, machine: Ifma) -> [Limbs; 3] {
        let [x, y, z, ..] = machine.limbs(self.0);
        [x, y, z]
    }

    /// Both doubled.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn double(self) -> Self {
        let left = Element(permuted::<{ order(0, 1, 2, 0) }>(self.0));
        let right = Element(permuted::<{ order(0, 1, 2, 1) }>(self.0));
        let (left, right) = Self(left * right).factors_of_double();
        Self(left * right)
    }

    /// The factors of the coordinates of doubled points, from X^2, Y^2, Z^2 and XY.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn factors_of_double(self) -> (Element, Element) {
        let xx = permuted::<{ order(0, 0, 0, 0) }>(self.0);
        let yy = permuted::<{ order(1, 1, 1, 1) }>(self.0);
        let zz = permuted::<{ order(2, 2, 2, 2) }>(self.0);
        let xy = permuted::<{ order(3, 3, 2, 3) }>(self.0); // Z^2 in the third
        let (mut left, mut right) = (xy, zz);
        // E = 2XY, F = 2Z^2 - G, G = Y^2 - X^2, H = Y^2 + X^2: E F, G H, F G and E H.
        for i in 0..5 {
            let twice_p = xx[i].splat(TWICE_P[i]);
            let g = yy[i] + (twice_p - xx[i]);
            let minus_g = xx[i] + (twice_p - yy[i]);
            let h = xx[i] + yy[i];
            let twice = xy[i] + xy[i];
            left[i] = twice.with(SECOND, g).with(THIRD, twice + minus_g);
            right[i] = h.with(FIRST, zz[i] + zz[i] + minus_g).with(THIRD, g);
        }
        (carried(left), carried(right))
    }

    /// The sums of the first points and of the second points.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn add(self, other: CachedPair) -> Self {
        let (left, right) = factors_of_sum(self.differences_and_sums() * other.0);
        Self(left * right)
    }

    /// `Y - X`, `Y + X`, Z and T.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn differences_and_sums(self) -> Element {
        let y = permuted::<{ order(1, 1, 2, 3) }>(self.0);
        let x = permuted::<{ order(0, 0, 0, 0) }>(self.0);
        let mut sums = y;
        for i in 0..5 {
            let minus_x = x[i].splat(TWICE_P[i]) - x[i];
            sums[i] = y[i].with(FIRST, y[i] + minus_x).with(SECOND, y[i] + x[i]);
        }
        carried(sums)
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn cached(self, machine: Ifma) -> CachedPair {
        let two = [2, 0, 0, 0, 0];
        let of_one = [ONE, ONE, two, TWICE_D];
        let [a, b, c, d] = of_one;
        let factors = machine.field(&[a, b, c, d, a, b, c, d]);
        CachedPair(self.differences_and_sums() * factors)
    }

    /// The two points, exchanged.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn exchanged(self) -> Self {
        let mut limbs = self.0.0;
        for limb in &mut limbs {
            *limb = limb.exchange_halves();
        }
        Self(Element(limbs))
    }
}

impl CachedPair {
    /// The neutral element, twice.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn identity(machine: Ifma) -> Self {
        Pair::identity(machine).cached(machine)
    }

    /// The opposite points.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn negated(self) -> Self {
        let mut limbs = permuted::<{ order(1, 0, 2, 3) }>(self.0);
        for (limb, twice_p) in limbs.iter_mut().zip(TWICE_P) {
            *limb = limb.with(FOURTH, limb.splat(twice_p) - *limb);
        }
        Self(carried(limbs))
    }

    /// The first point of `self`, and the second of `other`.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn with_second(self, other: &Self) -> Self {
        let mut limbs = self.0.0;
        for (limb, other) in limbs.iter_mut().zip(other.0.0) {
            *limb = limb.with(OF_SECOND_POINT, other);
        }
        Self(Element(limbs))
    }

    /// The points of two rows of tables, negated where the digit is negative.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn of_rows(machine: Ifma, rows: [&AffineNiels; 2], negative: [bool; 2]) -> Self {
        let mut limbs = [machine.splat(0); 5];
        if let [([a, b], []), ([c, d], [])] =
            [rows[0].0.as_chunks::<8>(), rows[1].0.as_chunks::<8>()]
        {
            let (a, b) = (machine.load(a), machine.load(b));
            let (c, d) = (machine.load(c), machine.load(d));
            for (i, limb) in limbs.iter_mut().enumerate() {
                let first = machine.load(&ROW_ORDERS[usize::from(negative[0])][i]);
                let second = machine.load(&ROW_ORDERS[usize::from(negative[1])][i]);
                *limb = first
                    .select(a, b)
                    .with(OF_SECOND_POINT, second.select(c, d));
            }
        }
        limbs[0] = limbs[0].with(THIRD, machine.splat(1));
        let negative = u8::from(negative[0]) << 3 | u8::from(negative[1]) << 7;
        for (limb, twice_p) in limbs.iter_mut().zip(TWICE_P) {
            // The result is below 2^52, since limbs of rows are at most 2^51: it can be multiplied
            // without a carry.
            *limb = limb.with(negative, machine.splat(twice_p) - *limb);
        }
        Self(Element(limbs))
    }
}

/// Where a row has limb `i` of `y - x`, `y + x`, zero and `d x y`. The first order is for the row's
/// point, the second for its opposite, which exchanges `y - x` and `y + x`.
static ROW_ORDERS: [[[u64; 8]; 5]; 2] = {
    let mut orders = [[[0; 8]; 5]; 2];
    let mut i = 0;
    while i < 5 {
        let (plus, minus, product) = (i as u64, i as u64 + 5, i as u64 + 10);
        let zero = 15;
        orders[0][i] = [minus, plus, zero, product, minus, plus, zero, product];
        orders[1][i] = [plus, minus, zero, product, plus, minus, zero, product];
        i += 1;
    }
    orders
};
