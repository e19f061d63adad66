//! What is measured of `ed25519_verify_many`: rows are backends and kinds of calls, columns how much.

use ed25519_lanes::{Backend, Rule};
use std::cmp::Reverse;

/// Messages of so many bytes are the shortest that take two blocks of SHA-512: whatever is charged
/// for the bytes of shorter ones is on top.
pub(super) const TWO_BLOCKS: usize = 48;

/// Signatures of a call by the bytes of their messages, but for the tail.
pub(super) const MANY: usize = 64;

/// Whole groups of signatures of a call, in signatures. The largest is measured to see what it pays, and
/// no line is drawn to it, of which a hundredth is more than what a call takes beyond its items.
const WHOLE: [usize; 7] = [0, 8, 16, 32, 64, 128, 256];

/// The most that a line is drawn through.
pub(super) const FITTED: usize = 128 + 8;

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

    pub(super) const fn name(self) -> &'static str {
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
    pub(super) backend: Backend,
    pub(super) family: Family,
    /// How many signatures, or keys.
    pub(super) count: usize,
    /// Length of each message.
    pub(super) message_bytes: usize,
}

impl Cell {
    /// Who verifies what: the row that the cell is in.
    pub(super) fn row(self) -> String {
        format!("{}: {}", self.backend, self.family.name())
    }

    /// How much of it: the column.
    pub(super) fn column(self) -> String {
        format!("{} of {} bytes", self.count, self.message_bytes)
    }

    /// Everything there is to measure, the slowest backend first.
    pub(super) fn all() -> Vec<Self> {
        let mut cells = Vec::new();
        for &backend in Backend::ALL {
            let mut push = |family, count, message_bytes| {
                cells.push(Self {
                    backend,
                    family,
                    count,
                    message_bytes,
                });
            };
            let (lanes, tail) = lanes(backend);
            for family in [Family::Valid, Family::OtherPoint] {
                for whole in WHOLE {
                    push(family, whole / lanes * lanes + tail, TWO_BLOCKS);
                }
            }
            // Alone a message is hashed by sha2, with others of its length in lanes.
            for message_bytes in [256, 1_024, 4_096, 16_384, 65_536] {
                push(Family::Valid, 1, message_bytes);
            }
            for message_bytes in [512, 2_048, 4_096, 8_192, 16_384] {
                push(Family::Valid, MANY + tail, message_bytes);
            }
            if backend != Backend::Dalek {
                for groups in [1, 2, 4, 8, 16] {
                    push(Family::Tables, groups * lanes, 0);
                }
            }
        }
        cells.sort_by_key(|cell| (Reverse(cell.backend), cell.family));
        cells
    }
}

/// Lanes of a backend, and how many signatures more than whole groups are dearest: the fewest that fill a
/// group of their own.
pub(super) const fn lanes(backend: Backend) -> (usize, usize) {
    match backend {
        Backend::Ifma => (8, 2),
        Backend::Avx2 => (4, 3),
        Backend::Portable | Backend::Dalek => (1, 1),
    }
}
