//! `near-ed25519 batches`: from 1 signature to 256, by the lanes of `ed25519-lanes`, by libraries one
//! after another, and by batches that give one verdict for all; in one run.

mod caches;
mod contender;
mod dalek_3;
mod findings;
mod picture;
mod subjects;
mod tables;

use crate::measure::experiment::{Bench, Experiment, Findings, Row};
use crate::measure::recording::Recording;
use crate::measure::worker::Clock;
use crate::process::{self, Effort};
use anyhow::{Context as _, ensure};
use caches::Caches;
use contender::{Contender, Pool};
use dalek_child::{OTHERS, TIMED};
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};
use subjects::subjects;
use tables::Tables;

/// How many signatures are verified at once.
const SIZES: [usize; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/// How often a contender is timed in one turn: until this has passed, and no oftener than this.
const TURN: Duration = Duration::from_millis(2);
const TIMES: u32 = 10;

/// What the help of the command ends with.
pub(crate) const EXAMPLES: &str = "Times are worth what the machine is: close what else runs. The unit is ed25519-dalek 3, one\n\
    signature after another, without AVX-512.\n\n\
    Examples:\n  \
    near-ed25519 batches\n  \
    near-ed25519 batches --quick --json | jq '.rows[] | {name, x: .columns[-1].times_unit}'\n  \
    near-ed25519 batches --only 'ed25519-dalek 3' --only 'avx2, cold keys'\n  \
    near-ed25519 batches --from batches";

/// So many signatures at once, by everybody.
pub(crate) struct Batches;

impl Experiment for Batches {
    const NAME: &'static str = "batches";
    /// Rounds enough that each has been where the stack lies best.
    const USUAL: Effort = Effort {
        launches: 8,
        rounds: 20,
    };
    const QUICK: Effort = Effort {
        launches: 2,
        rounds: 4,
    };

    fn rows() -> Vec<Row> {
        subjects().into_iter().map(|it| it.row).collect()
    }

    fn columns() -> anyhow::Result<Vec<String>> {
        Ok(SIZES.iter().map(usize::to_string).collect())
    }

    fn bench(rows: &[Row], _: &Path) -> anyhow::Result<Box<dyn Bench>> {
        process::pin(); // first, since dalek-child stays where it is started
        let pool: Pool = dalek_child::pool().into();
        let mut tables = Tables::default();
        let subjects = subjects().into_iter().filter(|it| rows.contains(&it.row));
        let ready = subjects.map(|it| {
            let contender = it.contender(&pool, &mut tables);
            let contender = contender.with_context(|| it.row.name.clone())?;
            Ok((it.row.name.clone(), (it.is_evicted(), contender)))
        });
        Ok(Box::new(Contenders {
            ready: ready.collect::<anyhow::Result<_>>()?,
            caches: Caches::new(),
        }))
    }

    fn findings(&self, recording: &Recording) -> anyhow::Result<Findings> {
        findings::of(recording)
    }
}

struct Contenders {
    /// By row, and whether tables are to be in no cache of the processor.
    ready: HashMap<String, (bool, Contender)>,
    caches: Caches,
}

impl Bench for Contenders {
    /// Has so many signatures verified, always the same in a turn; the sample is the fastest.
    fn turn(&mut self, row: &str, column: &str, clock: &mut Clock) -> anyhow::Result<()> {
        let ready = self.ready.get_mut(row).context("a row of this name")?;
        let (is_evicted, contender) = ready;
        let size: usize = column.parse()?;
        let start = clock.any(TIMED.start..=TIMED.end - size);
        let range = start..start + size;
        time(contender, range.clone(), clock.any_place())?; // the others have left the caches cold
        let mut least = (Duration::MAX, 0);
        let (mut times, begin) = (0, Instant::now());
        while times == 0 || times < TIMES && begin.elapsed() < TURN {
            if *is_evicted {
                self.caches.evict();
                // What is common to all keys is warm again, as between the batches of a busy day.
                time(contender, OTHERS, clock.any_place())?;
            }
            let stack = clock.any_place();
            least = least.min((time(contender, range.clone(), stack)?, stack));
            times += 1;
        }
        let (elapsed, stack) = least;
        clock.time(u32::try_from(size)?, stack, elapsed)
    }
}

fn time(contender: &mut Contender, range: Range<usize>, stack: usize) -> anyhow::Result<Duration> {
    let (is_accepted, elapsed) = contender(range, stack)?;
    ensure!(is_accepted, "refused a good signature");
    Ok(elapsed)
}
