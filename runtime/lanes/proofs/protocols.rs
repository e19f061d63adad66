//! What `abstract_lanes` proves of FROST's points and of proofs of VRFs.

use crate::vectors::each_proved;
use abstract_lanes::claims::{frost, vrf};

each_proved! {
    fn commitments_are_the_sums_of_their_points() = frost::sums;
    fn polynomials_have_their_values() = frost::polynomials;
    fn shares_are_right_or_wrong() = frost::shares;
    fn points_of_prime_order_are_accepted_alone() = frost::prime_order;
    fn vrf_equations_are_the_sums_of_their_rows() = vrf::equations;
    fn vrf_points_are_encoded_and_multiplied_by_eight() = vrf::points;
    fn elements_are_mapped_by_elligator() = vrf::elligator;
}
