//! Costs of `ed25519_verify`, and its recommended prices. They are for nearcore's own function on
//! nearcore's own runner, which networks run, not for ours.

mod cell;
mod costs;
mod layers;
mod report;

use super::costs::{Costs, OfBackend};
use super::fitted::{Values, worst_places};
use super::function::{self, Controls, Evidence, Function, Names};
use super::price::Cost;
use crate::measure::{Bench, Effort, Experiment, Findings, Measured, Memory, Metric, STEADY};
use cell::{Cell, Layer, Series};
use layers::Layers;
use near_gas_params::PricedFunction;
pub(crate) use report::NEARCORE_2026;
use std::path::Path;

/// `ed25519_verify`: bare, in the host function, and through Wasm.
pub(crate) struct Verify;

impl Experiment for Verify {
    type Cell = Cell;
    const NAME: &'static str = "calibrate";
    /// Intervals are computed over processes: twelve make them narrow in less than a minute.
    const USUAL: Effort = Effort::new(12, 10);
    const QUICK: Effort = Effort::new(6, 5);
    const MEMORY: Memory = STEADY;

    fn cells() -> Vec<Cell> {
        cell::cells()
    }

    fn bench(_: &[Cell], cache: &Path) -> anyhow::Result<Bench<Cell>> {
        let mut layers = Layers::new(cache)?;
        Ok(Box::new(move |cell, clock| layers.turn(cell, clock)))
    }

    fn findings(measured: &Measured<'_, Cell>) -> anyhow::Result<Findings> {
        function::findings::<Self>(measured)
    }
}

impl Function for Verify {
    const NAMES: Names = Names {
        priced: PricedFunction::Ed25519Verify,
        function: "ed25519_verify",
        prices: ["recommended.yaml", ""],
        blocks: ["costs without AVX2", "calibrated costs", "calibrated on"],
        x: "byte",
    };
    type Line = Series;

    fn values(measured: &Measured<'_, Cell>, metric: Metric) -> Values<Cell> {
        worst_places(costs::own_costs(measured, metric))
    }

    fn lines(cell: Cell) -> Vec<(Series, usize)> {
        match cell.subject.layer {
            Layer::Loop => Vec::new(), // it has no message
            _ => vec![(cell.subject, cell.at)],
        }
    }

    fn paid(of: &OfBackend<Self>, measured: &Measured<'_, Cell>) -> Vec<(usize, Cost)> {
        costs::paid(of, measured)
    }

    fn controls(measured: &Measured<'_, Cell>) -> Controls {
        costs::controls(measured)
    }

    fn evidence(costs: &Costs<Self>, measured: &Measured<'_, Cell>) -> anyhow::Result<Evidence> {
        report::evidence(costs, measured)
    }
}
