//! The clock of a measuring process: takes samples, and prints them.

use super::sample::{Metric, SEARCH, Sample};
use crate::verification::placement::{PAGE, STEP, places};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::io;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

/// How often a search looks at each place, and how many it looks at again: the least of a place counts,
/// since noise only adds.
const SEARCHES: [(u32, usize); 2] = [(2, 8), (8, 1)];

/// Takes samples, and prints them.
pub(crate) struct Clock {
    pub(super) random: fastrand::Rng,
    is_counting: bool,
    /// Where a search has found the stack to lie worst, by what was searched for.
    worst: HashMap<String, usize>,
    output: csv::Writer<io::StdoutLock<'static>>,
    /// What the next sample is of.
    next: Sample,
}

impl Clock {
    pub(super) fn new(seed: u64, is_counting: bool, launch: u32) -> Self {
        Self {
            random: fastrand::Rng::with_seed(seed),
            is_counting,
            worst: HashMap::new(),
            output: csv::WriterBuilder::new()
                .has_headers(false)
                .from_writer(io::stdout().lock()),
            next: Sample {
                launch,
                ..Sample::default()
            },
        }
    }

    pub(super) fn at(&mut self, row: &str, column: &str, round: u32) {
        row.clone_into(&mut self.next.row);
        column.clone_into(&mut self.next.column);
        self.next.round = round;
    }

    /// Whether instructions are counted, of one operation where the stack lies anywhere.
    pub(crate) fn is_counting(&self) -> bool {
        self.is_counting
    }

    /// A place for the stack, bytes into a page, at random: nobody shall be lucky for long.
    pub(crate) fn any_place(&mut self) -> usize {
        self.random.usize(0..PAGE / STEP) * STEP
    }

    /// So many places, as far apart as can be.
    pub(crate) fn places(&self, count: usize) -> impl Iterator<Item = usize> + use<> {
        let count = if self.is_counting { 1 } else { count };
        (0..count).map(move |place| place * PAGE / count)
    }

    /// The place where these operations, of the row `of`, take longest: searched for once in a process,
    /// among all places, and again among the slowest, of which one may be so by noise alone. Samples of
    /// the search are in a column of their own, [`SEARCH`].
    ///
    /// # Errors
    ///
    /// They fail, or standard output cannot be written to.
    pub(crate) fn worst_place(
        &mut self,
        of: &str,
        iterations: u32,
        mut operations: impl FnMut(usize) -> anyhow::Result<Duration>,
    ) -> anyhow::Result<usize> {
        if self.is_counting {
            return Ok(0);
        }
        if let Some(place) = self.worst.get(of) {
            return Ok(*place);
        }
        let of_turn = self.next.clone();
        self.at(of, SEARCH, 0);
        let mut candidates: Vec<_> = places().map(|place| (Duration::MAX, place)).collect();
        for (rounds, kept) in SEARCHES {
            for _ in 0..rounds {
                for (least, place) in &mut candidates {
                    let elapsed = operations(*place)?;
                    *least = elapsed.min(*least);
                    self.time(iterations, *place, elapsed)?;
                }
                self.next.round += 1;
            }
            candidates.sort_by_key(|&it| Reverse(it));
            candidates.truncate(kept);
        }
        self.next = of_turn;
        let worst = candidates.first().map_or(0, |(_, place)| *place);
        self.worst.insert(of.to_owned(), worst);
        Ok(worst)
    }

    /// Does this again and again, until so much time has passed, and no oftener than `most` times; once at
    /// least.
    pub(crate) fn repeatedly(
        &mut self,
        turn: Duration,
        most: u32,
        mut once: impl FnMut(&mut Self) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let begin = Instant::now();
        for times in 0..most {
            if times > 0 && begin.elapsed() >= turn {
                break;
            }
            once(self)?;
        }
        Ok(())
    }

    /// A number of this range, which the seed decides.
    pub(crate) fn any(&mut self, range: RangeInclusive<usize>) -> usize {
        self.random.usize(range)
    }

    /// A sample of this cell's turn: so many operations took so long, where the stack lay there.
    pub(crate) fn time(
        &mut self,
        iterations: u32,
        stack: usize,
        elapsed: Duration,
    ) -> anyhow::Result<()> {
        let metric = match self.is_counting {
            true => Metric::Instructions, // whoever counts them fills them in
            false => Metric::Time,
        };
        let value = u64::try_from(elapsed.as_nanos())?;
        self.print(metric, iterations, stack, value)
    }

    /// A sample of this cell's turn: one operation costs so much.
    pub(crate) fn gas(&mut self, gas: u64) -> anyhow::Result<()> {
        self.print(Metric::Gas, 1, 0, gas)
    }

    fn print(
        &mut self,
        metric: Metric,
        iterations: u32,
        stack: usize,
        value: u64,
    ) -> anyhow::Result<()> {
        self.output.serialize(Sample {
            metric,
            iterations,
            stack,
            value,
            ..self.next.clone()
        })?;
        Ok(self.output.flush()?)
    }
}
