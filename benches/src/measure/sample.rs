//! One measurement: a line that a measuring process prints, and that `raw.csv` of a recording keeps.

use serde::{Deserialize, Serialize};

/// One measurement of one cell of an experiment's table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sample {
    /// Who was measured.
    pub(crate) row: String,
    /// With what.
    pub(crate) column: String,
    /// The process, from 0.
    pub(crate) launch: u32,
    /// The turn of this cell in its process, from 0.
    pub(crate) round: u32,
    /// Where in a page of memory the stack lay, bytes.
    pub(crate) stack: usize,
    /// How many operations the value is of; 0 for the call around them alone.
    pub(crate) iterations: u32,
    pub(crate) metric: Metric,
    /// In the metric's unit.
    pub(crate) value: u64,
}

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Metric {
    /// Nanoseconds.
    Time,
    /// Instructions, by callgrind.
    Instructions,
    /// Gas of one operation.
    Gas,
}
