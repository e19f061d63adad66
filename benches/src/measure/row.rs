//! A row of an experiment.

use ed25519_lanes::Backend;
use serde::{Deserialize, Serialize};

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// Unique.
    pub(crate) name: String,
    /// Rows of a group are adjacent.
    pub(crate) group: String,
    /// Why it cannot be measured here, if so.
    pub(crate) unavailable: Option<String>,
}

impl Row {
    pub(crate) fn new(group: &str, name: impl Into<String>, unavailable: Option<&str>) -> Self {
        Self {
            name: name.into(),
            group: group.to_owned(),
            unavailable: unavailable.map(str::to_owned),
        }
    }

    /// A row that needs this verify backend.
    pub(crate) fn of_backend(group: &str, name: String, backend: Backend) -> Self {
        let unavailable = (!backend.is_available()).then_some("not on this CPU");
        Self::new(group, name, unavailable)
    }
}
