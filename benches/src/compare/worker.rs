//! One measuring process. All contenders have a turn in every round, in an order of its own for
//! each round, so that what is slow for a while is slow for all alike.

use super::contender::{Contender, Signed, judge};
use super::row::{ROWS, Row};
use super::sample::{Quantity, Sample};
use crate::cli::compare::Worker;
use crate::process;
use anyhow::{Context as _, ensure};
use near_ed25519::verification::placement::{at_place, places};
use std::io;
use std::path::Path;
use std::time::Duration;

/// How long verifications that are timed at once should take: long beside the clock's resolution,
/// and short beside the time slices of the scheduler, so that most are not interrupted.
const AT_ONCE: Duration = Duration::from_millis(1);

pub(crate) fn run(args: &Worker) -> anyhow::Result<()> {
    let mut output = Output(
        csv::WriterBuilder::new()
            .has_headers(false)
            .from_writer(io::stdout().lock()),
    );
    let mut contenders = Vec::new();
    for row in ROWS.iter().filter(|row| row.unavailable().is_none()) {
        contenders.push(Ready::new(row, &args.cache, &mut output).context(row.name)?);
    }
    process::pin(); // and no sooner: compilers use all processors there are
    let places: Vec<_> = places().collect();
    let mut random = fastrand::Rng::with_seed(args.seed);
    for _ in 0..args.rounds {
        random.shuffle(&mut contenders);
        for contender in &mut contenders {
            // dalek is faster or slower by where the stack lies: nobody shall be lucky for long.
            let place = random.choice(&places).copied().unwrap_or_default();
            at_place(place, || contender.turn(args.chunk, &mut output))
                .context(contender.row.name)?;
        }
    }
    Ok(())
}

/// A contender that has compiled, and has shown that it verifies.
struct Ready {
    row: &'static Row,
    contender: Box<dyn Contender>,
    /// Verifications that are timed at once.
    at_once: u32,
}

impl Ready {
    fn new(row: &'static Row, cache: &Path, output: &mut Output) -> anyhow::Result<Self> {
        let mut contender = row.contender(cache)?;
        judge(contender.as_mut())?;
        if let Some(gas) = contender.gas_per_verification()? {
            output.print(row, Quantity::Gas, 0, gas)?;
        }
        let mut ready = Self {
            row,
            contender,
            at_once: 1,
        };
        let (mut no_op, mut one) = (Duration::MAX, Duration::MAX);
        for _ in 0..3 {
            no_op = no_op.min(ready.verify(0)?);
            one = one.min(ready.verify(1)?);
        }
        let fit = AT_ONCE.as_nanos() / one.saturating_sub(no_op).as_nanos().max(1);
        ready.at_once = u32::try_from(fit).unwrap_or(u32::MAX).max(1);
        Ok(ready)
    }

    /// So many verifications, and the call alone once.
    fn turn(&mut self, verifications: u32, output: &mut Output) -> anyhow::Result<()> {
        self.verify(1)?; // the others have left the caches cold
        if self.row.group.has_call() {
            let elapsed = self.verify(0)?;
            output.print_time(self.row, Quantity::NoOp, 0, elapsed)?;
        }
        let mut left = verifications;
        for calls_left in (1..=verifications.div_ceil(self.at_once)).rev() {
            let now = left.div_ceil(calls_left); // all about the same
            let elapsed = self.verify(now)?;
            output.print_time(self.row, Quantity::Time, now, elapsed)?;
            left -= now;
        }
        Ok(())
    }

    fn verify(&mut self, verifications: u32) -> anyhow::Result<Duration> {
        let run = self.contender.verify(&Signed::NEP, verifications)?;
        ensure!(run.is_accepted, "refused the NEP's signature");
        Ok(run.elapsed)
    }
}

/// Standard output: a line for each sample, at once.
struct Output(csv::Writer<io::StdoutLock<'static>>);

impl Output {
    fn print_time(
        &mut self,
        row: &Row,
        quantity: Quantity,
        verifications: u32,
        elapsed: Duration,
    ) -> anyhow::Result<()> {
        let nanoseconds = u64::try_from(elapsed.as_nanos())?;
        self.print(row, quantity, verifications, nanoseconds)
    }

    fn print(
        &mut self,
        row: &Row,
        quantity: Quantity,
        verifications: u32,
        value: u64,
    ) -> anyhow::Result<()> {
        self.0.serialize(Sample {
            row: row.name.to_owned(),
            quantity,
            verifications,
            value,
        })?;
        Ok(self.0.flush()?)
    }
}
