//! One measurement: a line that a measuring process prints, and that `raw.csv` of a recording keeps.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The column of samples that were taken in search of a place for the stack.
pub(crate) const SEARCH: &str = "search";

/// One measurement of one cell of an experiment's table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Metric {
    /// Nanoseconds.
    #[default]
    Time,
    /// Instructions, by callgrind.
    Instructions,
    /// Gas of one operation.
    Gas,
}

impl Metric {
    /// What one is called in a table.
    pub(crate) const fn unit(self) -> &'static str {
        match self {
            Self::Time => "ns",
            Self::Instructions => "instructions",
            Self::Gas => "gas",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Time => "time",
            Self::Instructions => "instructions",
            Self::Gas => "gas",
        })
    }
}

impl Sample {
    /// One operation, in the metric's unit; the sample is not of a call alone.
    pub(crate) fn each(&self) -> f64 {
        self.value as f64 / f64::from(self.iterations)
    }
}
