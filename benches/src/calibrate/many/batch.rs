//! The differences between the batch calls that are priced.

use super::cell::{Cell, Family};
use crate::calibrate::price::Parameter;
use crate::measure::bound::Bound;
use ed25519_lanes::Backend;
use near_runtime_ext::host::Verification;

/// A batch call.
pub(crate) trait Batch: 'static {
    /// The host function.
    const HOST_FUNCTION: &'static str;
    /// The name of its experiment.
    const EXPERIMENT: &'static str;
    /// The file of its prices.
    const PRICES: &'static str;
    /// The blocks of documents: costs, prices, and where they were measured.
    const BLOCKS: [&'static str; 3];
    /// Kinds of calls that the price of an item covers; the first also has lines by bytes.
    const FAMILIES: &'static [Family];
    /// Length of the messages where it does not vary: the charge for the bytes of shorter ones comes on
    /// top.
    const MESSAGE_BYTES: usize;
    /// Numbers of tries of one item, if tries are charged.
    const TRIES: &'static [usize];
    /// Text about the length of messages and the lines of items, and about the bytes.
    const METHOD: [&'static str; 2];

    /// Its parameters, with today's prices and without costs.
    fn parameters() -> Vec<Parameter>;

    /// The most expensive number of items beyond whole groups of lanes.
    fn tail(backend: Backend) -> usize;

    /// Key, signature or proof, and message of an item of this call.
    ///
    /// # Errors
    ///
    /// There is no such item.
    fn item(cell: Cell, number: usize) -> anyhow::Result<[Vec<u8>; 3]>;

    /// The argument of the call beside its items: the rule, or the suite.
    fn kind(family: Family) -> u64;

    /// Prices so low that gas does not limit a call.
    fn nearly_free() -> Verification;

    /// Bounds on its prices.
    fn bounds(_parameters: &[Parameter]) -> Vec<Bound> {
        Vec::new()
    }
}
