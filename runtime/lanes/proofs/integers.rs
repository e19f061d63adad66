//! What `abstract_lanes` proves of integers and hashes: digits of scalars, halved challenges, encodings, SHA-512.

use crate::vectors::proved;
use abstract_lanes::claims::{hash, integers};

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

#[test]
fn constants_of_sha512_are_fractions_of_roots() {
    proved(hash::constants);
}

#[test]
fn hashes_in_lanes_are_those_of_fips_180_4() {
    proved(hash::of_lanes);
}

#[test]
fn messages_are_padded_as_fips_180_4_says() {
    proved(hash::padding);
}
