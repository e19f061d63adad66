//! What `abstract_lanes` proves of whole kernels: for any points, and each value of each digit.

use crate::vectors::each_proved;
use abstract_lanes::claims::{kernels, verdicts};

each_proved! {
    fn tables_have_the_multiples() = kernels::multiples;
    fn tables_are_those_of_their_keys() = kernels::tables;
    fn combinations_are_the_sums_of_their_rows() = kernels::combinations;
    fn sums_with_known_keys_are_the_sums_of_their_rows() = kernels::known_keys;
    fn halved_sums_are_those_of_their_digits() = kernels::halved_sums;
    fn paired_sums_are_those_of_their_digits() = verdicts::paired_sums;
    fn halved_sums_are_compared() = verdicts::halved;
    fn sums_are_compared_times_the_cofactor() = verdicts::cofactor;
    fn sums_are_encoded() = verdicts::encodings;
    fn sums_are_compared_with_encodings() = verdicts::sums_encode;
}
