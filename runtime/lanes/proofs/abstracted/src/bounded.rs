//! Integers between bounds, each a polynomial with integer coefficients of inputs and unknowns.
//!
//! A polynomial is represented by its value at one point with random coordinates, each drawn from 2^256 numbers. No
//! code that is proved by these integers has more than twenty products, so that degrees are at most 2^20. If two
//! polynomials differ (modulo p), their values agree (modulo p) with a probability below 2^-230 (Schwartz, Zippel).

use crate::form::bytes;
use num_bigint::{BigInt, BigUint};

/// A word, a number of several words, or a difference of such numbers; by default zero.
#[derive(Clone, Debug, Default)]
pub struct Bounded {
    /// The polynomial's value at the point.
    pub value: BigInt,
    /// The least value for any input.
    pub low: BigInt,
    /// The largest value for any input.
    pub high: BigInt,
}

impl Bounded {
    /// Between these bounds.
    #[must_use]
    pub fn within(
        value: impl Into<BigInt>,
        low: impl Into<BigInt>,
        high: impl Into<BigInt>,
    ) -> Self {
        let (value, low, high) = (value.into(), low.into(), high.into());
        Self { value, low, high }
    }

    /// Any word of 64 bits.
    #[must_use]
    pub fn word() -> Self {
        Self::within(unknown(), 0, radix(1) - 1)
    }

    /// An integer that is the same for all inputs.
    #[must_use]
    pub fn constant(value: impl Into<BigInt>) -> Self {
        let value = value.into();
        Self::within(value.clone(), value.clone(), value)
    }

    /// The number that these words of 64 bits form, the lowest first.
    #[must_use]
    pub fn of(words: &[Self]) -> Self {
        let words = words.iter().rev();
        words.fold(Self::default(), |sum, word| {
            sum.times(&Self::constant(radix(1))).plus(word)
        })
    }

    /// The product of two integers that are not negative, or of any integer and a constant that is not negative.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let value = &self.value * &other.value;
        Self::within(value, &self.low * &other.low, &self.high * &other.high)
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let value = &self.value + &other.value;
        Self::within(value, &self.low + &other.low, &self.high + &other.high)
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let value = &self.value - &other.value;
        Self::within(value, &self.low - &other.high, &self.high - &other.low)
    }
}

/// `2^(64 words)`.
#[must_use]
pub fn radix(words: usize) -> BigInt {
    BigInt::from(1) << (64 * words)
}

/// The coordinate of a new unknown.
#[must_use]
pub fn unknown() -> BigInt {
    BigUint::from_bytes_le(&bytes()).into()
}

/// Whether both are the same modulo p for all inputs.
#[must_use]
pub fn are_congruent(a: &BigInt, b: &BigInt) -> bool {
    (a - b) % (radix(4) / 2 - 19) == BigInt::from(0)
}
