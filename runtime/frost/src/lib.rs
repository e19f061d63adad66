#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod aggregate;
mod culprits;
#[cfg(feature = "dealt-groups")]
pub mod dealt_groups;
pub mod dkg;
mod fixed_factor_suite;
mod lagrange;
mod public;
mod session;
mod sign;
mod vss;
#[cfg(test)]
mod without_frost;

pub use ed25519_lanes::Verifier;
pub use frost_core::CheaterDetection;
pub use frost_ed25519::Error;
pub use session::{Commitments, Session};
pub use vss::VssCommitment;
