//! Elements of four words, in `backend/bmi2/field.rs`: sums, differences and conversions. `assembly` proves
//! products and squares.

use crate::backend::Field as _;
use crate::bmi2_field::{Element, packed, unpacked};
use crate::bounded::are_congruent;
use crate::carried::{Bmi2, Word, each_path, number};
use num_bigint::BigInt;

/// Any number below 2^256, and its value.
fn any() -> (Element, BigInt) {
    let words = [(); 4].map(|()| Word::any(64));
    let machine = Bmi2;
    (Element { words, machine }, number(&words).value)
}

#[track_caller]
fn is(what: &str, found: Element, wanted: &BigInt) {
    let is_equal = are_congruent(&number(&found.words).value, wanted);
    assert!(is_equal, "bmi2/field.rs: {what} modulo p");
}

/// The limbs' value.
fn value(limbs: [Word; 5]) -> BigInt {
    limbs.iter().rev().fold(BigInt::from(0), |sum, limb| {
        (sum << 51_u32) + limb.number().value
    })
}

/// Sums and differences are those modulo p, and no carry is lost. Blends read the mask's first bit alone.
pub fn sums() {
    let paths = each_path(|| {
        let ((a, of_a), (b, of_b)) = (any(), any());
        is("a sum", a + b, &(of_a + of_b));
    });
    assert!(paths > 16, "each carry of four words is both set and not");
    let paths = each_path(|| {
        let ((a, of_a), (b, of_b)) = (any(), any());
        is("a difference", a - b, &(of_a - of_b));
    });
    assert!(paths > 16, "each borrow of four words is both set and not");
    each_path(|| {
        let ((a, of_a), (b, of_b)) = (any(), any());
        is("2 a - b", a.twice_minus(b), &(&of_a * 2 - &of_b));
        is("zero", Element::zero(Bmi2), &BigInt::from(0));
        for mask in 0..=u8::MAX {
            let wanted = if mask & 1 == 1 { &of_b } else { &of_a };
            is("a blend", a.with(mask, b), wanted);
        }
    });
}

/// From limbs below 2^52, and to limbs of 51 bits (the last one of 52), values stay the same modulo p.
pub fn conversions() {
    each_path(|| {
        let limbs = [(); 5].map(|()| Word::any(52));
        is("limbs", packed(Bmi2, limbs), &value(limbs));
    });
    each_path(|| {
        let (a, of_a) = any();
        let limbs = unpacked(a);
        for (i, limb) in limbs.into_iter().enumerate() {
            let bits = if i == 4 { 52 } else { 51 };
            let fits = limb.number().high < BigInt::from(1) << bits;
            assert!(fits, "bmi2/field.rs: bits of limb {i}");
        }
        let is_equal = are_congruent(&value(limbs), &of_a);
        assert!(is_equal, "bmi2/field.rs: unpacked");
    });
}
