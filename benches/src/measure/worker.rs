//! A measuring process. Every cell has a turn in each round, in an order of its own for each round, so
//! that what is slow for a while is slow for all alike. Samples are printed as they are taken, so that
//! a process that is stopped loses none.

use super::clock::Clock;
use super::experiment::Experiment;
use super::process;
use super::row::Row;
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What a measuring process is told, as JSON.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Worker {
    /// With files that all processes of a run share.
    pub(crate) folder: PathBuf,
    pub(crate) launch: u32,
    pub(crate) rounds: u32,
    pub(crate) seed: u64,
    /// Rows to measure, all that are available by default.
    pub(crate) only: Vec<String>,
    /// Whether callgrind runs the process, and counts instructions.
    pub(crate) is_counting: bool,
}

/// Every cell that is measured: of rows that are available and asked for; or whose instructions are
/// counted as well. Those of a row are one after the other.
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

/// Measures, and prints samples.
pub(crate) fn run<E: Experiment>(args: &Worker) -> anyhow::Result<()> {
    let mut cells = cells::<E>(&args.only, args.is_counting)?;
    let mut rows: Vec<_> = cells.iter().map(|(row, _)| row.clone()).collect();
    rows.dedup();
    let mut bench = E::bench(&rows, &args.folder)?;
    process::pin(); // and no sooner: compilers use all processors there are
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
