//! Words bit by bit: what shifts, masks and unions do. Each bit is a variable, or zero.

use super::{Known, Word, known, put};
use crate::form::Form;
use num_bigint::BigInt;
use std::ops::{BitAnd, BitOr, Shl, Shr};

impl Word {
    /// Any word of these bits.
    pub(crate) fn any(bits: usize) -> Self {
        let bit = |i: usize| {
            if i < bits {
                Form::variable()
            } else {
                Form::ZERO
            }
        };
        Self::of_bits((0..64).map(bit).collect())
    }

    fn of_bits(bits: Vec<Form>) -> Self {
        let (mut form, mut most) = (Form::ZERO, BigInt::from(0));
        for bit in bits.iter().rev() {
            form = form + form + *bit;
            most = most * 2 + u8::from(bit.degree > 0);
        }
        put(Known {
            bits: Some(bits),
            ..Known::within(form, BigInt::from(0), most)
        })
    }

    fn bits(self) -> Vec<Form> {
        known(self)
            .bits
            .expect("sums and differences are not shifted")
    }
}

impl Shl<usize> for Word {
    type Output = Self;

    fn shl(self, by: usize) -> Self {
        let zeros = std::iter::repeat_n(Form::ZERO, by);
        Self::of_bits(zeros.chain(self.bits()).take(64).collect())
    }
}

impl Shr<usize> for Word {
    type Output = Self;

    fn shr(self, by: usize) -> Self {
        let zeros = std::iter::repeat_n(Form::ZERO, by);
        Self::of_bits(self.bits().into_iter().skip(by).chain(zeros).collect())
    }
}

impl BitAnd<i64> for Word {
    type Output = Self;

    fn bitand(self, mask: i64) -> Self {
        let bits = self.bits().into_iter().enumerate();
        let kept = |(i, bit)| if mask >> i & 1 == 1 { bit } else { Form::ZERO };
        Self::of_bits(bits.map(kept).collect())
    }
}

impl BitOr for Word {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        let both = self.bits().into_iter().zip(other.bits());
        let one = |(a, b): (Form, Form)| {
            assert!(a.degree == 0 || b.degree == 0, "a bit of both operands");
            a + b
        };
        Self::of_bits(both.map(one).collect())
    }
}
