//! `near-ed25519-bench batches`: 1 to 4,096 signatures by the lanes of `ed25519-lanes`, by libraries
//! one by one, and by batch equations with one verdict for all; in one run.

mod findings;
mod host;
mod picture;
mod pool;
pub(crate) mod prices;
mod processors;
mod subjects;

use crate::contender::{Rotation, verified};
use crate::measure::{Bench, Clock, Effort, Experiment, Findings, Measured, ready};
use crate::verification::{PAGE, at_place};
use pool::{Caches, OTHERS, Tables, pool, timed};
pub(crate) use processors::{beside_dalek_3, ratio_of_dalek_3};
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
pub(crate) use subjects::Cell;
use subjects::{Keys, Subject};

/// Places of the stack for calls of the host function, of which the slowest counts: a contract can
/// choose the place.
const PLACES: usize = 4;

/// The signatures that every contender verifies, for each number at once.
pub(crate) struct Batches;

impl Experiment for Batches {
    type Cell = Cell;
    const NAME: &'static str = "batches";
    /// Enough rounds that each contender is timed at its best place of the stack.
    const USUAL: Effort = Effort::new(8, 20);
    const QUICK: Effort = Effort::new(2, 4);
    const EXAMPLES: &'static str = "Times depend on the machine: close other programs. Times are compared with those of ed25519-dalek 2.\n\n\
    Examples:\n  near-ed25519-bench batches --only 'ed25519-dalek 2' --only 'avx2, cold keys'\n  \
    near-ed25519-bench batches --quick --json | jq '.rows[] | {name, x: .columns[-1].times_unit}'";

    fn cells() -> Vec<Cell> {
        subjects::cells()
    }

    fn bench(cells: &[Cell], _: &Path) -> anyhow::Result<Bench<Cell>> {
        let (pool, mut tables) = (pool(), Tables::default());
        let caches = Rc::new(RefCell::new(Caches::new()));
        ready(
            cells,
            |cell| cell.subject,
            |subject| {
                let mut contender = subject.contender(&pool, &mut tables)?;
                let (pool, caches) = (Rc::clone(&pool), Rc::clone(&caches));
                // These contenders get empty caches before each timing, so that no table is in a cache.
                let evicted =
                    matches!(subject, Subject::Lanes(_, Keys::Evicted(_), _)).then_some(caches);
                let is_host = matches!(subject, Subject::Host(..));
                let places = if is_host { PLACES } else { 1 };
                Ok(move |Cell { size, .. }, clock: &mut Clock| {
                    let mut rotation = Rotation::of(size);
                    if evicted.is_some() {
                        rotation.count = size;
                    }
                    for place in 0..places {
                        rotation.place = (places > 1).then_some(place * PAGE / places);
                        rotation.turn(
                            &mut contender,
                            &pool[timed(size)],
                            clock,
                            |contender, clock| {
                                if let Some(caches) = &evicted {
                                    caches.borrow_mut().evict();
                                    // Warms the data that all keys share, as between a host's batches in
                                    // practice.
                                    at_place(clock.any_place(), || {
                                        verified(contender, &pool[OTHERS])
                                    })?;
                                }
                                Ok(())
                            },
                        )?;
                    }
                    Ok(())
                })
            },
        )
    }

    fn findings(measured: &Measured<'_, Cell>) -> anyhow::Result<Findings> {
        findings::of(measured)
    }
}
