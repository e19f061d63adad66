//! The specified costs of a call, at this project's prices.

use super::items::Item;
use crate::network::{self, Place};
pub use crate::network::{charges, whole};
use near_runtime_ext::Prices;
use std::sync::LazyLock;

pub static PRICES: LazyLock<Prices> = LazyLock::new(network::prices::<Item>);

/// The gas of a call with a malformed layout.
pub fn up_to_parsing(place: Place, len: u64) -> u64 {
    network::up_to_parsing::<Item>(place, len)
}

#[test]
fn a_whole_call_fits_what_the_network_lets_a_contract_burn() {
    // With higher prices, no call could reach the limit of 4096 items.
    let most = PRICES.item * 4096;
    assert!(
        most < network::NETWORK
            .wasm_config
            .limit_config
            .max_gas_burnt
            .as_gas()
    );
}
