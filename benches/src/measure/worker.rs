//! A measuring process. In each round every cell has a turn, in a new order, so that a slow period
//! affects all cells alike. Samples are printed as they are taken, so that a process that is
//! stopped loses none.

use super::clock::Clock;
use super::experiment::{Bench, Experiment};
use super::process;
use super::row::Row;
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Settings of a measuring process, passed as JSON.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Worker {
    /// The folder with files that all processes of a run share.
    pub(crate) folder: PathBuf,
    pub(crate) launch: u32,
    pub(crate) rounds: u32,
    pub(crate) seed: u64,
    /// Rows to measure; by default all that are available.
    pub(crate) only: Vec<String>,
    /// Whether the process runs under callgrind, which counts instructions.
    pub(crate) is_counting: bool,
}

/// Cells to measure: of available rows that are asked for, and only counted ones when counting.
/// Cells of a row are adjacent.
pub(super) fn cells<E: Experiment>(
    only: &[String],
    is_counting: bool,
) -> anyhow::Result<Vec<(Row, String)>> {
    let is_asked_for = |row: &Row| only.is_empty() || only.contains(&row.name);
    let mut cells = Vec::new();
    for row in E::rows() {
        if row.unavailable.is_none() && is_asked_for(&row) {
            let columns = E::columns_of(&row)?.into_iter();
            cells.extend(columns.map(|column| (row.clone(), column)));
        }
    }
    cells.retain(|(row, _)| !is_counting || E::is_counted(&row.name));
    Ok(cells)
}

/// Measures, and prints the samples.
pub(crate) fn run<E: Experiment>(args: &Worker) -> anyhow::Result<()> {
    run_with::<E>(args, |rows| E::bench(rows, &args.folder))
}

/// As [`run`], in the program that measures for the experiment, with rows that `bench` prepares.
pub(crate) fn run_with<E: Experiment>(
    args: &Worker,
    bench: impl FnOnce(&[Row]) -> anyhow::Result<Box<dyn Bench>>,
) -> anyhow::Result<()> {
    let mut cells = cells::<E>(&args.only, args.is_counting)?;
    let mut rows: Vec<_> = cells.iter().map(|(row, _)| row.clone()).collect();
    rows.dedup();
    let mut bench = bench(&rows)?;
    process::pin(); // not earlier: compilers use all processors
    let mut clock = Clock::new(args.seed, args.is_counting, args.launch);
    for round in 0..args.rounds {
        clock.random.shuffle(&mut cells);
        for (Row { name: row, .. }, column) in &cells {
            clock.at(row, column, round);
            bench
                .turn(row, column, &mut clock)
                .with_context(|| format!("{row}, {column}"))?;
        }
    }
    Ok(())
}
