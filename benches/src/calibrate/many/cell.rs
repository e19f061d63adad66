//! Cells of `ed25519_verify_many`: rows are backends and kinds of calls, columns are sizes.

use ed25519_lanes::{Backend, Rule};
use std::cmp::Reverse;

/// The shortest message that takes two blocks of SHA-512: the charge for the bytes of shorter ones
/// comes on top.
pub(super) const TWO_BLOCKS: usize = 48;

/// Signatures of a call that varies the message length, without the tail.
pub(super) const MANY: usize = 64;

/// Signatures in whole lane groups of a call. No line is fitted to the largest, a hundredth of
/// whose cost is more than a call takes beyond its items; it only shows what a call pays.
const WHOLE: [usize; 7] = [0, 8, 16, 32, 64, 128, 256];

/// The largest number of signatures that a line is fitted to.
pub(super) const FITTED: usize = 128 + 8;

/// Kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Family {
    /// Honest signatures, by NEP-364.
    Valid,
    /// Signatures whose R is another point of the same cofactor class, by ZIP-215: they take the
    /// second comparison as well.
    OtherPoint,
    /// No verification: tables are built for the keys.
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

/// A measured call: backend, family and size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cell {
    /// The verify backend.
    pub(super) backend: Backend,
    pub(super) family: Family,
    /// Number of signatures, or of keys.
    pub(super) count: usize,
    /// Length of each message.
    pub(super) message_bytes: usize,
}

impl Cell {
    /// The row: backend and family.
    pub(super) fn row(self) -> String {
        format!("{}: {}", self.backend, self.family.name())
    }

    /// The column: number of signatures and message length.
    pub(super) fn column(self) -> String {
        format!("{} of {} bytes", self.count, self.message_bytes)
    }

    /// All cells, the slowest backend first.
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
            // sha2 hashes a single message, lanes hash several of one length.
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

/// Lanes of a backend, and the most expensive number of signatures beyond whole groups: the fewest
/// that fill a group of their own.
pub(super) const fn lanes(backend: Backend) -> (usize, usize) {
    match backend {
        Backend::Ifma => (8, 3),
        Backend::Avx2 => (4, 3),
        Backend::Portable | Backend::Dalek => (1, 1),
    }
}
