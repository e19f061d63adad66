//! Cells of an experiment's table, and the rows that they form.

use ed25519_lanes::Backend;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::Hash;

/// A measured thing. No other cell has both its row and its column.
pub(crate) trait Cell: Copy + Eq + Hash + 'static {
    /// The name of its row; cells of a row are adjacent.
    fn row(&self) -> String;

    fn column(&self) -> String;

    /// The heading of its row; rows of a group are adjacent.
    fn group(&self) -> &'static str {
        ""
    }

    /// The reason if it cannot be measured here.
    fn unavailable(&self) -> Option<&'static str> {
        None
    }

    /// Whether its instructions are counted too; counts must repeat.
    fn is_counted(&self) -> bool {
        false
    }
}

/// A row, displayed as its name. Its cells differ in one thing, such as the number of items at once.
pub(crate) trait Subject: Copy + Eq + Hash + fmt::Display + 'static {
    /// The heading of its row.
    fn group(&self) -> &'static str {
        ""
    }

    /// The reason if it cannot be measured here.
    fn unavailable(&self) -> Option<&'static str> {
        None
    }

    /// Whether its instructions are counted too; counts must repeat.
    fn is_counted(&self) -> bool {
        false
    }

    /// Its cell in this column.
    fn at<X>(self, at: X) -> At<Self, X> {
        At { subject: self, at }
    }
}

/// A subject in a column: a contender with a number of items at once, or the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct At<S, X = usize> {
    pub(crate) subject: S,
    pub(crate) at: X,
}

impl<S, X> At<S, X> {
    pub(crate) fn subject(self) -> S {
        self.subject
    }
}

impl<S: Subject, X: Copy + Eq + Hash + fmt::Display + 'static> Cell for At<S, X> {
    fn row(&self) -> String {
        self.subject.to_string()
    }

    fn column(&self) -> String {
        self.at.to_string()
    }

    fn group(&self) -> &'static str {
        self.subject.group()
    }

    fn unavailable(&self) -> Option<&'static str> {
        self.subject.unavailable()
    }

    fn is_counted(&self) -> bool {
        self.subject.is_counted()
    }
}

/// Verify backends with lanes, those with most lanes first.
pub(crate) const LANES: [Backend; 3] = [Backend::Ifma, Backend::Avx2, Backend::Portable];

/// The reason if this verify backend's cells cannot be measured here.
pub(crate) fn lacks(backend: Backend) -> Option<&'static str> {
    (!backend.is_available()).then_some("not on this CPU")
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// Unique.
    pub(crate) name: String,
    pub(crate) group: String,
    /// The reason if none of its cells can be measured here.
    pub(crate) unavailable: Option<String>,
}

pub(crate) fn rows<C: Cell>(cells: &[C]) -> Vec<Row> {
    let row = |cells: &[C]| Row {
        name: cells[0].row(),
        group: cells[0].group().to_owned(),
        unavailable: match cells.iter().all(|cell| cell.unavailable().is_some()) {
            true => cells[0].unavailable().map(str::to_owned),
            false => None,
        },
    };
    cells.chunk_by(|a, b| a.row() == b.row()).map(row).collect()
}
