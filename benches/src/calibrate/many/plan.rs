//! What is measured, and how often.

use ed25519_lanes::{Backend, Rule};
use serde::Serialize;
use std::fmt;

/// Messages of so many bytes are the shortest that take two blocks of SHA-512: whatever is charged
/// for the bytes of shorter ones is on top.
pub(super) const TWO_BLOCKS: usize = 48;

/// How many places of the stack each cell is measured at; the slowest counts.
pub(super) const PLACES: usize = 4;

/// What kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Family {
    /// Honest signatures, by NEP-364.
    Valid,
    /// Signatures whose R is another point of the same cofactor class, by ZIP-215: they take the
    /// second comparison as well.
    OtherPoint,
    /// No verification: tables of so many keys are built.
    Tables,
}

impl Family {
    pub(super) const fn rule(self) -> Rule {
        match self {
            Self::Valid | Self::Tables => Rule::Nep364,
            Self::OtherPoint => Rule::Zip215,
        }
    }

    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Valid => "honest, NEP-364",
            Self::OtherPoint => "R another point, ZIP-215",
            Self::Tables => "tables of a key",
        }
    }
}

/// One thing that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cell {
    /// Who verifies.
    pub(super) backend: Verifies,
    pub(super) family: Family,
    /// How many signatures, or keys.
    pub(super) count: usize,
    /// Length of each message.
    pub(super) message_bytes: usize,
}

impl Cell {
    /// Who verifies what: the row that the cell is in.
    pub(super) fn row(self) -> String {
        format!("{}: {}", self.backend, self.family.title())
    }

    /// How much of it: the column.
    pub(super) fn column(self) -> String {
        format!("{} of {} bytes", self.count, self.message_bytes)
    }
}

/// A backend, in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verifies {
    Ifma,
    Avx2,
    Dalek,
}

impl Verifies {
    /// The slowest first. The portable backend leaves keys without tables to dalek.
    pub(super) const ALL: [Self; 3] = [Self::Dalek, Self::Avx2, Self::Ifma];

    pub(super) const fn backend(self) -> Backend {
        match self {
            Self::Ifma => Backend::Ifma,
            Self::Avx2 => Backend::Avx2,
            Self::Dalek => Backend::Dalek,
        }
    }

    pub(super) const fn lanes(self) -> usize {
        self.tail().0
    }

    /// Lanes, and how many signatures more than whole groups are dearest: the fewest that fill a group of their
    /// own.
    const fn tail(self) -> (usize, usize) {
        match self {
            Self::Ifma => (8, 2),
            Self::Avx2 => (4, 3),
            Self::Dalek => (1, 1),
        }
    }
}

impl fmt::Display for Verifies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.backend().name())
    }
}

/// Everything there is to measure.
pub(super) fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for backend in Verifies::ALL {
        let mut push = |family, count, message_bytes| {
            cells.push(Cell {
                backend,
                family,
                count,
                message_bytes,
            });
        };
        let (lanes, tail) = backend.tail();
        for family in [Family::Valid, Family::OtherPoint] {
            for whole in [0, 8, 16, 32, 64, 128, 256] {
                push(family, whole / lanes * lanes + tail, TWO_BLOCKS);
            }
        }
        // Alone a message is hashed by sha2, with others of its length in lanes.
        for message_bytes in [1_024, 4_096, 16_384, 65_536] {
            push(Family::Valid, 1, message_bytes);
            push(Family::Valid, 64 + tail, message_bytes / 16);
        }
        push(Family::Valid, 64 + tail, 8_192);
        if backend != Verifies::Dalek {
            for count in [lanes, 8 * lanes, 16 * lanes] {
                push(Family::Tables, count, 0);
            }
        }
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}
