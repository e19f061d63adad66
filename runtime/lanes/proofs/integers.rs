//! What `abstract_lanes` proves of integers: digits of scalars, halved challenges, encodings.

use crate::vectors::proved;
use abstract_lanes::claims::integers;

#[test]
fn digits_are_the_scalar() {
    proved(integers::digits_of_layouts);
}

#[test]
fn non_adjacent_forms_are_the_number() {
    proved(integers::non_adjacent_forms);
}

#[test]
fn valid_halves_are_congruent_modulo_eight_l() {
    proved(integers::valid_halves);
}

#[test]
fn canonical_encodings_are_those_below_p() {
    proved(integers::canonical_encodings);
}

#[test]
fn inverses_are_confirmed() {
    proved(integers::inverses);
}
