//! The measured work: steps of FROST by frost-core in every ciphersuite of RFC 9591, and tasks by
//! frost-core and by near-frost.

mod generation;
mod group;
mod groups;
mod step;
mod wire;

use super::cells::Cell;
use crate::measure::{Bench, Cell as _, Clock, ready};
use crate::verification::{at_place, measured};
use anyhow::Context as _;
use groups::Groups;
use std::convert::identity;
use std::time::Duration;

/// A cell's prepared work, done once per call. It fails if the result is wrong.
type Work = Box<dyn FnMut() -> anyhow::Result<()>>;

/// Timings of a cell in one turn: until `TURN` has passed, at most `TIMES`.
const TURN: Duration = Duration::from_millis(10);
const TIMES: u32 = 20;

/// Prepares these cells.
pub(super) fn bench(cells: &[Cell]) -> anyhow::Result<Bench<Cell>> {
    let mut groups = Groups::default();
    ready(cells, identity, |cell| {
        let work = match cell {
            Cell::Step(step, size, suite) => groups.step(step, size, suite),
            Cell::Task(task, by) => groups.task(task, by),
        };
        let mut work = work.with_context(|| cell.column())?;
        // The first timing finds the caches as other cells left them, and is seldom the least.
        Ok(move |_, clock: &mut Clock| {
            clock.repeatedly(TURN, TIMES, |clock| {
                let stack = clock.any_place();
                let (result, elapsed) = at_place(stack, || measured(&mut *work));
                result?;
                clock.time(1, stack, elapsed)
            })
        })
    })
}
