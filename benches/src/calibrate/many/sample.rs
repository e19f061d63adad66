//! Raw samples, as their file has them.

use super::plan::{Cell, Family, Verifies};
use serde::{Deserialize, Serialize};

/// The least time that a call took, in one process, at one place of the stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sample {
    // The fields of `Cell`: CSV has no nesting.
    backend: Verifies,
    family: Family,
    count: usize,
    message_bytes: usize,
    /// The process, from 0.
    pub(super) launch: u32,
    /// Where in a page of memory the stack was, bytes.
    pub(super) stack: usize,
    /// Nanoseconds.
    pub(super) ns: u64,
}

impl Sample {
    pub(super) fn new(cell: Cell, launch: u32, stack: usize, ns: u64) -> Self {
        let Cell {
            backend,
            family,
            count,
            message_bytes,
        } = cell;
        Self {
            backend,
            family,
            count,
            message_bytes,
            launch,
            stack,
            ns,
        }
    }

    /// What was measured.
    pub(super) fn cell(&self) -> Cell {
        Cell {
            backend: self.backend,
            family: self.family,
            count: self.count,
            message_bytes: self.message_bytes,
        }
    }
}
