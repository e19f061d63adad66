#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "batch")]
mod batch;
#[cfg(feature = "batch")]
mod constant_time;
mod draws;
mod elligator2;
mod encode_to_curve;
mod hashes;
mod numbers;
mod output;
mod point;
mod proof;
#[cfg(feature = "prove")]
mod prove;
mod refused;
mod suite;
mod verify;

#[cfg(all(test, feature = "batch", feature = "prove"))]
mod dishonest_provers;

#[cfg(feature = "batch")]
pub use batch::{Coefficients, Item, verify_batch};
#[cfg(feature = "batch")]
pub use constant_time::verify_constant_time;
pub use draws::{DrawError, Draws};
pub use encode_to_curve::Attempts;
pub use output::Output;
pub use point::PointError;
#[cfg(feature = "prove")]
pub use prove::SecretKey;
pub use refused::Refused;
pub use suite::{Suite, UnknownSuite};
pub use verify::verify;
