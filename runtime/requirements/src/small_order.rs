//! Points of small order, from the curve's arithmetic; every machine has them.

use crate::odd_points::of_small_order;

/// Every encoding of every point of small order, the eight canonical ones first.
#[must_use]
pub fn encodings() -> Vec<[u8; 32]> {
    of_small_order().iter().map(|point| point.bytes).collect()
}
