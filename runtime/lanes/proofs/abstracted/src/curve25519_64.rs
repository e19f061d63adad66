//! fiat-crypto's functions by the contracts that its authors prove: if the operands' limbs are within the bounds of
//! their types, the result's limbs are within the bounds of its type and have the stated value modulo p. Trusted.
//!
//! Names are fiat-crypto's own. An operand beyond its bound panics.

#![allow(missing_docs)]

use crate::form::{Form, Number};
use crate::oracle;
use crate::word::{self, value_in_memory};

#[derive(Clone, Copy)]
#[expect(non_camel_case_types, reason = "fiat-crypto's name")]
pub struct fiat_25519_tight_field_element(pub [u64; 5]);

#[derive(Clone, Copy)]
#[expect(non_camel_case_types, reason = "fiat-crypto's name")]
pub struct fiat_25519_loose_field_element(pub [u64; 5]);

use fiat_25519_loose_field_element as Loose;
use fiat_25519_tight_field_element as Tight;

impl Tight {
    /// The largest limb.
    const MOST: u64 = 1 << 51;
}

impl Loose {
    /// The largest limb.
    const MOST: u64 = 3 << 51;
}

/// Any limbs up to `most` with this value; the canonical ones if the value is a constant.
pub(crate) fn limbs(value: Form, most: u64) -> [u64; 5] {
    if value.degree == 0 {
        return value.value.limbs();
    }
    any_limbs(value, most)
}

/// Any limbs up to `most` with this value.
pub(crate) fn any_limbs(value: Form, most: u64) -> [u64; 5] {
    let mut rest = value;
    let mut limbs = [0; 5];
    for i in (1..5).rev() {
        let form = Form::variable();
        rest = rest - form.times_power_of_two(51 * u32::try_from(i).expect("small"));
        limbs[i] = word::to_memory(word::bound(0, most, form));
    }
    limbs[0] = word::to_memory(word::bound(0, most, rest));
    limbs
}

/// Defines functions by their results' values, given their operands' values.
macro_rules! contracts {
    ($($name:ident($($operand:ident: $of:ident),*) -> $result:ident = $value:expr;)*) => {
        $(#[track_caller]
        pub fn $name(out: &mut $result, $($operand: &$of),*) {
            $(let $operand = value_in_memory(&$operand.0, $of::MOST);)*
            out.0 = limbs($value, $result::MOST);
        })*
    };
}

contracts! {
    fiat_25519_carry(a: Loose) -> Tight = a;
    fiat_25519_carry_mul(a: Loose, b: Loose) -> Tight = a * b;
    fiat_25519_carry_square(a: Loose) -> Tight = a.square();
    fiat_25519_add(a: Tight, b: Tight) -> Loose = a + b;
    fiat_25519_sub(a: Tight, b: Tight) -> Loose = a - b;
    fiat_25519_opp(a: Tight) -> Loose = -a;
}

#[track_caller]
pub fn fiat_25519_relax(out: &mut Loose, a: &Tight) {
    value_in_memory(&a.0, Tight::MOST);
    out.0 = a.0;
}

#[track_caller]
pub fn fiat_25519_to_bytes(out: &mut [u8; 32], a: &Tight) {
    let value = value_in_memory(&a.0, Tight::MOST);
    *out = match value.degree {
        0 => value.value.to_bytes(),
        _ => oracle::encoding(value),
    };
}

pub fn fiat_25519_from_bytes(out: &mut Tight, bytes: &[u8; 32]) {
    assert!(bytes[31] < 128, "fiat takes 255 bits");
    out.0 = match oracle::decoded(bytes) {
        Some(value) => limbs(value, Tight::MOST),
        None => Number::of_bytes(bytes).limbs(),
    };
}
