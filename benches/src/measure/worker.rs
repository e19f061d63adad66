//! A measuring process. Every cell has a turn in each round, in an order of its own for each round, so
//! that what is slow for a while is slow for all alike. Samples are printed as they are taken, so that
//! a process that is stopped loses none.

use super::experiment::{Experiment, Row};
use super::sample::{Metric, Sample};
use crate::process;
use crate::verification::placement::{PAGE, STEP, places};
use anyhow::Context as _;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The column of samples that were taken in search of a place for the stack.
pub(crate) const SEARCH: &str = "search";

/// How often a search looks at each place, and how many it looks at again: the least of a place counts,
/// since noise only adds.
const SEARCHES: [(u32, usize); 2] = [(2, 8), (8, 1)];

/// What a measuring process is told.
#[derive(clap::Args)]
pub(crate) struct Worker {
    /// Files that all processes of a run share
    #[arg(long)]
    pub(crate) folder: PathBuf,
    #[arg(long)]
    pub(crate) launch: u32,
    #[arg(long)]
    pub(crate) rounds: u32,
    #[arg(long)]
    pub(crate) seed: u64,
    /// Rows to measure, all that are available by default
    #[arg(long)]
    pub(crate) only: Vec<String>,
    /// Under callgrind, which counts instructions
    #[arg(long)]
    pub(crate) count: bool,
}

/// Rows of an experiment that are measured: available, and asked for.
pub(super) fn chosen(rows: &[Row], only: &[String]) -> Vec<Row> {
    let is_asked_for = |row: &&Row| only.is_empty() || only.contains(&row.name);
    let rows = rows.iter().filter(|row| row.unavailable.is_none());
    rows.filter(is_asked_for).cloned().collect()
}

/// Every row with every column it is measured with.
///
/// # Errors
///
/// Columns cannot be made.
pub(super) fn cells<E: Experiment>(rows: &[Row]) -> anyhow::Result<Vec<(String, String)>> {
    let mut cells = Vec::new();
    for row in rows {
        let columns = E::columns_of(row)?.into_iter();
        cells.extend(columns.map(|column| (row.name.clone(), column)));
    }
    Ok(cells)
}

/// Measures, and prints samples.
///
/// # Errors
///
/// A row cannot be made ready, or fails.
pub(crate) fn run<E: Experiment>(args: &Worker) -> anyhow::Result<()> {
    let mut rows = chosen(&E::rows(), &args.only);
    if args.count {
        let cells = cells::<E>(&rows)?.into_iter();
        let counted = cells.filter(|(row, column)| E::is_counted(row, column));
        let counted: HashSet<_> = counted.map(|(row, _)| row).collect();
        rows.retain(|row| counted.contains(&row.name));
    }
    let mut bench = E::bench(&rows, &args.folder)?;
    process::pin(); // and no sooner: compilers use all processors there are
    let mut cells = cells::<E>(&rows)?;
    if args.count {
        cells.retain(|(row, column)| E::is_counted(row, column));
    }
    let mut clock = Clock::new(args);
    for round in 0..args.rounds {
        clock.random.shuffle(&mut cells);
        for (row, column) in &cells {
            clock.at(row, column, round);
            bench
                .turn(row, column, &mut clock)
                .with_context(|| format!("{row}, {column}"))?;
        }
    }
    Ok(())
}

/// Who takes samples, and prints them.
pub(crate) struct Clock {
    random: fastrand::Rng,
    is_counting: bool,
    /// Where a search has found the stack to lie worst, by what was searched for.
    worst: HashMap<String, usize>,
    output: csv::Writer<io::StdoutLock<'static>>,
    /// What the next sample is of.
    next: Sample,
}

impl Clock {
    fn new(args: &Worker) -> Self {
        Self {
            random: fastrand::Rng::with_seed(args.seed),
            is_counting: args.count,
            worst: HashMap::new(),
            output: csv::WriterBuilder::new()
                .has_headers(false)
                .from_writer(io::stdout().lock()),
            next: Sample {
                row: String::new(),
                column: String::new(),
                launch: args.launch,
                round: 0,
                stack: 0,
                iterations: 0,
                metric: Metric::Time,
                value: 0,
            },
        }
    }

    fn at(&mut self, row: &str, column: &str, round: u32) {
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
    ///
    /// # Errors
    ///
    /// Those of `once`.
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
    ///
    /// # Errors
    ///
    /// Standard output cannot be written to.
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
    ///
    /// # Errors
    ///
    /// Standard output cannot be written to.
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
        self.next.metric = metric;
        self.next.iterations = iterations;
        self.next.stack = stack;
        self.next.value = value;
        self.output.serialize(&self.next)?;
        Ok(self.output.flush()?)
    }
}
