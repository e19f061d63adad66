//! `near-ed25519-bench compare`: NEP-364's table, today. Libraries, Wasm engines, contracts and the
//! host function verify the same signature in one run.

#[cfg(feature = "wasmer")]
mod program;
mod subjects;

use crate::contender::verified;
use crate::library::{DALEK_2, beside_rule};
use crate::measure::{Bench, Cell as _, Clock, Effort, Experiment, Findings, Measured, ready};
use crate::verification::at_place;
use near_ed25519::output::format::{format_ratio, format_tgas};
use std::convert::identity;
use std::path::Path;
use std::rc::Rc;
use subjects::{Compiler, Keys, Kind, NEP, host, kinds};
use test_contracts::Build;

/// Verifications in a turn of a row: a millisecond natively, which is long compared with the clock's
/// resolution, and short compared with the scheduler's time slices, so that most timings run without
/// interruption.
const CHUNK: usize = 25;

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
    near-ed25519-bench compare --quick \\\n      --json | jq '.rows[] | {name, x: .columns[0].times_unit}'";

    fn cells() -> Vec<Kind> {
        kinds()
    }

    fn bench(cells: &[Kind], cache: &Path) -> anyhow::Result<Bench<Kind>> {
        let chunk: Rc<[_]> = vec![NEP.clone(); CHUNK].into();
        ready(cells, identity, |kind| {
            let (mut contender, mut gas) = kind.contender(cache)?;
            let (at_once, chunk) = (kind.at_once(), Rc::clone(&chunk));
            Ok(move |_, clock: &mut Clock| {
                if let Some(gas) = gas.take() {
                    clock.gas(gas)?; // once in a process
                }
                // dalek's speed depends on the stack's place, so no row may keep a good place for long.
                let stack = clock.any_place();
                at_place(stack, || {
                    let mut verify = |count: usize| verified(&mut contender, &chunk[..count]);
                    verify(1)?; // other rows have left the caches cold
                    if kind.has_call() {
                        clock.time(0, stack, verify(0)?)?;
                    }
                    for _ in 0..CHUNK / at_once {
                        clock.time(u32::try_from(at_once)?, stack, verify(at_once)?)?;
                    }
                    Ok(())
                })
            })
        })
    }

    fn findings(measured: &Measured<'_, Kind>) -> anyhow::Result<Findings> {
        let titles = ["", "us", "times native", "NEP-364", "Tgas"];
        let table = measured.table(
            titles,
            |kind| Some(shown(kind)),
            |kind| {
                let native = measured.ratio(kind, UNIT);
                let nep = NEP_MS.iter().find(|(it, _)| *it == kind);
                Ok(vec![
                    measured.times(kind).map(|it| format!("{:.2}", it.us())),
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
        let caption = "NEP-364's own signature, interleaved;";
        let (blocks, unit) = (["comparison", "compared on"], UNIT.row());
        let ratio = |kind| measured.ratio(kind, UNIT);
        let mut findings = measured.findings(caption, table, blocks, &unit, ratio)?;
        findings.caption += &format!("\n{PUBLISHED_GAS}");
        findings.bounds = bounds.into();
        Ok(findings)
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
