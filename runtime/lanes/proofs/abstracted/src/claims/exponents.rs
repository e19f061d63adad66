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
use crate::curve::field::{
    D, FOUR_D, SQRT_OF_MINUS_ONE, TWICE_D, invert, invert_all, power_p14, power_p58,
};
use crate::each::{Each, Ring};
use crate::form::{Number, bytes};
use crate::points::SQRT_OF_MINUS_A_PLUS_2;
use crate::word::value_in_memory;
use num_bigint::BigUint;
use std::cell::RefCell;
use std::ops::{Add, Mul, Sub};

/// The base to the power of this place in [`EXPONENTS`].
#[derive(Clone, Copy)]
struct Power(usize);

/// A field element.
type Element = Each<Power, 1>;

thread_local! {
    static EXPONENTS: RefCell<Vec<BigUint>> = RefCell::default();
}

impl Power {
    fn of(exponent: BigUint) -> Self {
        EXPONENTS.with_borrow_mut(|exponents| {
            exponents.push(exponent);
            Self(exponents.len() - 1)
        })
    }

    fn exponent(self) -> BigUint {
        EXPONENTS.with_borrow(|exponents| exponents[self.0].clone())
    }
}

fn element(exponent: BigUint) -> Element {
    Each([Power::of(exponent)])
}

fn exponent(Each([power]): Element) -> BigUint {
    power.exponent()
}

impl Mul for Power {
    type Output = Self;

    #[expect(
        clippy::suspicious_arithmetic_impl,
        reason = "a product's exponent is the sum of exponents"
    )]
    fn mul(self, other: Self) -> Self {
        Self::of(self.exponent() + other.exponent())
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

impl Ring for Power {}

fn p() -> BigUint {
    (BigUint::from(1_u32) << 255_u32) - 19_u32
}

/// The exponents are p - 2, (p - 5) / 8 and (p - 1) / 4.
pub fn all() {
    let base = element(BigUint::from(1_u32));
    let is = |what: &str, found: BigUint| assert_eq!(found, p(), "{what}");
    is("p - 2", exponent(invert(base)) + 2_u32);
    is("(p - 5) / 8", exponent(power_p58(base)) * 8_u32 + 5_u32);
    is("(p - 1) / 4", exponent(power_p14(base)) * 4_u32 + 1_u32);
    on_every_machine!(bounded);
}

/// A machine's own elements stay within their bounds.
fn bounded<M: Abstract>(machine: M) {
    let a = any(machine, &variables());
    let (inverse, p58, p14) = (invert(a), power_p58(a), power_p14(a));
    for (found, exponent) in [
        (inverse, p() - 2_u32),
        (p58, p() >> 3_u32),
        (p14, p() >> 2_u32),
    ] {
        let words = exponent.to_u64_digits().try_into().expect("four words");
        // The degree is no proof of an identity here, but that is what the exponent is for.
        for (a, found) in values_of::<M>(a).iter().zip(values_of::<M>(found)) {
            let wanted = a.value.power(words);
            holds::<M>("a power", found.value == wanted);
        }
    }
}

/// Montgomery's trick, for numbers of elements up to those that the code has: each result times its element is
/// `factor P^(p - 1)`, where P is the product of all elements. That is `factor`, where no element is zero.
pub fn inverses() {
    let any = || element(BigUint::from_bytes_le(&bytes()));
    assert!(invert_all(&[], any()).is_empty(), "no inverses");
    // At most the base point's rows.
    for count in (1..300).chain([352, 512, 2048, 4096]) {
        let z: Vec<_> = (0..count).map(|_| any()).collect();
        let factor = any();
        let product: BigUint = z.iter().map(|z| exponent(*z)).sum();
        let wanted = exponent(factor) + product * (p() - 1_u32);
        let found = invert_all(&z, factor);
        assert_eq!(found.len(), count, "as many inverses as elements");
        for (z, inverse) in z.into_iter().zip(found) {
            let found = exponent(z * inverse);
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
