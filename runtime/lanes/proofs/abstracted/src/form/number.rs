//! Integers modulo p = 2^255 - 19, by fiat-crypto's own functions, not by the contracts that replace them in the code
//! under proof.

use crate::each::operators;
use fiat::curve25519_64::{
    fiat_25519_add, fiat_25519_carry, fiat_25519_carry_mul, fiat_25519_from_bytes,
    fiat_25519_loose_field_element as Loose, fiat_25519_opp, fiat_25519_relax,
    fiat_25519_tight_field_element as Tight, fiat_25519_to_bytes,
};
use std::fmt;
use std::ops::Neg;

/// An integer modulo p.
#[derive(Clone, Copy)]
pub(crate) struct Number(Tight);

impl Number {
    pub(crate) const ZERO: Self = Self(Tight([0; 5]));
    pub(crate) const ONE: Self = Self(Tight([1, 0, 0, 0, 0]));

    pub(crate) fn of(number: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Self::of_bytes(&bytes)
    }

    /// The number with these 256 bits, the lowest byte first.
    pub(crate) fn of_bytes(bytes: &[u8; 32]) -> Self {
        let mut low = *bytes;
        low[31] &= 0x7f;
        let mut number = Self::ZERO;
        fiat_25519_from_bytes(&mut number.0, &low);
        if low == *bytes {
            number
        } else {
            number + Self::of(19) // 2^255
        }
    }

    /// The canonical encoding, the lowest byte first.
    pub(crate) fn to_bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        fiat_25519_to_bytes(&mut bytes, &self.0);
        bytes
    }

    /// The canonical limbs, of 51 bits.
    pub(crate) fn limbs(self) -> [u64; 5] {
        Self::of_bytes(&self.to_bytes()).0.0
    }

    /// 2 to the power of an exponent below 256.
    pub(crate) fn power_of_two(exponent: u32) -> Self {
        let mut bytes = [0; 32];
        bytes[exponent as usize / 8] = 1 << (exponent % 8);
        Self::of_bytes(&bytes)
    }

    /// The number to the power of `exponent`, the lowest word first.
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

    /// The inverse, the power of p - 2; zero's is zero.
    pub(crate) fn inverse(self) -> Self {
        self.power([u64::MAX - 20, u64::MAX, u64::MAX, u64::MAX >> 1])
    }

    pub(crate) fn half(self) -> Self {
        self * Self::of(2).inverse()
    }

    fn loose(self) -> Loose {
        let mut loose = Loose([0; 5]);
        fiat_25519_relax(&mut loose, &self.0);
        loose
    }

    fn carried(loose: &Loose) -> Self {
        let mut number = Self::ZERO;
        fiat_25519_carry(&mut number.0, loose);
        number
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.to_bytes() == other.to_bytes()
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x?}", self.to_bytes())
    }
}

impl Neg for Number {
    type Output = Self;

    fn neg(self) -> Self {
        let mut opposite = Loose([0; 5]);
        fiat_25519_opp(&mut opposite, &self.0);
        Self::carried(&opposite)
    }
}

operators! {
    Number:
    Add::add = |a, b| {
        let mut sum = Loose([0; 5]);
        fiat_25519_add(&mut sum, &a.0, &b.0);
        Self::carried(&sum)
    };
    Sub::sub = |a, b| a + -b;
    Mul::mul = |a, b| {
        let mut product = Self::ZERO;
        fiat_25519_carry_mul(&mut product.0, &a.loose(), &b.loose());
        product
    };
}
