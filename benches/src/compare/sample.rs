//! What a measuring process prints: CSV, one sample a line.

use serde::{Deserialize, Serialize};

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Quantity {
    /// Verifications with the call around them, nanoseconds.
    #[serde(rename = "time")]
    Time,
    /// The call alone, nanoseconds.
    #[serde(rename = "no-op")]
    NoOp,
    /// Gas of one verification.
    #[serde(rename = "gas")]
    Gas,
}

/// One measurement of one contender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sample {
    pub(crate) row: String,
    pub(crate) quantity: Quantity,
    /// Verifications it is of.
    pub(crate) verifications: u32,
    pub(crate) value: u64,
}
