//! One measurement: a line that a measuring process prints, and a recording's `raw.csv.gz` keeps.

use crate::verification::named::named;
use serde::{Deserialize, Serialize};

/// The column of samples from a search for the worst place of the stack.
pub(crate) const SEARCH: &str = "search";

/// One measurement of one cell of an experiment's table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sample {
    pub(crate) row: String,
    pub(crate) column: String,
    /// The process, from 0.
    pub(crate) launch: u32,
    /// The turn of this cell in its process, from 0.
    pub(crate) round: u32,
    /// Place of the stack in a page of memory, in bytes.
    pub(crate) stack: usize,
    /// The number of operations in the value; 0 for only the call around them.
    pub(crate) iterations: u32,
    pub(crate) metric: Metric,
    /// In the metric's unit.
    pub(crate) value: u64,
}

named! {
    /// The measured quantity.
    #[derive(Default)]
    pub(crate) Metric:
    /// Nanoseconds.
    #[default]
    Time "time";
    /// Instructions, by callgrind.
    Instructions "instructions";
    /// Gas of one operation.
    Gas "gas";
}

impl Metric {
    /// The unit's name in a table.
    pub(crate) const fn unit(self) -> &'static str {
        match self {
            Self::Time => "ns",
            Self::Instructions => "instructions",
            Self::Gas => "gas",
        }
    }
}

impl Sample {
    /// The value of one operation; the sample must have operations.
    pub(crate) fn each(&self) -> f64 {
        self.value as f64 / f64::from(self.iterations)
    }
}
