//! Points and numbers on which verifiers of Ed25519 signatures differ, derived from the curve's
//! arithmetic. Tests make signatures from them.

mod point;
mod scalar;

pub use point::{
    Point, non_canonical_of_large_order, of_small_order, small_order_encodings, undecodable,
};
pub use scalar::{challenge, plus_order, sign};
