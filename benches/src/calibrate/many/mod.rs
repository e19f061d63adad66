//! Costs of the batch calls with each verify backend, and their recommended prices.

mod batch;
mod calls;
mod cell;
mod costs;
mod proofs;
mod signatures;

use super::document;
use super::function::{self, Evidence, Function, MEMORY};
use super::price::Parameter;
use crate::measure::experiment::{Bench, Experiment, Findings, Memory};
use crate::measure::measured::Measured;
use crate::measure::process::Effort;
use batch::Batch;
use cell::Cell;
use costs::Costs;
pub(crate) use proofs::Proofs;
pub(crate) use signatures::Signatures;
use std::path::Path;

impl<F: Batch> Experiment for F {
    type Cell = Cell;
    const NAME: &'static str = F::EXPERIMENT;
    const USUAL: Effort = Effort::new(10, 8);
    /// Intervals are wide with fewer launches.
    const QUICK: Effort = Effort::new(5, 1);
    const MEMORY: Memory = MEMORY;

    fn cells() -> Vec<Cell> {
        F::all()
    }

    fn bench(cells: &[Cell], _: &Path) -> anyhow::Result<Bench<Cell>> {
        calls::bench::<F>(cells)
    }

    fn findings(measured: &Measured<'_, Cell>) -> anyhow::Result<Findings> {
        function::findings::<F>(measured)
    }
}

impl<F: Batch> Function for F {
    const FUNCTION: &'static str = F::HOST_FUNCTION;
    const YAML: [&'static str; 2] = [F::PRICES, FOOTER];

    fn evidence(measured: &Measured<'_, Cell>) -> anyhow::Result<Evidence> {
        let costs = Costs::new::<F>(measured)?;
        let (backends, recording) = (costs.backends(), measured.recording);
        let prices = document::prices(&costs.parameters).markdown();
        let [costs_block, prices_block, on] = F::BLOCKS;
        let mut bounds = costs.charged_shares();
        bounds.extend(F::bounds(&costs.parameters));
        Ok(Evidence {
            parameters: costs.parameters,
            bounds,
            blocks: vec![
                (costs_block, backends.markdown()),
                (prices_block, prices),
                (on, recording.measured_on()),
            ],
            above: vec![backends.markdown()],
            end: [
                document::lines(&costs.lines, "item, key or byte"),
                document::measured_on(recording),
                method::<F>(),
            ]
            .concat(),
            table: backends,
            ..Evidence::default()
        })
    }
}

/// The parameters of `ed25519_verify_many` with the costs of each verify backend.
///
/// # Errors
///
/// The samples are too few for a line.
pub(crate) fn parameters_of_signatures(
    measured: &Measured<'_, Cell>,
) -> anyhow::Result<Vec<Parameter>> {
    Ok(Costs::new::<Signatures>(measured)?.parameters)
}

/// End of the parameter file.
const FOOTER: &str = "
# The cost of a call beyond its items is the upper end of its 95 % interval.
# No network has the function, so nearcore has no values to compare these with.
";

fn method<F: Batch>() -> String {
    let [items, bytes] = F::METHOD;
    format!(
        "\n## Method\n\n\
The host function is called as an engine calls it, with the items in memory, each with a cold key of its own. At each of four \
places of the stack a time is the least of some rounds, and the slowest place counts. The numbers of items leave a last group of lanes \
with as few members as are still worth lanes, and messages are {items} A share of building tables is added: of keys that were used \
before, a call builds the tables of one group for a fixed number of items. The cost of a byte is the steeper slope of two lines: \
{bytes} The cost of a call is the intercept of the items' lines, at its interval's upper end.\n\n\
A price is the largest cost of a verify backend: with vectors, times the safety factor; without (`dalek`, the kill switch, and \
`portable`, also in a build whose libraries do without AVX2), times 2. Limits of their own decide whether a slope is certain.\n"
    )
}
