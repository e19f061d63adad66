//! `near-ed25519-bench frost measure`: FROST by ciphersuite and group size, and near-frost compared
//! with frost-core.

mod cells;
mod findings;
mod measured;

pub(crate) use findings::on_chain;

use crate::measure::{Bench, Effort, Experiment, Findings, Measured, Measuring, command, help};
use cells::Cell;
use clap::Subcommand;
use std::path::Path;

/// A command about FROST, with its arguments.
#[derive(Subcommand)]
#[command(after_help = "Examples:\n  near-ed25519-bench frost measure --quick")]
pub(crate) enum FrostCommand {
    /// Measure FROST by ciphersuite and size of the group, and near-frost beside frost-core
    #[command(after_help = help::<Frost>())]
    Measure(Measuring),
}

pub(crate) fn run(command: &FrostCommand) -> anyhow::Result<()> {
    let FrostCommand::Measure(args) = command;
    command::run::<Frost>(args, None)
}

/// Steps of FROST in each ciphersuite, and tasks by frost-core and by near-frost.
pub(crate) struct Frost;

impl Experiment for Frost {
    type Cell = Cell;
    const NAME: &'static str = "frost";
    const USUAL: Effort = Effort::new(8, 8);
    const QUICK: Effort = Effort::new(2, 2);
    const EXAMPLES: &'static str = "Times depend on the machine: close other programs. Groups are made by a trusted dealer.\n\n\
    Examples:\n  near-ed25519-bench frost measure --only 'wire to signature, 67 of 100' --out frost\n  \
    near-ed25519-bench frost measure --quick --json | jq '.rows[] | {name, us: (.columns[0].least_ns / 1e3)}'";

    fn cells() -> Vec<Cell> {
        cells::cells()
    }

    fn bench(cells: &[Cell], _: &Path) -> anyhow::Result<Bench<Cell>> {
        measured::bench(cells)
    }

    fn findings(measured: &Measured<'_, Cell>) -> anyhow::Result<Findings> {
        findings::of(measured)
    }
}
