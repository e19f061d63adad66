//! The measuring process of the program that has the ciphersuites, without FROST itself.

use super::{Cell, Frost};
use crate::measure::clock::Clock;
use crate::measure::experiment::{Bench, Experiment as _};
use crate::measure::row::Row;
use crate::measure::worker::{self, Worker};
use crate::verification::meter::measured;
use crate::verification::placement::at_place;
use anyhow::{Context as _, bail};
use near_ed25519::output;
use std::collections::HashMap;
use std::process::ExitCode;
use std::time::Duration;

/// The work of a cell, prepared: does it once. An error if its result is not the right one.
pub type Work = Box<dyn FnMut() -> anyhow::Result<()>>;

/// Timings of a cell in one turn: until `TURN` has passed, at most `TIMES`.
const TURN: Duration = Duration::from_millis(10);
const TIMES: u32 = 20;

/// Measures the cells that this process was started for, and prints the samples. `prepare` is called
/// once for each.
pub fn measure(prepare: impl FnMut(Cell) -> anyhow::Result<Work>) -> ExitCode {
    match run(prepare) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run(mut prepare: impl FnMut(Cell) -> anyhow::Result<Work>) -> anyhow::Result<()> {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let worker: Worker = match args.as_slice() {
        ["worker", name, worker] if *name == Frost::NAME => serde_json::from_str(worker)?,
        _ => bail!("`near-ed25519 frost measure` starts this program, which measures for it"),
    };
    worker::run_with::<Frost>(&worker, |rows| {
        let mut works = HashMap::new();
        for row in rows {
            for column in Frost::columns_of(row)? {
                let work = prepared(row, &column, &mut prepare);
                let work = work.with_context(|| format!("{}, {column}", row.name))?;
                works.insert((row.name.clone(), column), work);
            }
        }
        Ok(Box::new(Works(works)))
    })
}

fn prepared(
    row: &Row,
    column: &str,
    mut prepare: impl FnMut(Cell) -> anyhow::Result<Work>,
) -> anyhow::Result<Work> {
    let cell = Cell::find(&row.name, column);
    prepare(cell.context("there is no such cell")?)
}

/// The works, by row and column.
struct Works(HashMap<(String, String), Work>);

impl Bench for Works {
    fn turn(&mut self, row: &str, column: &str, clock: &mut Clock) -> anyhow::Result<()> {
        let work = self.0.get_mut(&(row.to_owned(), column.to_owned()));
        let work = work.context("a cell that was prepared")?;
        // The first finds what other cells have left in the caches, and is seldom the least.
        clock.repeatedly(TURN, TIMES, |clock| {
            let stack = clock.any_place();
            let (result, elapsed) = at_place(stack, || measured(&mut *work));
            result?;
            clock.time(1, stack, elapsed)
        })
    }
}
