//! What `headers` finds; serialized, it is the `--json` output and the file of `--out`.

use super::measured::Measured;
use super::row::{Row, UNIT};
use super::turn::Turn;
use crate::machine::Machine;
use crate::process::{Effort, Launches};
use crate::record::Findings as _;
use anyhow::Context as _;
use serde::{Deserialize, Serialize};

/// All rows, measured in one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Timings {
    schema_version: u32,
    pub(crate) machine: Machine,
    pub(crate) effort: Effort,
    seed: u64,
    /// Whether less was measured than the effort says.
    pub(crate) is_interrupted: bool,
    /// The headers' names.
    pub(crate) headers: Vec<String>,
    pub(crate) rows: Vec<Measured>,
}

impl Timings {
    /// From the turns of each process.
    ///
    /// # Errors
    ///
    /// Two turns of a row with one header say different gas.
    pub(super) fn new(
        machine: Machine,
        effort: Effort,
        seed: u64,
        rows: &[Row],
        headers: &[String],
        launches: &Launches<Turn>,
    ) -> anyhow::Result<Self> {
        let rows = rows.iter().map(|row| {
            Measured::new(row, headers, &launches.samples).with_context(|| row.name.clone())
        });
        let mut rows = rows.collect::<Result<Vec<_>, _>>()?;
        if let Some(unit) = rows.iter().find(|row| row.name == UNIT).cloned() {
            for row in &mut rows {
                row.compare_with(&unit);
            }
        }
        Ok(Self {
            schema_version: Self::SCHEMA_VERSION,
            machine,
            effort,
            seed,
            is_interrupted: launches.is_interrupted,
            headers: headers.to_vec(),
            rows,
        })
    }
}
