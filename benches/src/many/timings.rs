//! What `many` finds; serialized, it is the `--json` output and the file of `--out`.

use super::measured::Measured;
use super::row::{Row, UNIT};
use super::turn::Turn;
use crate::machine::Machine;
use crate::record;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Of the JSON. A reader refuses others.
const SCHEMA_VERSION: u32 = 1;

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Effort {
    /// Processes, one after the other.
    pub(crate) launches: u32,
    /// Turns of everybody with every number of signatures in each process.
    pub(crate) rounds: u32,
}

impl Effort {
    /// In all processes.
    pub(super) fn rounds_of_all(self) -> u64 {
        u64::from(self.launches) * u64::from(self.rounds)
    }
}

/// All contenders, measured in one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Timings {
    schema_version: u32,
    pub(crate) machine: Machine,
    pub(crate) effort: Effort,
    seed: u64,
    /// Whether less was measured than the effort says.
    pub(crate) is_interrupted: bool,
    pub(crate) message_bytes: usize,
    pub(crate) rows: Vec<Measured>,
}

impl Timings {
    /// From the turns of each process.
    pub(super) fn new(
        machine: Machine,
        effort: Effort,
        seed: u64,
        is_interrupted: bool,
        rows: &[Row],
        launches: &[Vec<Turn>],
    ) -> Self {
        let rows = rows.iter().map(|row| Measured::new(row, launches));
        let mut rows: Vec<_> = rows.collect();
        if let Some(unit) = rows.iter().find(|row| row.name == UNIT).cloned() {
            for row in &mut rows {
                row.compare_with(&unit);
            }
        }
        Self {
            schema_version: SCHEMA_VERSION,
            machine,
            effort,
            seed,
            is_interrupted,
            message_bytes: dalek_child::MESSAGE_BYTES,
            rows,
        }
    }

    /// Reads a file that `--out` has written.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is something else.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        record::read(path, "file of `many`", SCHEMA_VERSION)
    }

    /// So many signatures by this row, beside the unit.
    pub(super) fn times_unit(&self, name: &str, signatures: usize) -> Option<f64> {
        let row = self.rows.iter().find(|row| row.name == name)?;
        row.size(signatures)?.times_unit
    }
}
