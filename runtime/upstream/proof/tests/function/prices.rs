//! The specified costs of a call, at this project's prices.

use crate::items::Item;
use crate::network::{self, Place};
pub use crate::network::{charges, whole};
use near_runtime_ext::Prices;
use std::sync::LazyLock;

pub static PRICES: LazyLock<Prices> = LazyLock::new(network::prices::<Item>);

/// The gas of a call with a malformed layout.
pub fn up_to_parsing(place: Place, len: u64) -> u64 {
    network::up_to_parsing::<Item>(place, len)
}
