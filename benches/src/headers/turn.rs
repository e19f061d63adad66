//! What a measuring process prints: CSV, one turn a line.

use serde::{Deserialize, Serialize};

/// A turn of one row with one header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) row: String,
    pub(crate) header: String,
    pub(crate) burnt_gas: u64,
    /// The fastest call, from handing it to the VM until its outcome, nanoseconds.
    pub(crate) least_ns: u64,
}
