//! The cost of a group's signature on chain, computed from nearcore's parameters, not measured.

use super::cells::Suite;
use near_ed25519::output::Table;
use near_ed25519::output::format::format_tgas;
use near_parameters::{ExtCosts, RuntimeConfigStore};
use near_runtime_ext::PROTOCOL_VERSION;

/// Bytes of the message, such as a hash.
const MESSAGE: u64 = 32;

/// The table, with its name in documents.
pub(crate) fn on_chain() -> (&'static str, String) {
    let store = RuntimeConfigStore::new(None);
    let config = &store.get_config(PROTOCOL_VERSION).wasm_config;
    let price = |parameter| config.ext_costs.gas_cost(parameter).as_gas();
    let mut table =
        Table::titled("group signature | host function of its curve | verifies it | price, Tgas");
    for suite in Suite::ALL {
        let (function, verifies, gas) = match suite {
            Suite::Ed25519 => {
                let bytes = MESSAGE * price(ExtCosts::ed25519_verify_byte);
                let gas = price(ExtCosts::ed25519_verify_base) + bytes;
                ("`ed25519_verify`", "yes", Some(gas))
            }
            Suite::Secp256k1 => {
                let gas = price(ExtCosts::ecrecover_base);
                ("`ecrecover`", "no: ECDSA", Some(gas))
            }
            Suite::P256 if config.p256_verify_host_fn => {
                let bytes = MESSAGE * price(ExtCosts::p256_verify_byte);
                let gas = price(ExtCosts::p256_verify_base) + bytes;
                ("`p256_verify`", "no: ECDSA", Some(gas))
            }
            Suite::P256 | Suite::Ristretto255 | Suite::Ed448 => ("none", "in Wasm only", None),
        };
        let gas = gas.map(format_tgas).unwrap_or_default();
        table.line(&suite.to_string(), &[&function, &verifies, &gas]);
    }
    ("frost on chain", table.markdown())
}
