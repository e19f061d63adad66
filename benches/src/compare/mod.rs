//! `near-ed25519-bench compare`: NEP-364's table, today. Libraries, Wasm engines, contracts and the
//! host function verify the same signature in one run.

mod contract;
#[cfg(feature = "wasmer")]
mod program;
mod subjects;

use crate::contender::{Contender, verified};
use crate::library::{DALEK_2, Signed, beside_rule};
use crate::measure::{Bench, Cell as _, Clock, Effort, Experiment, Findings, Measured, ready};
use crate::verification::at_place;
use anyhow::Context as _;
pub(crate) use contract::NEP;
use near_ed25519::output::format::{format_ratio, format_tgas};
use std::convert::identity;
use std::path::Path;
use std::time::Duration;
use subjects::{Compiler, Keys, Kind, host, kinds};
use test_contracts::Build;

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
        ready(cells, identity, |kind| {
            let mut ready = Ready::new(kind, cache)?;
            Ok(move |_, clock: &mut Clock| ready.turn(clock))
        })
    }

    fn findings(measured: &Measured<'_, Kind>) -> anyhow::Result<Findings> {
        let titles = ["", "us", "times native", "NEP-364", "Tgas"];
        let table = measured.table(
            titles,
            |kind| Some(shown(kind)),
            |kind| {
                let times = measured.times(kind);
                let times = times.with_context(|| format!("{} has gas but no time", kind.row()))?;
                let native = measured.ratio(kind, UNIT);
                let nep = NEP_MS.iter().find(|(it, _)| *it == kind);
                Ok(vec![
                    Some(format!("{:.2}", times.us())),
                    native.map(|it| format!("{it:.3}")),
                    nep.map(|(_, ms)| format_ratio(*ms, NEP_NATIVE_MS)),
                    measured.gas(kind)?.map(format_tgas),
                ])
            },
        )?;
        let bounds = PROMISES.map(|(keys, at_most)| {
            let row = host(keys).row();
            let bound = format!("the host function, called by a contract: {row}, times native");
            measured.bound(bound, at_most, &[(host(keys), UNIT)])
        });
        Ok(Findings {
            caption: format!(
                "NEP-364's own signature, interleaved; the least of {} processes\n{PUBLISHED_GAS}",
                measured.recording.run.effort.launches
            ),
            bounds: bounds.into(),
            blocks: vec![
                ("comparison", table.markdown()),
                ("compared on", measured.recording.measured_on()),
            ],
            table,
            json: measured.rows_json(&UNIT.row(), |kind| measured.ratio(kind, UNIT))?,
            ..Findings::default()
        })
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
        let (contender, gas) = kind.contender(cache)?;
        let mut ready = Self {
            has_call: kind.has_call(),
            gas,
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
        verified(&mut self.contender, signed)
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

/// The row that the others are compared with.
const UNIT: Kind = Kind::Native(DALEK_2);

/// NEP-364, "Rationale and alternatives": milliseconds for 10,000 verifications on an AMD Ryzen 9
/// 5900X. wasmer 1 compiled the same program with `--singlepass`, and then with `--enable-simd`,
/// for which wasmer chose Cranelift.
const NEP_MS: [(Kind, u64); 3] = [
    (UNIT, NEP_NATIVE_MS),
    (Kind::Program(Compiler::Singlepass, Build::Wasm), 9_926),
    (Kind::Program(Compiler::Cranelift, Build::Wasm), 3_085),
];
const NEP_NATIVE_MS: u64 = 387;

/// Published gas costs, for comparison.
const PUBLISHED_GAS: &str = "near-ibc paid about 9 Tgas for a verification in Wasm (informalsystems/ibc-rs#958)\n\
    NEP-364's own contract paid 299 Tgas for 50, 5.98 Tgas each";

/// Bounds on the host function, called by a contract.
const PROMISES: [(Keys, f64); 2] = [(Keys::Dalek, 1.05), (Keys::New, 1.0)];

/// A row's name in documents, with a library's rule.
fn shown(kind: Kind) -> String {
    match kind {
        Kind::Native(library) => beside_rule(library.name, library.accepts),
        Kind::Program(..) | Kind::Contract(..) => kind.row(),
    }
}
