//! What a measuring process prints: CSV, one turn a line.

use serde::{Deserialize, Serialize};

/// A turn of one contender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) row: String,
    /// How many it had to verify at once.
    pub(crate) signatures: usize,
    /// How often it was timed.
    pub(crate) times: u32,
    /// The fastest of these: all signatures, nanoseconds.
    pub(crate) least_ns: u64,
}
