//! What `abstract_lanes` proves of FROST's points and of proofs of VRFs.

use crate::vectors::proved;
use abstract_lanes::claims::{frost, vrf};

#[test]
fn commitments_are_the_sums_of_their_points() {
    proved(frost::sums);
}

#[test]
fn polynomials_have_their_values() {
    proved(frost::polynomials);
}

#[test]
fn shares_are_right_or_wrong() {
    proved(frost::shares);
}

#[test]
fn points_of_prime_order_are_accepted_alone() {
    proved(frost::prime_order);
}

#[test]
fn vrf_equations_are_the_sums_of_their_rows() {
    proved(vrf::equations);
}

#[test]
fn vrf_points_are_encoded_and_multiplied_by_eight() {
    proved(vrf::points);
}

#[test]
fn elements_are_mapped_by_elligator() {
    proved(vrf::elligator);
}
