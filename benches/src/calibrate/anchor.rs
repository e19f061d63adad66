//! Prices by way of SHA-256's.

use super::price::{Fitted, Price, round_up};
use crate::statistics::Limits;
use crate::verification::Layer;
use near_parameters::{ExtCosts, RuntimeConfigStore};
use near_runtime_ext::PROTOCOL_VERSION;
use serde::{Deserialize, Serialize};

/// The other route: how much gas a unit is where SHA-256 costs what the network charges for it.
///
/// It says how far this machine is from the one that prices suppose, or SHA-256 from its price: a
/// processor with instructions for SHA-256 makes it cheap, and everything else look dear.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Anchor {
    /// Measured, in the metric's unit per byte.
    pub(crate) sha256_byte: f64,
    /// `wasm_sha256_byte`, the safety factor of its own included.
    pub(crate) committed_sha256_byte: u64,
    /// The prices that follow, `base` and `byte`.
    pub(crate) gas: [Option<u64>; 2],
    /// How many times the direct route's prices they are.
    pub(crate) disagreement: [Option<f64>; 2],
}

impl Anchor {
    /// None where SHA-256 has no line.
    pub(crate) fn new(fits: &[Fitted], prices: &[Price; 2]) -> Option<Self> {
        let sha256 = fits.iter().find(|it| it.series.layer == Layer::Sha256)?;
        // Of its verdict only this matters: nobody asks what hashing nothing costs.
        let is_a_line = sha256.fit.r_squared >= Limits::default().r_squared;
        let sha256_byte = sha256.fit.least_squares.slope;
        if !is_a_line || sha256_byte <= 0.0 {
            return None;
        }
        let store = RuntimeConfigStore::new(None);
        let costs = &store.get_config(PROTOCOL_VERSION).wasm_config.ext_costs;
        let committed_sha256_byte = costs.gas_cost(ExtCosts::sha256_byte).as_gas();
        let gas_per_unit = committed_sha256_byte as f64 / sha256_byte;
        let gas = prices.each_ref().map(|price| match price {
            Price::Certain { cost, .. } => round_up(cost * gas_per_unit),
            Price::Uncertain { .. } => None,
        });
        let mut disagreement = [None; 2];
        for ((slot, anchored), price) in disagreement.iter_mut().zip(gas).zip(prices) {
            *slot = anchored
                .zip(price.gas())
                .map(|(anchored, direct)| anchored as f64 / direct as f64);
        }
        Some(Self {
            sha256_byte,
            committed_sha256_byte,
            gas,
            disagreement,
        })
    }
}
