//! The differences between the priced batch calls.

use super::cell::{Cell, Family, MANY, lanes};
use crate::calibrate::price::Parameter;
use crate::measure::bound::Bound;
use ed25519_lanes::Backend;
use std::cmp::Reverse;

/// Items in whole lane groups of a call. Lines are not fitted to the largest number, because a
/// hundredth of its cost exceeds what a call takes apart from its items. It only shows what a call
/// pays.
const WHOLE: [usize; 7] = [0, 8, 16, 32, 64, 128, 256];

/// A batch call.
pub(crate) trait Batch: 'static {
    const HOST_FUNCTION: &'static str;
    const EXPERIMENT: &'static str;
    /// The file of its prices.
    const PRICES: &'static str;
    /// The blocks of documents: costs, prices, and where they were measured.
    const BLOCKS: [&'static str; 3];
    /// Kinds of calls that the price of an item covers; the first also has lines by bytes.
    const FAMILIES: &'static [Family];
    /// The length of messages that does not vary. Their bytes are charged separately, even those of
    /// shorter ones.
    const MESSAGE_BYTES: usize;
    /// Numbers of tries of one item; empty if tries are not charged.
    const TRIES: &'static [usize];
    /// Texts on the length of messages and the lines of items, and on the bytes.
    const METHOD: [&'static str; 2];

    /// All cells, the slowest backend first.
    fn all() -> Vec<Cell> {
        let mut cells = Vec::new();
        for &backend in Backend::ALL {
            let mut push = |family, count, message_bytes| {
                cells.push(Cell {
                    backend,
                    family,
                    count,
                    message_bytes,
                });
            };
            let (lanes, tail) = (lanes(backend), Self::tail(backend));
            for &family in Self::FAMILIES {
                for whole in WHOLE {
                    push(family, whole / lanes * lanes + tail, Self::MESSAGE_BYTES);
                }
            }
            // sha2 hashes a single message; lanes hash several of one length.
            for message_bytes in [256, 1_024, 4_096, 16_384, 65_536] {
                push(Self::FAMILIES[0], 1, message_bytes);
            }
            for message_bytes in [512, 2_048, 4_096, 8_192, 16_384] {
                push(Self::FAMILIES[0], MANY + tail, message_bytes);
            }
            for &tries in Self::TRIES {
                push(Family::Tries, tries, Self::MESSAGE_BYTES);
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

    /// Its parameters, with today's prices and no costs.
    fn parameters() -> Vec<Parameter>;

    /// The most expensive number of items beyond whole lane groups.
    fn tail(backend: Backend) -> usize;

    /// Key, signature or proof, and message of an item of this call.
    fn item(cell: Cell, number: usize) -> anyhow::Result<[Vec<u8>; 3]>;

    /// The other argument of the call: the rule, or the suite.
    fn kind(family: Family) -> u64;

    /// Bounds on its prices.
    fn bounds(_parameters: &[Parameter]) -> Vec<Bound> {
        Vec::new()
    }
}
