//! What is measured, and how often.

use super::metric::Metric;
use crate::verification::{Family, Layer, Place, placement};
use serde::{Deserialize, Serialize};

/// Lengths of messages, bytes: around the edges of SHA-512's blocks of 128 bytes, and up to 64 KiB.
/// Of the hashed bytes R and A are the first 64 and padding takes at least 17, so that 47 bytes of
/// message still fit one block, and 48 take two.
const LENGTHS: [usize; 14] = [
    0, 1, 47, 48, 111, 112, 127, 128, 239, 240, 1_024, 4_096, 16_384, 65_536,
];

/// The same, fewer, for `--quick`.
const QUICK_LENGTHS: [usize; 12] = [
    0, 1, 111, 112, 127, 128, 239, 240, 1_024, 4_096, 16_384, 65_536,
];

/// The families that may be the dearest; the bare verification and the one through Wasm are
/// measured for these, the host function for all.
pub(crate) const HEAVY: [Family; 3] = [
    Family::Valid,
    Family::ValidHeaviest,
    Family::RefusedHeaviest,
];

/// The layers in which the slowest place of the stack is searched for.
pub(crate) const SEARCHED: [Layer; 3] = [Layer::Bare, Layer::Host, Layer::Wasm];

/// How often the search looks at each place; the least counts, since noise only adds.
pub(crate) const SEARCHES: u32 = 2;

/// The slowest so many are looked at again, so often: one of them may be there by noise alone.
pub(crate) const CANDIDATES: usize = 8;
pub(crate) const CANDIDATE_SEARCHES: u32 = 8;

/// How often instructions are counted, after a warm-up: twice, to see that they repeat.
pub(crate) const COUNTED_ROUNDS: u32 = 2;

/// One thing that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Cell {
    /// Where.
    pub(crate) layer: Layer,
    /// What kind of signature; honest ones where it does not matter.
    pub(crate) family: Family,
    /// Where its inputs are.
    pub(crate) place: Place,
    /// Length of the message.
    pub(crate) message_bytes: usize,
}

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Effort {
    /// Processes, one after the other.
    pub(crate) launches: u32,
    /// Samples of each cell in each process.
    pub(crate) rounds: u32,
    /// Fewer lengths.
    pub(crate) is_quick: bool,
}

impl Effort {
    pub(crate) fn lengths(self) -> &'static [usize] {
        if self.is_quick {
            &QUICK_LENGTHS
        } else {
            &LENGTHS
        }
    }

    /// Everything that is measured, in the order of the layers.
    pub(crate) fn cells(self) -> Vec<Cell> {
        let mut series = Vec::new();
        for &layer in Layer::ALL {
            let families = match layer {
                Layer::Host => Family::ALL,
                Layer::Bare | Layer::Wasm => &HEAVY,
                Layer::Marshalling | Layer::NoOp | Layer::Sha256 | Layer::Loop => &[Family::Valid],
            };
            series.extend(
                families
                    .iter()
                    .map(|&family| (layer, family, Place::Memory)),
            );
            if matches!(
                layer,
                Layer::Host | Layer::Wasm | Layer::Marshalling | Layer::NoOp
            ) {
                series.push((layer, Family::Valid, Place::Registers));
            }
        }
        let cell = |(layer, family, place)| {
            // The loop has no message.
            let lengths = match layer {
                Layer::Loop => &self.lengths()[..1],
                _ => self.lengths(),
            };
            lengths.iter().map(move |&message_bytes| Cell {
                layer,
                family,
                place,
                message_bytes,
            })
        };
        series.into_iter().flat_map(cell).collect()
    }

    /// Those whose instructions are counted: the ones that repeat exactly. Registers, and all of
    /// a contract's call, go through hash maps whose seeds the system draws; their counts vary by
    /// some thousandths.
    pub(crate) fn counted_cells(self) -> Vec<Cell> {
        let mut cells = self.cells();
        cells.retain(|cell| {
            cell.place == Place::Memory && !matches!(cell.layer, Layer::Wasm | Layer::NoOp)
        });
        cells
    }

    /// Samples that one process prints.
    pub(crate) fn samples(self, metric: Metric) -> u64 {
        match metric {
            Metric::Time => {
                let candidates = u64::from(CANDIDATE_SEARCHES) * CANDIDATES as u64;
                let all = u64::from(SEARCHES) * placement::places().count() as u64;
                let searches = all + candidates;
                SEARCHED.len() as u64 * searches
                    + u64::from(self.rounds) * self.cells().len() as u64
            }
            Metric::Instructions => {
                (1 + u64::from(COUNTED_ROUNDS)) * self.counted_cells().len() as u64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn nothing_is_measured_twice_and_no_family_is_forgotten() {
        for is_quick in [false, true] {
            let effort = Effort {
                launches: 1,
                rounds: 1,
                is_quick,
            };
            assert!(effort.lengths().len() >= 12);
            let cells = effort.cells();
            let distinct: BTreeSet<_> = cells.iter().collect();
            assert_eq!(distinct.len(), cells.len());
            for &family in Family::ALL {
                assert!(cells.iter().any(|cell| cell.family == family), "{family}");
            }
        }
    }
}
