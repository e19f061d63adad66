//! One measuring process. It prints its samples as CSV, one a line, as it takes them.
//!
//! Every process measures every cell, in an order of its own for each round, so that what is slow
//! for a while is slow for all alike.

use super::cases::{self, Cases};
use super::metric::Metric;
use super::plan::{CANDIDATE_SEARCHES, CANDIDATES, Cell, Effort, SEARCHED, SEARCHES};
use super::sample::{Sample, Step};
use crate::cli::calibrate::Worker;
use crate::process;
use anyhow::Context as _;
use near_ed25519::verification::layer::MOST_ITERATIONS;
use near_ed25519::verification::{Bench, Family, Layer, Place, placement};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::time::Duration;

/// How long a sample should take: long beside the clock's resolution, and short beside the time
/// slices of the scheduler, so that most samples are not interrupted.
const SAMPLE: Duration = Duration::from_micros(250);

/// The same through Wasm: long beside the call around the loop as well, whose time varies.
const WASM_SAMPLE: Duration = Duration::from_millis(4);

/// Links of the control loop in one sample.
const LINKS: u32 = 100_000;

/// Verifications the search times at once; through Wasm enough for the call around them, whose
/// time varies by more than the search looks for, to be a small part.
const SEARCHED_ITERATIONS: u32 = 4;
const SEARCHED_WASM_ITERATIONS: u32 = 32;

pub(crate) fn run(args: &Worker) -> anyhow::Result<()> {
    let mut worker = Measuring {
        bench: Bench::new()?,
        cases: cases::read_csv(&args.cases)?,
        launch: args.launch,
        output: csv::WriterBuilder::new()
            .has_headers(false)
            .from_writer(io::stdout().lock()),
    };
    let effort = Effort {
        launches: 1,
        rounds: args.rounds,
        is_quick: args.quick,
    };
    match args.instructions {
        true => worker.instructions(&effort.counted_cells(), args.rounds),
        false => worker.time(&effort.cells(), args.rounds, args.seed),
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
        process::pin();
        let mut slowest = BTreeMap::new();
        for layer in SEARCHED {
            slowest.insert(layer, self.slowest_place(layer)?);
        }
        let stack = |layer| {
            let like = match layer {
                Layer::Marshalling => Layer::Host,
                Layer::NoOp => Layer::Wasm,
                layer => layer,
            };
            slowest.get(&like).copied().unwrap_or_default()
        };
        let mut plan = Vec::new();
        for &cell in cells {
            plan.push((cell, self.iterations(cell)?, stack(cell.layer)));
        }
        let mut random = fastrand::Rng::with_seed(seed);
        for round in 0..rounds {
            random.shuffle(&mut plan);
            for &(cell, iterations, stack) in &plan {
                let sample = Sample::new(Metric::Time, Step::Sample, cell, self.launch, round);
                self.measure(sample, iterations, stack)?;
            }
        }
        Ok(())
    }

    /// Where the stack must lie for an honest signature to take longest in this layer.
    fn slowest_place(&mut self, layer: Layer) -> anyhow::Result<usize> {
        let mut least = BTreeMap::new();
        let all: Vec<_> = placement::places().collect();
        self.search(layer, &all, 0..SEARCHES, &mut least)?;
        let mut slowest: Vec<_> = least.iter().map(|(&stack, &time)| (time, stack)).collect();
        slowest.sort_by_key(|&it| Reverse(it));
        let candidates: Vec<_> = slowest
            .into_iter()
            .map(|(_, stack)| stack)
            .take(CANDIDATES)
            .collect();
        let rounds = SEARCHES..SEARCHES + CANDIDATE_SEARCHES;
        self.search(layer, &candidates, rounds, &mut least)?;
        let slowest = candidates.into_iter().max_by_key(|stack| least.get(stack));
        Ok(slowest.unwrap_or_default())
    }

    /// Takes samples at these places of the stack; keeps the least of each.
    fn search(
        &mut self,
        layer: Layer,
        places: &[usize],
        rounds: Range<u32>,
        least: &mut BTreeMap<usize, Duration>,
    ) -> anyhow::Result<()> {
        let cell = Cell {
            layer,
            family: Family::Valid,
            place: Place::Memory,
            message_bytes: 0,
        };
        let iterations = match layer {
            Layer::Wasm => SEARCHED_WASM_ITERATIONS,
            _ => SEARCHED_ITERATIONS,
        };
        for round in rounds {
            for &stack in places {
                let sample = Sample::new(Metric::Time, Step::Search, cell, self.launch, round);
                let elapsed = self.measure(sample, iterations, stack)?;
                let least = least.entry(stack).or_insert(elapsed);
                *least = elapsed.min(*least);
            }
        }
        Ok(())
    }

    /// How many iterations fill a sample; warms up on the way.
    fn iterations(&mut self, cell: Cell) -> anyhow::Result<u32> {
        let (budget, most) = match cell.layer {
            Layer::Loop => (SAMPLE, LINKS),
            Layer::NoOp => (SAMPLE, 1), // the call itself is what is measured
            Layer::Wasm => (WASM_SAMPLE, MOST_ITERATIONS),
            _ => (SAMPLE, MOST_ITERATIONS),
        };
        let mut least = Duration::MAX;
        for _ in 0..3 {
            least = least.min(self.run(cell, 1, 0)?);
        }
        let wanted = budget.as_nanos() / least.as_nanos().max(1);
        Ok(u32::try_from(wanted).unwrap_or(most).clamp(1, most))
    }

    /// Under callgrind, which does the counting; here it is said what was counted.
    fn instructions(&mut self, cells: &[Cell], rounds: u32) -> anyhow::Result<()> {
        // What happens only once, such as the detection of the processor, happens in round 0,
        // which the reader leaves out.
        for round in 0..=rounds {
            for &cell in cells {
                let sample =
                    Sample::new(Metric::Instructions, Step::Sample, cell, self.launch, round);
                let iterations = if cell.layer == Layer::Loop { LINKS } else { 1 };
                self.measure(sample, iterations, 0)?;
            }
        }
        Ok(())
    }

    /// Takes a sample, and prints it.
    fn measure(
        &mut self,
        mut sample: Sample,
        iterations: u32,
        stack: usize,
    ) -> anyhow::Result<Duration> {
        let elapsed = self.run(sample.cell(), iterations, stack)?;
        sample.iterations = iterations;
        sample.stack = stack;
        sample.value = u64::try_from(elapsed.as_nanos())?;
        self.output.serialize(&sample)?;
        self.output.flush()?;
        Ok(elapsed)
    }

    fn run(&mut self, cell: Cell, iterations: u32, stack: usize) -> anyhow::Result<Duration> {
        let case = self
            .cases
            .get(&(cell.family, cell.message_bytes))
            .with_context(|| format!("no case for {} of {}", cell.family, cell.message_bytes))?;
        let bench = &mut self.bench;
        bench.run(cell.layer, case, cell.place, iterations, stack)
    }
}
