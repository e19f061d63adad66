//! What is counted.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is counted. The two are never mixed: each has its own fit, and its own price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Metric {
    /// Wall time, nanoseconds.
    Time,
    /// Instructions, as callgrind counts them; the same each time.
    Instructions,
}

impl Metric {
    pub(crate) const ALL: [Self; 2] = [Self::Time, Self::Instructions];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Instructions => "instructions",
        }
    }

    /// What one is called in a table.
    pub(crate) const fn unit(self) -> &'static str {
        match self {
            Self::Time => "ns",
            Self::Instructions => "instructions",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
