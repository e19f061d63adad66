//! What is proved.

pub mod carries;
pub mod decoding;
pub(crate) mod exact;
pub mod exponents;
pub mod field;
pub mod frost;
pub(crate) mod group;
pub mod hash;
pub mod instructions;
pub mod integers;
pub mod kernels;
pub(crate) mod machine;
pub mod pair;
pub mod points;
pub mod verdicts;
pub mod vrf;

use crate::{form, oracle, word};

/// Proves a claim at the point of this seed.
pub fn prove(seed: [u8; 32], claim: fn()) {
    word::reset();
    oracle::set(&[]);
    form::seed(seed);
    claim();
}
