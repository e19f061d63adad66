//! Exponentiations, which are generic over the field: here each element is a power of one base, and
//! stands for its exponent, an integer. No reduction modulo p - 1 takes place, so the claims also hold for
//! zero.
//!
//! Where there are several elements, each is the base to a power of 256 random bits. So an exponent is a sum
//! of integer multiples of random numbers, and two that are not the same sum agree with a probability of at
//! most 2^-256.

use super::field::values_of;
use super::machine::{Abstract, any, holds, on_every_machine, variables};
use super::points::d;
use crate::backend::{Field, Multipliable};
use crate::curve::field::{
    D, FOUR_D, SQRT_OF_MINUS_ONE, TWICE_D, invert, invert_all, power_p14, power_p58,
};
use crate::form::{Number, bytes};
use crate::points::SQRT_OF_MINUS_A_PLUS_2;
use crate::single::euclid::from_bytes;
use crate::word::value_in_memory;
use num_bigint::BigUint;
use std::ops::{Add, Mul, Sub};

/// The base to this power, the lowest word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Power([u64; 12]);

impl Power {
    /// Of an exponent below 2^256.
    fn of([a, b, c, d]: [u64; 4]) -> Self {
        Self([a, b, c, d, 0, 0, 0, 0, 0, 0, 0, 0])
    }

    fn exponent(self) -> BigUint {
        let words = self.0.into_iter().rev();
        words.fold(BigUint::default(), |sum, word| (sum << 64_u32) + word)
    }
}

impl Mul for Power {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let mut carry = false;
        let mut sum = self.0;
        for (word, other) in sum.iter_mut().zip(other.0) {
            (*word, carry) = word.carrying_add(other, carry);
        }
        assert!(!carry, "an exponent of more than 768 bits");
        Self(sum)
    }
}

macro_rules! unused {
    ($($operation:ident $method:ident),*) => {$(
        impl $operation for Power {
            type Output = Self;

            fn $method(self, _: Self) -> Self {
                unreachable!("exponentiations multiply")
            }
        }
    )*};
}
unused!(Add add, Sub sub);

impl Multipliable for Power {
    type Field = Self;

    fn carry(self) -> Self {
        self
    }

    fn square(self) -> Self {
        self * self
    }
}

impl Field for Power {
    type Loose = Self;

    fn loose(self) -> Self {
        self
    }

    fn twice_minus(self, _: Self) -> Self {
        unreachable!("exponentiations multiply")
    }

    fn with(self, _: u8, _: Self) -> Self {
        unreachable!("exponentiations choose nothing")
    }

    fn exchanged<const DISTANCE: usize>(self) -> Self {
        unreachable!("exponentiations exchange nothing")
    }
}

/// `2^bits - less`.
fn below_power_of_two(bits: u32, less: u64) -> [u64; 4] {
    let mut words = [0_u64; 4];
    words[bits as usize / 64] = 1 << (bits % 64);
    let mut borrow = false;
    for (i, word) in words.iter_mut().enumerate() {
        (*word, borrow) = word.borrowing_sub(if i == 0 { less } else { 0 }, borrow);
    }
    words
}

/// The exponents are p - 2, (p - 5) / 8 and (p - 1) / 4.
pub fn all() {
    let base = Power::of([1, 0, 0, 0]);
    // By definition, from p itself.
    let p = Power::of(below_power_of_two(255, 19));
    let times = |power: Power, n: u32| (1..n).fold(power, |sum, _| sum * power);
    let plus = |power: Power, n: u64| power * Power::of([n, 0, 0, 0]);
    assert_eq!(plus(invert(base), 2), p, "p - 2");
    assert_eq!(plus(times(power_p58(base), 8), 5), p, "(p - 5) / 8");
    assert_eq!(plus(times(power_p14(base), 4), 1), p, "(p - 1) / 4");
    on_every_machine!(bounded);
}

/// A machine's own elements stay within their bounds.
fn bounded<M: Abstract>(machine: M) {
    let a = any(machine, &variables());
    let (inverse, p58, p14) = (invert(a), power_p58(a), power_p14(a));
    for (found, exponent) in [
        (inverse, below_power_of_two(255, 21)),
        (p58, below_power_of_two(252, 3)),
        (p14, below_power_of_two(253, 5)),
    ] {
        // The degree is no proof of an identity here, but that is what the exponent is for.
        for (a, found) in values_of::<M>(a).iter().zip(values_of::<M>(found)) {
            let wanted = a.value.power(exponent);
            holds::<M>("a power", found.value == wanted);
        }
    }
}

/// Montgomery's trick, for numbers of elements up to those that the code has: each result times its element is
/// `factor P^(p - 1)`, where P is the product of all elements. That is `factor`, where no element is zero.
pub fn inverses() {
    let p = Power::of(below_power_of_two(255, 19)).exponent();
    let any = || Power::of(from_bytes(&bytes()));
    assert!(invert_all(&[], any()).is_empty(), "no inverses");
    // At most the base point's rows.
    for count in (1..300).chain([352, 512, 2048, 4096]) {
        let z: Vec<_> = (0..count).map(|_| any()).collect();
        let factor = any();
        let product: BigUint = z.iter().map(|z| z.exponent()).sum();
        let wanted = factor.exponent() + product * (&p - 1_u32);
        let found = invert_all(&z, factor);
        assert_eq!(found.len(), count, "as many inverses as elements");
        for (z, inverse) in z.into_iter().zip(found) {
            let found = (z * inverse).exponent();
            assert_eq!(found, wanted, "invert_all: an inverse of {count}");
        }
    }
}

/// d is -121665/121666, and so on.
pub fn constants() {
    let value = |limbs| value_in_memory(limbs, 1 << 51).value;
    let is = |what: &str, limbs, wanted| assert_eq!(value(limbs), wanted, "{what}");
    let d = d().value;
    is("D", &D, d);
    is("TWICE_D", &TWICE_D, d + d);
    is("FOUR_D", &FOUR_D, d + d + d + d);
    is("HALF", &crate::backend::limbs::HALF, Number::ONE.half());
    is("ONE", &crate::backend::limbs::ONE, Number::ONE);
    let i = value(&SQRT_OF_MINUS_ONE);
    assert_eq!(i * i, -Number::ONE, "the root of -1");
    let c = value(&SQRT_OF_MINUS_A_PLUS_2);
    assert_eq!(c * c, -Number::of(486_664), "the root of -(A + 2)");
    assert_eq!(c.to_bytes()[0] & 1, 0, "the even root");
}
