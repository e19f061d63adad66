//! The clock of a measuring process: takes samples, and prints them.

use super::sample::{Metric, SEARCH, Sample};
use crate::verification::placement::{PAGE, STEP, places};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::io;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

/// Passes of a search: timings of each place, and the number of places kept. The least time of a
/// place counts, since noise only adds.
const SEARCHES: [(u32, usize); 2] = [(2, 8), (8, 1)];

/// Takes samples, and prints them.
pub(crate) struct Clock {
    pub(super) random: fastrand::Rng,
    is_counting: bool,
    /// Worst places of the stack found by searches, by row.
    worst: HashMap<String, usize>,
    output: csv::Writer<io::StdoutLock<'static>>,
    /// The next sample, without its value.
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

    /// Whether instructions are counted: those of one operation, at any place of the stack.
    pub(crate) fn is_counting(&self) -> bool {
        self.is_counting
    }

    /// A random place of the stack, in bytes into a page, so that no cell keeps a good place for
    /// long.
    pub(crate) fn any_place(&mut self) -> usize {
        self.random.usize(0..PAGE / STEP) * STEP
    }

    /// `count` places of the stack, as far apart as possible.
    pub(crate) fn places(&self, count: usize) -> impl Iterator<Item = usize> + use<> {
        let count = if self.is_counting { 1 } else { count };
        (0..count).map(move |place| place * PAGE / count)
    }

    /// The place of the stack where these operations, of the row `of`, take longest. A process
    /// searches for it once: among all places, then again among the slowest, some of which only
    /// noise made slow. The search's samples are in the column [`SEARCH`].
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

    /// Repeats `once` until `turn` has passed: at least once, at most `most` times.
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

    /// A number in this range, determined by the seed.
    pub(crate) fn any(&mut self, range: RangeInclusive<usize>) -> usize {
        self.random.usize(range)
    }

    /// Prints a sample of this cell: the time of `iterations` operations with this stack.
    pub(crate) fn time(
        &mut self,
        iterations: u32,
        stack: usize,
        elapsed: Duration,
    ) -> anyhow::Result<()> {
        let metric = match self.is_counting {
            true => Metric::Instructions, // filled in from callgrind's files
            false => Metric::Time,
        };
        let value = u64::try_from(elapsed.as_nanos())?;
        self.print(metric, iterations, stack, value)
    }

    /// Prints a sample of this cell: the gas of one operation.
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
