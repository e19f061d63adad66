//! What `abstract_lanes` proves of whole kernels: for any points, and each value of each digit.

use crate::vectors::proved;
use abstract_lanes::claims::{kernels, verdicts};

#[test]
fn tables_have_the_multiples() {
    proved(kernels::multiples);
}

#[test]
fn tables_are_those_of_their_keys() {
    proved(kernels::tables);
}

#[test]
fn combinations_are_the_sums_of_their_rows() {
    proved(kernels::combinations);
}

#[test]
fn sums_with_known_keys_are_the_sums_of_their_rows() {
    proved(kernels::known_keys);
}

#[test]
fn halved_sums_are_those_of_their_digits() {
    proved(kernels::halved_sums);
}

#[test]
fn paired_sums_are_those_of_their_digits() {
    proved(verdicts::paired_sums);
}

#[test]
fn halved_sums_are_compared() {
    proved(verdicts::halved);
}

#[test]
fn sums_are_compared_times_the_cofactor() {
    proved(verdicts::cofactor);
}

#[test]
fn sums_are_encoded() {
    proved(verdicts::encodings);
}

#[test]
fn sums_are_compared_with_encodings() {
    proved(verdicts::sums_encode);
}
