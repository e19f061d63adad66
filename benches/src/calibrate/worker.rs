//! One measuring process. It prints its samples as CSV, one a line, as it takes them.
//!
//! Every process measures every cell, in an order of its own for each round, so that what is slow
//! for a while is slow for all alike.

use super::cases::{self, Cases};
use super::plan::{Cell, Effort};
use super::sample::{Metric, Sample};
use crate::cli::calibrate::Worker;
use anyhow::Context as _;
use near_ed25519::verification::layer::MOST_ITERATIONS;
use near_ed25519::verification::{Bench, Case, Layer};
use std::io::{self, Write as _};
use std::time::Duration;

/// How long a sample should take: long beside the clock's resolution, and short beside the time
/// slices of the scheduler, so that most samples are not interrupted.
const SAMPLE: Duration = Duration::from_micros(250);

/// Instructions are counted for this many: callgrind repeats exactly, so that one is as good as
/// many. The loop is an exception, whose first iteration costs what the others do not.
const COUNTED_ITERATIONS: u32 = 1;
const COUNTED_LINKS: u32 = 1_000;

pub(crate) fn run(args: &Worker) -> anyhow::Result<()> {
    let cases = cases::read_csv(&args.cases)?;
    let effort = Effort {
        launches: 1,
        rounds: args.rounds,
        is_quick: args.quick,
    };
    let cells = effort.cells();
    let mut worker = Measuring {
        bench: Bench::new()?,
        cases,
        launch: args.launch,
        output: csv::WriterBuilder::new()
            .has_headers(false)
            .from_writer(io::stdout().lock()),
    };
    match args.metric {
        Metric::Time => worker.time(&cells, args.rounds, args.seed),
        Metric::Instructions => worker.instructions(&cells, args.rounds),
    }
}

struct Measuring {
    bench: Bench,
    cases: Cases,
    launch: u32,
    output: csv::Writer<io::StdoutLock<'static>>,
}

impl Measuring {
    fn time(&mut self, cells: &[Cell], rounds: u32, seed: u64) -> anyhow::Result<()> {
        pin();
        let mut random = fastrand::Rng::with_seed(seed);
        // Warm-up, and how many iterations fill a sample.
        let mut plan = Vec::new();
        for &cell in cells {
            let mut least = Duration::MAX;
            for _ in 0..3 {
                least = least.min(self.measure(cell, 1)?);
            }
            let wanted = SAMPLE.as_nanos() / least.as_nanos().max(1);
            let most = match cell.layer {
                Layer::Loop => 100_000,
                Layer::NoOp => 1, // the call itself is what is measured
                _ => MOST_ITERATIONS,
            };
            let iterations = u32::try_from(wanted).unwrap_or(most).clamp(1, most);
            plan.push((cell, iterations));
        }
        for round in 0..rounds {
            random.shuffle(&mut plan);
            for &(cell, iterations) in &plan {
                let elapsed = self.measure(cell, iterations)?;
                let nanoseconds = u64::try_from(elapsed.as_nanos())?;
                self.print(Metric::Time, cell, round, iterations, nanoseconds)?;
            }
        }
        Ok(())
    }

    /// Under callgrind, which counts, and knows the values; here it is known what they are of.
    fn instructions(&mut self, cells: &[Cell], rounds: u32) -> anyhow::Result<()> {
        // Whatever happens once, such as the detection of the processor, happens now.
        for round in 0..=rounds {
            for &cell in cells {
                let iterations = match cell.layer {
                    Layer::Loop => COUNTED_LINKS,
                    _ => COUNTED_ITERATIONS,
                };
                self.measure(cell, iterations)?;
                // Round 0 is the warm-up; it is counted as well, and left out by the reader.
                self.print(Metric::Instructions, cell, round, iterations, 0)?;
            }
        }
        Ok(())
    }

    fn measure(&mut self, cell: Cell, iterations: u32) -> anyhow::Result<Duration> {
        let case: &Case = self
            .cases
            .get(&(cell.family, cell.message_bytes))
            .with_context(|| format!("no case for {} of {}", cell.family, cell.message_bytes))?;
        Ok(self.bench.run(cell.layer, case, cell.place, iterations)?)
    }

    fn print(
        &mut self,
        metric: Metric,
        cell: Cell,
        round: u32,
        iterations: u32,
        value: u64,
    ) -> anyhow::Result<()> {
        let sample = Sample::new(metric, cell, self.launch, round, iterations, value);
        self.output.serialize(sample)?;
        self.output.flush()?;
        Ok(())
    }
}

/// Nowhere else is there a call for it.
#[cfg(not(target_os = "linux"))]
fn pin() {}

/// Stays on the last processor this process may use, where that is allowed: the first ones serve
/// interrupts.
#[cfg(target_os = "linux")]
fn pin() {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let Ok(allowed) = sched_getaffinity(None) else {
        return;
    };
    let last = (0..CpuSet::MAX_CPU).rev().find(|&cpu| allowed.is_set(cpu));
    if let Some(cpu) = last {
        let mut one = CpuSet::new();
        one.set(cpu);
        if let Err(error) = sched_setaffinity(None, &one) {
            eprintln!("warning: not pinned to a core: {error}");
        }
    }
}
