//! One measuring process. Everybody has a turn with every number of signatures in every round, in an
//! order of its own for each round, so that what is slow for a while is slow for all alike.

use super::SIZES;
use super::caches::Caches;
use super::contender::{Contender, Pool, Tables, judge};
use super::row::{Row, rows};
use super::turn::Turn;
use crate::cli::many::Worker;
use crate::process;
use anyhow::{Context as _, ensure};
use dalek_child::{OTHERS, TIMED};
use near_ed25519::verification::placement::places;
use std::io;
use std::ops::Range;
use std::time::{Duration, Instant};

/// How often a contender is timed in one turn: until this has passed, and no oftener than this.
const TURN: Duration = Duration::from_millis(2);
const TIMES: u32 = 10;

pub(super) fn run(args: &Worker) -> anyhow::Result<()> {
    let mut output = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(io::stdout().lock());
    process::pin(); // first, since dalek-child stays where it is started
    let pool: Pool = dalek_child::pool().into();
    let mut tables = Tables::default();
    let mut contenders = Vec::new();
    for row in rows().into_iter().filter(|row| row.unavailable.is_none()) {
        let mut contender = row
            .contender(&pool, &mut tables)
            .context(row.name.clone())?;
        judge(contender.as_mut()).context(row.name.clone())?;
        contenders.push((row, contender));
    }
    let each = 0..contenders.len();
    let mut turns: Vec<_> = each.flat_map(|at| SIZES.map(|size| (at, size))).collect();
    let mut clock = Clock::new(args.seed);
    for _ in 0..args.rounds {
        clock.random.shuffle(&mut turns);
        for (at, size) in &turns {
            let (row, contender) = &mut contenders[*at];
            let turn = clock.turn(row, contender.as_mut(), *size);
            output.serialize(turn.context(row.name.clone())?)?;
            output.flush()?;
        }
    }
    Ok(())
}

/// Who times.
struct Clock {
    random: fastrand::Rng,
    places: Vec<usize>,
    caches: Caches,
}

impl Clock {
    fn new(seed: u64) -> Self {
        Self {
            random: fastrand::Rng::with_seed(seed),
            places: places().collect(),
            caches: Caches::new(),
        }
    }

    /// Has so many signatures verified, always the same in a turn.
    fn turn(
        &mut self,
        row: &Row,
        contender: &mut dyn Contender,
        size: usize,
    ) -> anyhow::Result<Turn> {
        let start = self.random.usize(TIMED.start..=TIMED.end - size);
        let range = start..start + size;
        self.time(contender, range.clone())?; // the others have left the caches cold
        let mut least = Duration::MAX;
        let mut times = 0;
        let begin = Instant::now();
        while times == 0 || times < TIMES && begin.elapsed() < TURN {
            if row.is_evicted() {
                self.caches.evict();
                // What is common to all keys is warm again, as between the batches of a busy day.
                self.time(contender, OTHERS)?;
            }
            least = least.min(self.time(contender, range.clone())?);
            times += 1;
        }
        Ok(Turn {
            row: row.name.clone(),
            signatures: size,
            times,
            least_ns: u64::try_from(least.as_nanos())?,
        })
    }

    /// dalek is faster or slower by where the stack lies: nobody shall be lucky for long.
    fn time(
        &mut self,
        contender: &mut dyn Contender,
        range: Range<usize>,
    ) -> anyhow::Result<Duration> {
        let place = self
            .random
            .choice(&self.places)
            .copied()
            .unwrap_or_default();
        let answer = contender.verify(range, place)?;
        ensure!(answer.is_accepted, "refused a good signature");
        Ok(answer.elapsed)
    }
}
