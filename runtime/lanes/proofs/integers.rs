//! What `abstract_lanes` proves of integers and hashes: digits of scalars, halved challenges, encodings, SHA-512.

use crate::vectors::each_proved;
use abstract_lanes::claims::{hash, integers};

each_proved! {
    fn digits_are_the_scalar() = integers::digits_of_layouts;
    fn non_adjacent_forms_are_the_number() = integers::non_adjacent_forms;
    fn valid_halves_are_congruent_modulo_eight_l() = integers::valid_halves;
    fn canonical_encodings_are_those_below_p() = integers::canonical_encodings;
    fn inverses_are_confirmed() = integers::inverses;
    fn constants_of_sha512_are_fractions_of_roots() = hash::constants;
    fn hashes_in_lanes_are_those_of_fips_180_4() = hash::of_lanes;
    fn messages_are_padded_as_fips_180_4_says() = hash::padding;
}
