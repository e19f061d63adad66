//! What `abstract_lanes` proves of squares and of the group's order.

use crate::vectors::each_proved;
use abstract_lanes::claims::curve;

each_proved! {
    fn minus_one_is_a_square_and_d_is_not() = curve::squares;
    fn the_group_has_eight_l_elements() = curve::order;
}
