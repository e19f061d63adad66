//! A measuring process. Every cell has a turn in each round, in an order of its own for each round, so
//! that what is slow for a while is slow for all alike. Samples are printed as they are taken, so that
//! a process that is stopped loses none.

use super::experiment::{Experiment, Row};
use super::sample::{Metric, Sample};
use crate::process;
use crate::verification::placement::places;
use anyhow::Context as _;
use std::io;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// What a measuring process is told.
#[derive(clap::Args)]
pub struct Worker {
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
    let rows = chosen(&E::rows(), &args.only);
    let mut bench = E::bench(&rows, &args.folder)?;
    process::pin(); // and no sooner: compilers use all processors there are
    let mut cells = cells::<E>(&rows)?;
    let mut clock = Clock::new(args.launch, args.seed);
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
    places: Vec<usize>,
    output: csv::Writer<io::StdoutLock<'static>>,
    /// What the next sample is of.
    next: Sample,
}

impl Clock {
    fn new(launch: u32, seed: u64) -> Self {
        Self {
            random: fastrand::Rng::with_seed(seed),
            places: places().collect(),
            output: csv::WriterBuilder::new()
                .has_headers(false)
                .from_writer(io::stdout().lock()),
            next: Sample {
                row: String::new(),
                column: String::new(),
                launch,
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

    /// A place for the stack, bytes into a page: nobody shall be lucky for long.
    pub(crate) fn any_place(&mut self) -> usize {
        self.random
            .choice(&self.places)
            .copied()
            .unwrap_or_default()
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
        let value = u64::try_from(elapsed.as_nanos())?;
        self.print(Metric::Time, iterations, stack, value)
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
