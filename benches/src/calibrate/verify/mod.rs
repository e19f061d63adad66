//! Costs of `ed25519_verify`, and its recommended prices. They are for nearcore's own function on
//! nearcore's own runner, which networks run, not for ours.

mod cell;
mod costs;
mod layers;
mod report;

use super::function;
use crate::measure::{Bench, Effort, Experiment, Findings, Measured};
use cell::Cell;
use layers::Layers;
use std::path::Path;

/// `ed25519_verify`: bare, in the host function, and through Wasm.
pub(crate) struct Verify;

impl Experiment for Verify {
    type Cell = Cell;
    const NAME: &'static str = "calibrate";
    /// Intervals are computed over processes: twelve make them narrow in less than a minute.
    const USUAL: Effort = Effort::new(12, 10);
    const QUICK: Effort = Effort::new(6, 5);
    const IS_STEADY: bool = true;

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
