//! `near-ed25519 compare`: NEP-364's table, today. The same signature, verified by libraries, by
//! Wasm engines, by contracts, and by the host function, in one run.

mod contender;
mod contract;
mod findings;
mod program;
mod subjects;

use crate::measure::experiment::{Bench, Experiment, Findings, Row};
use crate::measure::recording::Recording;
use crate::measure::worker::Clock;
use crate::process::Effort;
use crate::verification::placement::at_place;
use anyhow::{Context as _, ensure};
pub(crate) use contender::{Contender, NEP};
pub(crate) use contract::{ContractMethod, backends};
use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;
use subjects::{Subject, subjects};

/// The one column: what every row is measured with.
const COLUMN: &str = "the NEP's signature";

/// Verifications of a row before another has its turn: a millisecond natively.
const CHUNK: u32 = 25;

/// How long verifications that are timed at once should take: long beside the clock's resolution,
/// and short beside the time slices of the scheduler, so that most are not interrupted.
const AT_ONCE: Duration = Duration::from_millis(1);

/// What the help of the command ends with.
pub(crate) const EXAMPLES: &str = "Times are worth what the machine is: close what else runs. Gas is the same everywhere.\n\
    A turn is 25 verifications. LLVM needs a build with --features llvm.\n\n\
    Examples:\n  \
    near-ed25519 compare\n  \
    near-ed25519 compare --quick --json | jq '.rows[] | {name, x: .columns[0].times_unit}'\n  \
    near-ed25519 compare --only ring --only 'ed25519-dalek 2' --out compare\n  \
    near-ed25519 compare --from compare";

/// The NEP's own signature, verified by everybody.
pub(crate) struct Compare;

impl Experiment for Compare {
    const NAME: &'static str = "compare";
    /// 10,000 verifications each, as many as the NEP measured.
    const USUAL: Effort = Effort {
        launches: 8,
        rounds: 50,
    };
    const QUICK: Effort = Effort {
        launches: 2,
        rounds: 20,
    };

    fn rows() -> Vec<Row> {
        subjects().into_iter().map(|it| it.row).collect()
    }

    fn columns() -> anyhow::Result<Vec<String>> {
        Ok(vec![COLUMN.to_owned()])
    }

    fn bench(rows: &[Row], cache: &Path) -> anyhow::Result<Box<dyn Bench>> {
        let subjects = subjects().into_iter().filter(|it| rows.contains(&it.row));
        let ready = subjects.map(|it| {
            let ready = Ready::new(&it, cache).with_context(|| it.row.name.clone())?;
            Ok((it.row.name, ready))
        });
        Ok(Box::new(Contenders(ready.collect::<anyhow::Result<_>>()?)))
    }

    fn findings(&self, recording: &Recording) -> anyhow::Result<Findings> {
        findings::of(recording)
    }
}

struct Contenders(HashMap<String, Ready>);

/// A contender that has compiled, and has shown that it verifies.
struct Ready {
    has_call: bool,
    contender: Box<dyn Contender>,
    gas: Option<u64>,
    /// Verifications that are timed at once.
    at_once: u32,
}

impl Ready {
    fn new(subject: &Subject, cache: &Path) -> anyhow::Result<Self> {
        let mut contender = subject.contender(cache)?;
        contender::judge(contender.as_mut())?;
        let mut ready = Self {
            has_call: subject.has_call(),
            gas: contender.gas_per_verification()?,
            contender,
            at_once: 1,
        };
        let (mut call_alone, mut one) = (Duration::MAX, Duration::MAX);
        for _ in 0..3 {
            call_alone = call_alone.min(ready.verify(0)?);
            one = one.min(ready.verify(1)?);
        }
        let fit = AT_ONCE.as_nanos() / one.saturating_sub(call_alone).as_nanos().max(1);
        ready.at_once = u32::try_from(fit).unwrap_or(u32::MAX).max(1);
        Ok(ready)
    }

    fn verify(&mut self, verifications: u32) -> anyhow::Result<Duration> {
        let answer = self.contender.verify(&NEP, verifications)?;
        ensure!(answer.is_accepted, "refused the NEP's signature");
        Ok(answer.elapsed)
    }
}

impl Bench for Contenders {
    /// So many verifications, and the call alone once.
    fn turn(&mut self, row: &str, _: &str, clock: &mut Clock) -> anyhow::Result<()> {
        let ready = self.0.get_mut(row).context("a row of this name")?;
        if let Some(gas) = ready.gas.take() {
            clock.gas(gas)?; // once in a process
        }
        // dalek is faster or slower by where the stack lies: nobody shall be lucky for long.
        let stack = clock.any_place();
        at_place(stack, || {
            ready.verify(1)?; // the others have left the caches cold
            if ready.has_call {
                clock.time(0, stack, ready.verify(0)?)?;
            }
            let mut left = CHUNK;
            for calls_left in (1..=CHUNK.div_ceil(ready.at_once)).rev() {
                let now = left.div_ceil(calls_left); // all about the same
                clock.time(now, stack, ready.verify(now)?)?;
                left -= now;
            }
            Ok(())
        })
    }
}
