//! `near-ed25519 batches`: 1 to 256 signatures by the lanes of `ed25519-lanes`, by libraries one
//! after another, and by batch equations with one verdict for all; in one run.

mod caches;
mod findings;
mod host;
mod picture;
mod pool;
mod subjects;
mod tables;

use crate::contender::{Contender, verified};
use crate::library::Signed;
use crate::measure::clock::Clock;
use crate::measure::experiment::{Bench, Experiment, Findings, ready};
use crate::measure::process::Effort;
use crate::measure::recording::Recording;
use crate::measure::row::Row;
use crate::verification::placement::{PAGE, at_place};
use caches::Caches;
use pool::{OTHERS, TIMED, pool};
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;
use subjects::{HOST, subjects};
use tables::Tables;

/// Numbers of signatures verified at once.
const SIZES: [usize; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/// The column of one signature.
const ALONE: &str = "1";

/// Signatures in one timing, a batch after the other: of a few that come again and again the
/// processor learns the branches. More change no time by a hundredth.
const IN_ROTATION: usize = 16;

/// Places of the stack for calls of the host function.
const PLACES: usize = 4;

/// Timings of a contender in one turn: until `TURN` has passed, at most `TIMES`.
const TURN: Duration = Duration::from_millis(2);
const TIMES: u32 = 10;

/// End of the command's help.
pub(crate) const EXAMPLES: &str = "Times depend on the machine: close other programs. Times are compared with those of ed25519-dalek 2.\n\n\
    Examples:\n  near-ed25519 batches --only 'ed25519-dalek 2' --only 'avx2, cold keys'\n  \
    near-ed25519 batches --quick --json | jq '.rows[] | {name, x: .columns[-1].times_unit}'";

/// Signatures verified by every contender, for each number at once.
pub(crate) struct Batches;

impl Experiment for Batches {
    const NAME: &'static str = "batches";
    /// Enough rounds that each contender is timed at its best place of the stack.
    const USUAL: Effort = Effort::new(8, 20);
    const QUICK: Effort = Effort::new(2, 4);

    fn rows() -> Vec<Row> {
        subjects().into_iter().map(|(row, _)| row).collect()
    }

    fn columns() -> anyhow::Result<Vec<String>> {
        Ok(SIZES.iter().map(usize::to_string).collect())
    }

    fn columns_of(row: &Row) -> anyhow::Result<Vec<String>> {
        match row.group.as_str() {
            HOST => Ok(vec![ALONE.to_owned()]),
            _ => Self::columns(),
        }
    }

    fn bench(rows: &[Row], _: &Path) -> anyhow::Result<Box<dyn Bench>> {
        let (pool, mut tables) = (pool(), Tables::default());
        let caches = Rc::new(RefCell::new(Caches::new()));
        ready(rows, subjects(), |kind| {
            let mut contender = kind.contender(&pool, &mut tables)?;
            let (pool, caches) = (Rc::clone(&pool), Rc::clone(&caches));
            let evicted = kind.is_evicted().then_some(caches);
            let places = if kind.has_places() { PLACES } else { 1 };
            Ok(move |column: &str, clock: &mut Clock| {
                let (evicted, size) = (evicted.as_deref(), column.parse()?);
                for place in 0..places {
                    let stack = (places > 1).then_some(place * PAGE / places);
                    turn(&mut contender, &pool, evicted, size, stack, clock)?;
                }
                Ok(())
            })
        })
    }

    fn findings(recording: &Recording) -> anyhow::Result<Findings> {
        findings::of(recording)
    }
}

/// Times the same signatures several times, with the stack at `place` or anywhere; the sample is the
/// fastest. With `evicted`, caches are emptied before each, so that tables are in none.
fn turn(
    contender: &mut Contender,
    pool: &[Signed],
    evicted: Option<&RefCell<Caches>>,
    size: usize,
    place: Option<usize>,
    clock: &mut Clock,
) -> anyhow::Result<()> {
    let count = match evicted {
        None => size.max(IN_ROTATION),
        Some(_) => size,
    };
    let start = clock.any(TIMED.start..=TIMED.end - count);
    let batches = || pool[start..start + count].chunks(size);
    let mut time = |signed, stack| -> anyhow::Result<Duration> {
        Ok(at_place(stack, || verified(contender, signed))?.elapsed)
    };
    let anywhere = |clock: &mut Clock| place.unwrap_or_else(|| clock.any_place());
    for signed in batches() {
        time(signed, anywhere(clock))?; // other contenders have left the caches cold
    }
    let mut least = (Duration::MAX, 0);
    clock.repeatedly(TURN, TIMES, |clock| {
        if let Some(caches) = evicted {
            caches.borrow_mut().evict();
            // Data shared by all keys is warm again, as between the batches of a busy day.
            time(&pool[OTHERS], clock.any_place())?;
        }
        let (stack, mut elapsed) = (anywhere(clock), Duration::ZERO);
        for signed in batches() {
            elapsed += time(signed, stack)?;
        }
        least = least.min((elapsed, stack));
        Ok(())
    })?;
    let (elapsed, stack) = least;
    clock.time(u32::try_from(count)?, stack, elapsed)
}
