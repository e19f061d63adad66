//! Elements of four words, in `backend/bmi2/field.rs`: sums, differences and conversions. `assembly` proves
//! products and squares.

use crate::bmi2_field::{Element, packed, unpacked};
use crate::carried::{Bmi2, Word, each_path, number};
use crate::form::Form;

/// Any number below 2^256, and its value.
fn any() -> (Element, Form) {
    let words = [(); 4].map(|()| Word::any(64));
    let machine = Bmi2;
    (Element { words, machine }, number(&words))
}

#[track_caller]
fn is(what: &str, found: Element, wanted: Form) {
    let found = number(&found.words);
    assert!(found.equals(wanted), "bmi2/field.rs: {what} modulo p");
}

/// The limbs' value.
fn value([a, b, c, d, e]: [Word; 5]) -> Form {
    let limbs = [e, d, c, b, a];
    limbs.iter().fold(Form::ZERO, |sum, limb| {
        sum.times_power_of_two(51) + limb.form()
    })
}

/// Sums and differences are those modulo p, and no carry is lost. The only lane is the first one.
pub fn sums() {
    let paths = each_path(|| {
        let ((a, of_a), (b, of_b)) = (any(), any());
        is("a sum", a + b, of_a + of_b);
    });
    assert!(paths > 16, "each carry of four words is both set and not");
    let paths = each_path(|| {
        let ((a, of_a), (b, of_b)) = (any(), any());
        is("a difference", a - b, of_a - of_b);
    });
    assert!(paths > 16, "each borrow of four words is both set and not");
    each_path(|| {
        let ((a, of_a), (b, of_b)) = (any(), any());
        let field = crate::backend::Field::twice_minus(a, b);
        is("2 a - b", field, of_a + of_a - of_b);
        is("zero", Element::zero(Bmi2), Form::ZERO);
        for mask in 0..=u8::MAX {
            let wanted = if mask & 1 == 1 { of_b } else { of_a };
            is("a blend", crate::backend::Field::with(a, mask, b), wanted);
        }
    });
}

/// From limbs below 2^52, and to limbs of 51 bits, the last one of 52.
pub fn conversions() {
    each_path(|| {
        let limbs = [(); 5].map(|()| Word::any(52));
        is("limbs", packed(Bmi2, limbs), value(limbs));
    });
    each_path(|| {
        let (a, of_a) = any();
        let limbs = unpacked(a);
        for (i, limb) in limbs.into_iter().enumerate() {
            let bits = if i == 4 { 52 } else { 51 };
            assert!(limb.has_bits(bits), "bmi2/field.rs: bits of limb {i}");
        }
        assert!(value(limbs).equals(of_a), "bmi2/field.rs: unpacked");
    });
}
