//! The measuring process of the program that has the ciphersuites, without FROST itself.

use super::{Cell, Frost};
use crate::measure::cell::Cell as _;
use crate::measure::clock::Clock;
use crate::measure::experiment::{Experiment as _, ready};
use crate::measure::worker::{self, Worker};
use crate::verification::meter::measured;
use crate::verification::placement::at_place;
use anyhow::{Context as _, bail};
use near_ed25519::output;
use std::convert::identity;
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
        _ => bail!("`near-ed25519-bench frost measure` starts this program, which measures for it"),
    };
    worker::run_with::<Frost>(&worker, |cells| {
        ready(cells, identity, |cell| {
            let mut work = prepare(cell).with_context(|| cell.column())?;
            // The first timing finds what other cells have left in the caches, and is seldom the least.
            Ok(move |_, clock: &mut Clock| {
                clock.repeatedly(TURN, TIMES, |clock| {
                    let stack = clock.any_place();
                    let (result, elapsed) = at_place(stack, || measured(&mut *work));
                    result?;
                    clock.time(1, stack, elapsed)
                })
            })
        })
    })
}
