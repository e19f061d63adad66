//! Limits that this specification states of its prices.

use super::prices::PRICES;
use crate::network::NETWORK;

#[test]
fn a_whole_call_fits_what_the_network_lets_a_contract_burn() {
    // With higher prices, no call could reach the limit of 4096 items.
    let most = PRICES.item * 4096;
    assert!(most < NETWORK.wasm_config.limit_config.max_gas_burnt.as_gas());
}
