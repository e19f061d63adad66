//! Raw samples, and the file that keeps all of them.

use super::plan::{Cell, Family, Verifies};
use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};
use std::path::Path;

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

/// The samples as CSV with a header.
pub(super) fn to_csv(samples: &[Sample]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for sample in samples {
        writer.serialize(sample)?;
    }
    Ok(writer.into_inner()?)
}

/// Reads what [`to_csv`] has written.
///
/// # Errors
///
/// The file cannot be read, is not such CSV (the error names the line), or has no samples.
pub(super) fn read_csv(path: &Path) -> anyhow::Result<Vec<Sample>> {
    let name = path.display().to_string();
    let mut reader = csv::Reader::from_path(path).with_context(|| format!("cannot read {name}"))?;
    let samples: Result<Vec<Sample>, _> = reader.deserialize().collect();
    let samples = samples.with_context(|| name.clone())?;
    if samples.is_empty() {
        bail!("{name} has no samples");
    }
    Ok(samples)
}
