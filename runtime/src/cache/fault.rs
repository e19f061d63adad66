//! Faults of a cache folder.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// A cache entry that could not be used or written. The contract was compiled again: a fault costs
/// time and changes no outcome.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CacheFault {
    /// The entry is not the one this build wrote for this contract. It is written again.
    #[error("cache entry {path} is damaged")]
    Damaged {
        /// The entry.
        path: PathBuf,
    },
    /// The entry cannot be read.
    #[error("cannot read cache entry {path}: {reason}")]
    Read {
        /// The entry.
        path: PathBuf,
        /// The system's error.
        reason: Arc<io::Error>,
    },
    /// The entry cannot be written.
    #[error("cannot write cache entry {path}: {reason}")]
    Write {
        /// The entry.
        path: PathBuf,
        /// The system's error.
        reason: Arc<io::Error>,
    },
}
