//! What `many` finds; serialized, it is the `--json` output and the file of `--out`.

use super::measured::Measured;
use super::row::{Row, UNIT};
use super::turn::Turn;
use crate::machine::Machine;
use crate::process::{Effort, Launches};
use crate::record::Findings as _;
use serde::{Deserialize, Serialize};

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
        rows: &[Row],
        launches: &Launches<Turn>,
    ) -> Self {
        let rows = rows.iter().map(|row| Measured::new(row, &launches.samples));
        let mut rows: Vec<_> = rows.collect();
        if let Some(unit) = rows.iter().find(|row| row.name == UNIT).cloned() {
            for row in &mut rows {
                row.compare_with(&unit);
            }
        }
        Self {
            schema_version: Self::SCHEMA_VERSION,
            machine,
            effort,
            seed,
            is_interrupted: launches.is_interrupted,
            message_bytes: dalek_child::MESSAGE_BYTES,
            rows,
        }
    }

    /// So many signatures by this row, beside the unit.
    pub(super) fn times_unit(&self, name: &str, signatures: usize) -> Option<f64> {
        let row = self.rows.iter().find(|row| row.name == name)?;
        row.size(signatures)?.time.times_unit
    }
}
