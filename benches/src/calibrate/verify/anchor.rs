//! Prices by way of SHA-256's.

use super::net::Net;
use crate::calibrate::price::{Parameter, Price};
use crate::measure::sample::Metric;
use crate::measure::table::Table;
use near_ed25519::statistics::Limits;
use near_ed25519::verification::Layer;
use near_parameters::{ExtCosts, RuntimeConfigStore};
use near_runtime_ext::PROTOCOL_VERSION;

/// The other route: how much gas a unit is where SHA-256 costs what the network charges for it.
///
/// It says how far this machine is from the one that prices suppose, or SHA-256 from its price: a
/// processor with instructions for SHA-256 makes it cheap, and everything else look dear. `None` where
/// SHA-256 has no line; nobody asks what hashing nothing costs.
fn gas_by_sha256(nets: &[Net]) -> Option<f64> {
    let sha256 = nets.iter().find(|net| net.series.layer == Layer::Sha256)?;
    let fit = sha256.fit().ok()?;
    let a_byte = fit.least_squares.slope;
    if fit.r_squared < Limits::default().r_squared || a_byte <= 0.0 {
        return None;
    }
    let store = RuntimeConfigStore::new(None);
    let costs = &store.get_config(PROTOCOL_VERSION).wasm_config.ext_costs;
    Some(costs.gas_cost(ExtCosts::sha256_byte).as_gas() as f64 / a_byte)
}

/// Each price by the anchor, times the direct one. SHA-256's price has a safety factor of its own in it.
pub(super) fn table(parameters: &[Parameter], nets: &[(Metric, Vec<Net>)]) -> Table {
    let mut table = Table::new(["parameter", "metric", "by the anchor, times the price"]);
    for it in parameters {
        for (metric, nets) in nets {
            if let (Price::Certain { cost, gas, .. }, Some(anchor)) =
                (it.price_by(*metric), gas_by_sha256(nets))
            {
                let times = format!("{:.2}", cost * anchor / gas as f64);
                table.row(
                    "",
                    &format!("`{}`", it.key),
                    vec![metric.to_string(), times],
                );
            }
        }
    }
    table
}
