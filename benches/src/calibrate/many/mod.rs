//! Costs of the batch calls with each verify backend, and their recommended prices.

mod calls;
mod cell;
mod costs;
mod function;
mod proofs;
mod signatures;

use super::price::Parameter;
use super::{Priced, document};
use crate::measure::experiment::{Bench, Experiment, Findings, Memory, STEADY};
use crate::measure::process::Effort;
use crate::measure::recording::Recording;
use crate::measure::row::Row;
use calls::Calls;
use cell::Cell;
use costs::Costs;
use ed25519_lanes::Backend;
use function::Function;
use proofs::Proofs;
use serde_json::json;
use signatures::Signatures;
use std::marker::PhantomData;
use std::path::Path;

/// Calls of a function with every verify backend, and the prices.
pub(crate) struct PriceBatch<F>(PhantomData<F>);

/// Of `ed25519_verify_many`.
pub(crate) type PriceMany = PriceBatch<Signatures>;

/// Of `ecvrf_verify_many`.
pub(crate) type PriceProofs = PriceBatch<Proofs>;

impl<F: Function> Experiment for PriceBatch<F> {
    const NAME: &'static str = F::EXPERIMENT;
    const USUAL: Effort = Effort::new(10, 8);
    /// With fewer launches, intervals are wide.
    const QUICK: Effort = Effort::new(5, 1);
    /// Tables are built in memory that is already mapped, like the tables that a host keeps.
    const MEMORY: Memory = STEADY;

    fn rows() -> Vec<Row> {
        let row = |it: Cell| Row::of_backend(it.backend.name(), it.row(), it.backend);
        let mut rows: Vec<_> = Cell::all::<F>().into_iter().map(row).collect();
        rows.dedup();
        rows
    }

    fn columns() -> anyhow::Result<Vec<String>> {
        Ok(Cell::all::<F>().into_iter().map(Cell::column).collect())
    }

    fn columns_of(row: &Row) -> anyhow::Result<Vec<String>> {
        let cells = Cell::all::<F>().into_iter();
        let cells = cells.filter(|cell| cell.row() == row.name);
        Ok(cells.map(Cell::column).collect())
    }

    /// valgrind knows neither IFMA nor AVX-512. Instructions of AVX2's lanes are in no price, since
    /// one vector instruction does the work of four.
    fn is_counted(row: &str) -> bool {
        let mut counted = [Backend::Portable, Backend::Dalek].iter();
        counted.any(|backend| row.starts_with(backend.name()))
    }

    fn bench(rows: &[Row], _: &Path) -> anyhow::Result<Box<dyn Bench>> {
        Ok(Box::new(Calls::<F>::new(rows)?))
    }

    fn findings(recording: &Recording) -> anyhow::Result<Findings> {
        let costs = Costs::new::<F>(recording)?;
        let parameters = &costs.parameters;
        let (prices, backends) = (document::prices(parameters), costs.backends());
        let doubts = document::doubts(parameters);
        let lines = costs.lines.iter();
        let lines = lines.map(|(of, metric, fit)| (of.clone(), *metric, fit, None));
        let (name, [costs_block, prices_block, on]) = (F::NAME, F::BLOCKS);
        let text = [
            &format!("# Calibration of `{name}`\n")[..],
            &prices.markdown(),
            &document::margins(parameters).markdown(),
            &backends.markdown(),
            &doubts,
        ];
        let text = text.join("\n")
            + &document::lines(lines, "item, key or byte")
            + &document::measured_on(recording)
            + &method::<F>();
        let mut files = vec![("report.md", text.into_bytes())];
        if let Some(yaml) = document::yaml(name, recording, parameters) {
            files.push((F::YAML, (yaml + FOOTER).into_bytes()));
        }
        let mut bounds = vec![document::certain(parameters)];
        bounds.extend(costs.charged_shares());
        bounds.extend(F::bounds(parameters));
        Ok(Findings {
            caption: format!("`{name}`: costs, and prices\n{doubts}"),
            bounds,
            blocks: vec![
                (costs_block, backends.markdown()),
                (prices_block, prices.markdown()),
                (on, recording.measured_on()),
            ],
            table: backends,
            files,
            json: json!({
                "parameters": parameters,
                "prices": parameters.iter().map(Parameter::price).collect::<Vec<_>>(),
            }),
            ..Findings::default()
        })
    }
}

impl<F: Function> Priced for PriceBatch<F> {
    fn parameters(recording: &Recording) -> anyhow::Result<Vec<Parameter>> {
        Ok(Costs::new::<F>(recording)?.parameters)
    }
}

/// End of the parameter file.
const FOOTER: &str = "
# The cost of a call beyond its items is the upper end of its 95 % interval.
# No network has the function, so nearcore has no values to compare these with.
";

fn method<F: Function>() -> String {
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
