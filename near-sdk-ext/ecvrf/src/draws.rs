//! Distinct numbers from an output, one at a time.

use core::iter::FusedIterator;
use core::num::NonZeroU64;
use std::collections::BTreeMap;

use crate::Output;
use crate::numbers::Numbers;

/// Why numbers are not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// There are fewer than `k` numbers.
    #[error("{k} different numbers below {n} do not exist")]
    TooFew {
        /// The requested count.
        k: u64,
        /// The bound of the numbers.
        n: u64,
    },
    /// More numbers than one call draws.
    #[error("{k} numbers, above {most}")]
    TooMany {
        /// The requested count.
        k: u64,
        /// [`Output::MOST_DRAWN`].
        most: u64,
    },
}

/// `k` different numbers below `n`, by [`Output::draws`]. Each number is computed on demand, and
/// takes memory from then on.
#[derive(Clone, Debug)]
pub struct Draws {
    numbers: Numbers,
    /// The number at a place that no longer holds its own.
    moved: BTreeMap<u64, u64>,
    /// The next place.
    place: u64,
    k: u64,
    n: NonZeroU64,
}

impl Draws {
    pub(crate) fn new(output: &Output, k: u64, n: NonZeroU64) -> Result<Self, DrawError> {
        if k > n.get() {
            return Err(DrawError::TooFew { k, n: n.get() });
        }
        Ok(Self {
            numbers: Numbers::new("draw", &[k, n.get()], output),
            moved: BTreeMap::new(),
            place: 0,
            k,
            n,
        })
    }
}

impl Iterator for Draws {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let place = self.place;
        if place == self.k {
            return None;
        }
        let left = NonZeroU64::new(self.n.get() - place)?; // never 0, since k is at most n
        let other = place + self.numbers.below(left);
        let own = self.moved.remove(&place).unwrap_or(place);
        self.place += 1;
        Some(if other == place {
            own
        } else {
            self.moved.insert(other, own).unwrap_or(other)
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match usize::try_from(self.k - self.place) {
            Ok(left) => (left, Some(left)),
            Err(_) => (usize::MAX, None),
        }
    }
}

impl FusedIterator for Draws {}
