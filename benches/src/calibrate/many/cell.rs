//! Cells of a batch call: rows are backends and kinds of calls, columns are sizes.

use crate::measure::cell::{self, lacks};
use crate::verification::named::named;
use ed25519_lanes::Backend;

/// Items of a call that varies the message length, without the tail.
pub(super) const MANY: usize = 64;

/// The largest number of items that a line is fitted to.
pub(super) const FITTED: usize = 128 + 8;

named! {
    /// Kind of call.
    pub(crate) Family:
    /// Honest signatures, by NEP-364.
    Valid "honest, NEP-364";
    /// Signatures whose R is another point of the same cofactor class, by ZIP-215: they need the
    /// second comparison too.
    OtherPoint "R another point, ZIP-215";
    /// Honest proofs of RFC 9381's TAI, each after one try.
    Tai "TAI, one try";
    /// Honest proofs of the other suites.
    Ell2 "ELL2";
    Draft03 "draft-03";
    Draft13 "draft-13";
    /// One honest proof of TAI, after many tries.
    Tries "tries of one item";
    /// Builds tables for the keys, and verifies nothing.
    Tables "tables of a key";
}

/// A measured call: backend, family and size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cell {
    pub(super) backend: Backend,
    pub(super) family: Family,
    /// The number of items, of keys, or of one item's tries.
    pub(super) count: usize,
    pub(super) message_bytes: usize,
}

impl Cell {
    pub(super) fn items(self) -> usize {
        match self.family {
            Family::Tries => 1,
            _ => self.count,
        }
    }

    pub(super) fn tries(self) -> usize {
        match self.family {
            Family::Tai | Family::Tries => self.count,
            _ => 0,
        }
    }
}

impl cell::Cell for Cell {
    fn row(&self) -> String {
        format!("{}: {}", self.backend, self.family)
    }

    fn column(&self) -> String {
        match self.family {
            Family::Tries => format!("{} tries", self.count),
            _ => format!("{} of {} bytes", self.count, self.message_bytes),
        }
    }

    fn group(&self) -> String {
        self.backend.to_string()
    }

    fn unavailable(&self) -> Option<&'static str> {
        lacks(self.backend)
    }

    /// valgrind supports neither IFMA nor AVX-512. No price uses instruction counts of AVX2's
    /// lanes, since one vector instruction does the work of four.
    fn is_counted(&self) -> bool {
        matches!(self.backend, Backend::Portable | Backend::Dalek)
    }
}

pub(super) const fn lanes(backend: Backend) -> usize {
    match backend {
        Backend::Ifma => 8,
        Backend::Avx2 => 4,
        Backend::Portable | Backend::Dalek => 1,
    }
}
