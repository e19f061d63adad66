//! A measuring process. In each round every cell has a turn, in a new order, so that a slow period
//! affects all cells alike. Each sample is printed at once, so that a stopped process loses none.

use super::cell::Cell as _;
use super::clock::Clock;
use super::experiment::Experiment;
use super::process;
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

/// The cells to measure: available ones of the requested rows; when counting, only those that are
/// counted.
pub(super) fn cells<E: Experiment>(only: &[String], is_counting: bool) -> Vec<E::Cell> {
    let mut cells = E::cells();
    cells.retain(|cell| {
        let is_asked_for = only.is_empty() || only.contains(&cell.row());
        is_asked_for && cell.unavailable().is_none() && (cell.is_counted() || !is_counting)
    });
    cells
}

/// Measures, and prints the samples.
pub(crate) fn run<E: Experiment>(args: &Worker) -> anyhow::Result<()> {
    let mut cells = cells::<E>(&args.only, args.is_counting);
    let mut bench = E::bench(&cells, &args.folder)?;
    process::pin(); // not earlier: compilers use all processors
    let mut clock = Clock::new(args.seed, args.is_counting, args.launch);
    for round in 0..args.rounds {
        clock.random.shuffle(&mut cells);
        for &cell in &cells {
            let (row, column) = (cell.row(), cell.column());
            clock.at(&row, &column, round);
            bench(cell, &mut clock).with_context(|| format!("{row}, {column}"))?;
        }
    }
    Ok(())
}
