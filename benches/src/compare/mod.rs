//! `near-ed25519-bench compare`: NEP-364's table, today. Libraries, Wasm engines, contracts and the
//! host function verify the same signature in one run.

mod contract;
mod findings;
#[cfg(feature = "wasmer")]
mod program;
mod subjects;

use crate::contender::{Contender, verified};
use crate::library::Signed;
use crate::measure::{Bench, Clock, Effort, Experiment, Findings, Measured, ready};
use crate::verification::at_place;
pub(crate) use contract::NEP;
use contract::gas_per_verification;
use std::path::Path;
use std::time::Duration;
use subjects::{Kind, kinds};

/// Verifications in a turn of a row: a millisecond natively.
const CHUNK: usize = 25;

/// Duration of one timing: long compared with the clock's resolution, and short compared with the
/// scheduler's time slices, so that most timings run without interruption.
const AT_ONCE: Duration = Duration::from_millis(1);

/// The NEP's own signature, which every contender verifies.
pub(crate) struct Compare;

impl Experiment for Compare {
    type Cell = Kind;
    const NAME: &'static str = "compare";
    /// 10,000 verifications each, the number that the NEP measured.
    const USUAL: Effort = Effort::new(8, 50);
    const QUICK: Effort = Effort::new(2, 20);
    const EXAMPLES: &'static str = "Times depend on the machine: close other programs. LLVM needs a build with --features llvm.\n\n\
    Examples:\n  near-ed25519-bench compare --only ring --only 'ed25519-dalek 2' --out compare\n  \
    near-ed25519-bench compare --quick --json | jq '.rows[] | {name, x: .columns[0].times_unit}'";

    fn cells() -> Vec<Kind> {
        kinds()
    }

    fn bench(cells: &[Kind], cache: &Path) -> anyhow::Result<Bench<Kind>> {
        ready(
            cells,
            |cell| cell,
            |kind| {
                let mut ready = Ready::new(kind, cache)?;
                Ok(move |_, clock: &mut Clock| ready.turn(clock))
            },
        )
    }

    fn findings(measured: &Measured<'_, Kind>) -> anyhow::Result<Findings> {
        findings::of(measured)
    }
}

/// A compiled contender whose verdicts have been checked.
struct Ready {
    has_call: bool,
    contender: Contender,
    gas: Option<u64>,
    /// The signatures of one timing.
    at_once: Vec<Signed>,
}

impl Ready {
    fn new(kind: Kind, cache: &Path) -> anyhow::Result<Self> {
        let mut contender = kind.contender(cache)?;
        let mut ready = Self {
            has_call: kind.has_call(),
            gas: gas_per_verification(&mut contender)?,
            contender,
            at_once: vec![NEP.clone()],
        };
        let (mut call_alone, mut one) = (Duration::MAX, Duration::MAX);
        for _ in 0..3 {
            call_alone = call_alone.min(ready.verify(0)?);
            one = one.min(ready.verify(1)?);
        }
        let fit = AT_ONCE.as_nanos() / one.saturating_sub(call_alone).as_nanos().max(1);
        let fit = usize::try_from(fit).unwrap_or(CHUNK).clamp(1, CHUNK);
        ready.at_once = vec![NEP.clone(); fit];
        Ok(ready)
    }

    fn verify(&mut self, verifications: usize) -> anyhow::Result<Duration> {
        let signed = &self.at_once[..verifications];
        Ok(verified(&mut self.contender, signed)?.elapsed)
    }

    /// Times `CHUNK` verifications, and once the call alone.
    fn turn(&mut self, clock: &mut Clock) -> anyhow::Result<()> {
        if let Some(gas) = self.gas.take() {
            clock.gas(gas)?; // once in a process
        }
        // dalek's speed depends on the stack's place, so no row may keep a good place for long.
        let stack = clock.any_place();
        at_place(stack, || {
            self.verify(1)?; // other rows have left the caches cold
            if self.has_call {
                clock.time(0, stack, self.verify(0)?)?;
            }
            let mut left = CHUNK;
            for calls_left in (1..=CHUNK.div_ceil(self.at_once.len())).rev() {
                let now = left.div_ceil(calls_left); // nearly equal shares
                clock.time(u32::try_from(now)?, stack, self.verify(now)?)?;
                left -= now;
            }
            Ok(())
        })
    }
}
