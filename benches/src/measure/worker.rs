//! A measuring process. In each round every cell has a turn, in a new order, so that a slow period
//! affects all cells alike. Each sample is printed at once, so that a stopped process loses none.

use super::{Experiment, Measuring, Metric, Row, SEARCH, Sample};
use crate::verification::{PAGE, STEP, at_place};
use anyhow::Context as _;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::env;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The environment variable by which a command starts itself as one of its measuring processes: a
/// [`Process`] as JSON.
pub(super) const VARIABLE: &str = "NEAR_ED25519_BENCH_PROCESS";

/// The folder with files that all processes of a run share; and the number of this process, or `None`
/// if it runs under callgrind, which counts instructions.
pub(super) type Process = (PathBuf, Option<u32>);

/// Rounds of counting: a warm-up, which includes one-time work such as detecting the processor, and
/// two more to check that counts repeat.
pub(super) const COUNTED_ROUNDS: u32 = 3;

/// The rows to measure: the available ones among those requested; when counting, only counted ones.
pub(super) fn rows(experiment: &Experiment, only: &[String], is_counting: bool) -> Vec<Row> {
    let mut rows = (experiment.rows)();
    rows.retain(|row| {
        let is_asked_for = only.is_empty() || only.contains(&row.name);
        is_asked_for && row.unavailable().is_none() && (row.is_counted || !is_counting)
    });
    rows
}

/// Whether this is a measuring process; if so, it measures, and prints the samples.
pub(crate) fn has_run(experiment: &Experiment, args: &Measuring) -> anyhow::Result<bool> {
    let Some(process) = env::var_os(VARIABLE) else {
        return Ok(false);
    };
    let process = serde_json::from_slice(process.as_encoded_bytes());
    let (folder, launch): Process = process.context(VARIABLE)?;
    let rounds = launch.map_or(COUNTED_ROUNDS, |_| args.effort(experiment).rounds);
    let is_counting = launch.is_none();
    let launch = launch.unwrap_or_default();
    let (mut turns, mut cells) = (Vec::new(), Vec::new());
    for row in rows(experiment, &args.only, is_counting) {
        let (at, name) = (turns.len(), |column: usize| row.columns[column].0.clone());
        cells.extend(row.available().map(|column| (at, column, name(column))));
        let turn = (row.prepare)(&folder).with_context(|| row.name.clone())?;
        turns.push((row.name, turn));
    }
    pin(); // not earlier: compilers use all processors
    let mut clock = Clock::new(args.seed.wrapping_add(launch.into()), is_counting, launch);
    for round in 0..rounds {
        clock.random.shuffle(&mut cells);
        for (row, number, column) in &cells {
            let (row, turn) = &mut turns[*row];
            clock.at(row, column, round);
            turn(*number, &mut clock).with_context(|| format!("{row}, {column}"))?;
        }
    }
    Ok(true)
}

/// Pins this process to the last processor that it may use, if allowed: the first ones serve
/// interrupts.
fn pin() {
    let Ok(allowed) = sched_getaffinity(None) else {
        return;
    };
    let last = (0..CpuSet::MAX_CPU).rev().find(|&cpu| allowed.is_set(cpu));
    if let Some(cpu) = last {
        let mut one = CpuSet::new();
        one.set(cpu);
        if let Err(error) = sched_setaffinity(None, &one) {
            near_ed25519::output::complain(&format!("warning: not pinned to a core: {error}"));
        }
    }
}

/// Passes of a search: timings of each place, and the number of places kept. The least time of a
/// place counts, since noise only adds.
const SEARCHES: [(u32, usize); 2] = [(2, 8), (8, 1)];

/// Timings of a long operation in one turn: until `TURN` has passed, at most `TIMES`.
const TURN: Duration = Duration::from_millis(20);
const TIMES: u32 = 10;

/// Takes samples, and prints them.
pub(crate) struct Clock {
    /// It follows from the seed.
    pub(crate) random: fastrand::Rng,
    /// Whether instructions are counted: those of one operation, at any place of the stack.
    pub(crate) is_counting: bool,
    /// Worst places of the stack found by searches, by row.
    worst: HashMap<String, usize>,
    output: csv::Writer<io::StdoutLock<'static>>,
    /// The next sample, without its value.
    next: Sample,
}

impl Clock {
    fn new(seed: u64, is_counting: bool, launch: u32) -> Self {
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

    fn at(&mut self, row: &str, column: &str, round: u32) {
        row.clone_into(&mut self.next.row);
        column.clone_into(&mut self.next.column);
        self.next.round = round;
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
        let places = (0..PAGE).step_by(STEP);
        let mut candidates: Vec<_> = places.map(|place| (Duration::MAX, place)).collect();
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

    /// Times these operations repeatedly, each time with the stack at another place.
    pub(crate) fn times(
        &mut self,
        iterations: u32,
        mut operations: impl FnMut() -> anyhow::Result<Duration>,
    ) -> anyhow::Result<()> {
        self.repeatedly(TURN, TIMES, |clock| {
            let stack = clock.any_place();
            clock.time(iterations, stack, at_place(stack, &mut operations)?)
        })
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
