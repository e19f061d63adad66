//! Exponentiations, of elements with slopes: `x + s e` to the power n is `x^n + n s x^(n - 1) e`.
//!
//! Each result is a product of powers of the elements, as the code does nothing but multiply; the question is which
//! exponents they have. A result's slope, divided by its value, is the sum of each exponent times `s/x`. So results
//! whose exponents differ modulo p agree with a probability of 1/p, since each s is drawn. No element goes through more
//! than 270 squarings and products, so exponents are below 2^270: those that are equal modulo p differ by `k p` with k
//! below 2^16. Then values agree only if the product of the powers `x^k` is one, which it is for few x. So a comparison
//! errs with a probability below 2^-230. Powers of zero are zero, since no exponent is zero.

use super::field::values_of;
use super::machine::{Abstract, any, holds, on_every_machine};
use super::points::d;
use crate::curve::field::{
    D, FOUR_D, SQRT_OF_MINUS_ONE, TWICE_D, invert, invert_all, power_p14, power_p58,
};
use crate::each::Each;
use crate::form::{self, Form, Number};
use crate::points::SQRT_OF_MINUS_A_PLUS_2;
use crate::word::value_in_memory;
use num_bigint::BigUint;

/// A variable with a slope.
fn base() -> Form {
    Form {
        slope: Some(form::any()),
        ..Form::variable()
    }
}

fn power(base: Form, exponent: &BigUint) -> Form {
    (0..exponent.bits()).rev().fold(Form::ONE, |power, bit| {
        let factor = if exponent.bit(bit) { base } else { Form::ONE };
        power.square() * factor
    })
}

/// 2^255 - 19.
pub fn p() -> BigUint {
    (BigUint::from(1_u32) << 255_u32) - 19_u32
}

/// The exponents are p - 2, (p - 5) / 8 and (p - 1) / 4.
fn powers_on<M: Abstract>(machine: M) {
    let bases = [(); 8].map(|()| base());
    let a = any(machine, &bases);
    for (found, exponent) in [
        (invert(a), p() - 2_u32),
        (power_p58(a), p() >> 3_u32),
        (power_p14(a), p() >> 2_u32),
    ] {
        let found = values_of::<M>(found);
        for (base, found) in bases.into_iter().zip(found).take(M::LANES) {
            holds::<M>("a power", found.agrees(power(base, &exponent)));
        }
    }
}

/// Montgomery's trick, for up to as many elements as the code has: each result times its element is
/// `factor P^(p - 1)`, where P is the product of all elements. That is `factor` if no element is zero.
pub fn inverses() {
    let any = || Each([base()]);
    assert!(invert_all(&[], any()).is_empty(), "no inverses");
    // The base point has the most rows.
    for count in (1..300).chain([352, 512, 2048, 4096]) {
        let z: Vec<_> = (0..count).map(|_| any()).collect();
        let factor = any();
        let product = z.iter().fold(Form::ONE, |product, z| product * z.0[0]);
        let wanted = factor.0[0] * power(product, &(p() - 1_u32));
        let found = invert_all(&z, factor);
        assert_eq!(found.len(), count, "as many inverses as elements");
        for (z, inverse) in z.into_iter().zip(found) {
            let Each([found]) = z * inverse;
            assert!(found.agrees(wanted), "invert_all: an inverse of {count}");
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

on_every_machine! {
    pub fn all() = powers_on;
}
