//! Words bit by bit: what shifts, masks and unions do. Each bit is an unknown, or zero.

use super::{Known, Word, put};
use crate::bounded::{Bounded, unknown};
use crate::each::operators;
use num_bigint::BigInt;
use std::iter::repeat_n;
use std::ops::{BitAnd, Shl, Shr};

impl Word {
    /// Any word of at most this many bits.
    pub(crate) fn any(bits: usize) -> Self {
        let zeros = repeat_n(BigInt::from(0), 64 - bits);
        Self::of_bits((0..bits).map(|_| unknown()).chain(zeros).collect())
    }

    fn of_bits(bits: Vec<BigInt>) -> Self {
        let (mut value, mut most) = (BigInt::from(0), BigInt::from(0));
        for bit in bits.iter().rev() {
            value = value * 2 + bit;
            most = most * 2 + u8::from(*bit != BigInt::from(0));
        }
        put(Known {
            bits: Some(bits),
            ..Known::of(Bounded::within(value, 0, most))
        })
    }

    fn bits(self) -> Vec<BigInt> {
        let bits = self.get(|known| known.bits.clone());
        bits.expect("sums and differences are not shifted")
    }
}

impl Shl<usize> for Word {
    type Output = Self;

    fn shl(self, by: usize) -> Self {
        let zeros = repeat_n(BigInt::from(0), by);
        Self::of_bits(zeros.chain(self.bits()).take(64).collect())
    }
}

impl Shr<usize> for Word {
    type Output = Self;

    fn shr(self, by: usize) -> Self {
        let zeros = repeat_n(BigInt::from(0), by);
        Self::of_bits(self.bits().into_iter().skip(by).chain(zeros).collect())
    }
}

impl BitAnd<i64> for Word {
    type Output = Self;

    fn bitand(self, mask: i64) -> Self {
        let bits = self.bits().into_iter().enumerate();
        let kept = |(i, bit)| {
            if mask >> i & 1 == 1 {
                bit
            } else {
                BigInt::from(0)
            }
        };
        Self::of_bits(bits.map(kept).collect())
    }
}

operators! {
    Word:
    BitOr::bitor = |a, b| {
        let one = |(a, b): (BigInt, BigInt)| {
            let is_zero = |bit: &BigInt| *bit == BigInt::from(0);
            assert!(is_zero(&a) || is_zero(&b), "a bit of both operands");
            a + b
        };
        Self::of_bits(a.bits().into_iter().zip(b.bits()).map(one).collect())
    };
}
