//! FROST(Ed25519, SHA-512) (RFC 9591) with its public work in vector lanes.
//!
//! A [`Session`] is the public part of one signature, computed once: signers [`sign`](Session::sign)
//! with it, and a coordinator [`aggregate`](Session::aggregate)s. [`dkg`] decodes the packages of a
//! distributed key generation, and does its third part.
//!
//! Only encodings of public points and public scalars reach the lanes; frost-core computes with
//! everything secret. Wherever something is wrong or odd, frost-core's own function gets the same
//! inputs and its answer is returned, so that results, errors and culprits are frost-core's.
#![forbid(unsafe_code)]

mod aggregate;
mod culprits;
pub mod dkg;
mod given;
mod lagrange;
mod public;
mod session;
mod sign;
#[cfg(test)]
mod without_frost;

pub use frost_core::CheaterDetection;
pub use frost_ed25519::Error;
pub use session::{Commitments, Session};
