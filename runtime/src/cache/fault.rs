//! What can be wrong with a cache folder.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// An entry of the cache folder that could not be used, or kept. The contract was compiled anew:
/// a fault costs time, and changes no outcome.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CacheFault {
    /// The entry is not what this build wrote for this contract. It is written again.
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
        /// Why.
        reason: Arc<io::Error>,
    },
    /// The entry cannot be written.
    #[error("cannot write cache entry {path}: {reason}")]
    Write {
        /// The entry.
        path: PathBuf,
        /// Why.
        reason: Arc<io::Error>,
    },
}
