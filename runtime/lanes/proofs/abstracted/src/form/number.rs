//! Integers modulo p = 2^255 - 19.

use std::ops::{Add, Mul, Neg, Sub};

/// An integer from 0 to p - 1: four words, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Number([u64; 4]);

const P: [u64; 4] = [u64::MAX - 18, u64::MAX, u64::MAX, u64::MAX >> 1];

/// The words of a number of 256 bits plus `carry`, and the word above.
fn carried(words: [u128; 4]) -> ([u64; 4], u64) {
    let mut carry = 0;
    let low = words.map(|word| {
        let sum = word + carry;
        carry = sum >> 64;
        low_word(sum)
    });
    (low, low_word(carry))
}

/// The lowest 64 bits.
#[expect(clippy::cast_possible_truncation, reason = "what it is for")]
fn low_word(number: u128) -> u64 {
    number as u64
}

impl Number {
    pub(crate) const ZERO: Self = Self([0; 4]);
    pub(crate) const ONE: Self = Self([1, 0, 0, 0]);

    pub(crate) fn of(number: u64) -> Self {
        Self([number, 0, 0, 0])
    }

    /// Of any 256 bits.
    pub(crate) fn of_words(mut words: [u64; 4]) -> Self {
        // At most twice: 2^256 is below 3p.
        while let Some(less) = minus_p(words) {
            words = less;
        }
        Self(words)
    }

    pub(crate) fn of_bytes(bytes: &[u8; 32]) -> Self {
        let word = |i: usize| u64::from_le_bytes(std::array::from_fn(|j| bytes[8 * i + j]));
        Self::of_words(std::array::from_fn(word))
    }

    /// The canonical encoding, the lowest byte first.
    pub(crate) fn to_bytes(self) -> [u8; 32] {
        std::array::from_fn(|i| self.0[i / 8].to_le_bytes()[i % 8])
    }

    pub(crate) fn words(self) -> [u64; 4] {
        self.0
    }

    pub(crate) fn power_of_two(exponent: u32) -> Self {
        (0..exponent).fold(Self::ONE, |power, _| power + power)
    }

    pub(crate) fn power(self, exponent: [u64; 4]) -> Self {
        let mut power = Self::ONE;
        for bit in (0..256).rev() {
            power = power * power;
            if exponent[bit / 64] >> (bit % 64) & 1 == 1 {
                power = power * self;
            }
        }
        power
    }

    /// The inverse; zero's is zero.
    pub(crate) fn inverse(self) -> Self {
        self.power([P[0] - 2, P[1], P[2], P[3]])
    }

    pub(crate) fn half(self) -> Self {
        self * Self::of(2).inverse()
    }
}

/// The number minus p, if that is not negative.
fn minus_p(words: [u64; 4]) -> Option<[u64; 4]> {
    let mut borrow = false;
    let mut difference = words;
    for (word, p) in difference.iter_mut().zip(P) {
        (*word, borrow) = word.borrowing_sub(p, borrow);
    }
    (!borrow).then_some(difference)
}

impl Add for Number {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        // Below 2p, so there is no word above.
        let sum = std::array::from_fn(|i| u128::from(self.0[i]) + u128::from(other.0[i]));
        Self::of_words(carried(sum).0)
    }
}

impl Neg for Number {
    type Output = Self;

    fn neg(self) -> Self {
        let mut borrow = false;
        let mut opposite = P;
        for (word, subtracted) in opposite.iter_mut().zip(self.0) {
            (*word, borrow) = word.borrowing_sub(subtracted, borrow);
        }
        Self::of_words(opposite)
    }
}

impl Sub for Number {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Number {
    type Output = Self;

    /// Schoolbook, then 2^256 is 38.
    fn mul(self, other: Self) -> Self {
        let mut product = [0_u64; 8];
        for (i, a) in self.0.into_iter().enumerate() {
            let mut carry = 0;
            for (j, b) in other.0.into_iter().enumerate() {
                // At most (2^64 - 1)^2 + 2 (2^64 - 1), which fits.
                let sum = u128::from(a) * u128::from(b) + u128::from(product[i + j]) + carry;
                product[i + j] = low_word(sum);
                carry = sum >> 64;
            }
            product[i + 4] = low_word(carry);
        }
        let folded =
            std::array::from_fn(|i| u128::from(product[i]) + 38 * u128::from(product[i + 4]));
        let (mut words, above) = carried(folded);
        let mut more = 38 * above;
        // A second carry leaves a number so small that there is no third.
        while more > 0 {
            let (low, above) = carried([
                u128::from(words[0]) + u128::from(more),
                u128::from(words[1]),
                u128::from(words[2]),
                u128::from(words[3]),
            ]);
            (words, more) = (low, 38 * above);
        }
        Self::of_words(words)
    }
}
