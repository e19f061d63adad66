//! `near-ed25519-bench frost measure`: near-frost compared with frost-core.

mod cells;
mod measured;

use crate::measure::{
    Bench, Bound, Effort, Experiment, Findings, LANES, Measured, Measuring, Times, help,
};
use cells::{Cell, FROST_CORE, SIZES, Task};
use clap::Subcommand;
use near_ed25519::output::Table;
use near_ed25519::output::format::format_tgas;
use near_parameters::{ExtCosts, RuntimeConfigStore};
use near_runtime_ext::PROTOCOL_VERSION;
use std::iter::once;
use std::path::Path;

/// A command about FROST, with its arguments.
#[derive(Subcommand)]
#[command(after_help = "Examples:\n  near-ed25519-bench frost measure --quick")]
pub(crate) enum FrostCommand {
    /// Measure FROST(Ed25519, SHA-512) by near-frost beside frost-core
    #[command(after_help = help::<Frost>())]
    Measure(Measuring),
}

/// Tasks by frost-core and by near-frost.
pub(crate) struct Frost;

impl Experiment for Frost {
    type Cell = Cell;
    const NAME: &'static str = "frost";
    const USUAL: Effort = Effort::new(8, 8);
    const EXAMPLES: &'static str = "Times depend on the machine: close other programs. Groups are made by a trusted dealer.\n\n\
    Examples:\n  near-ed25519-bench frost measure --only 'wire to signature, 67 of 100' \\\n      --out frost\n  \
    near-ed25519-bench frost measure --quick \\\n      --json | jq '.rows[] | {name, us: (.columns[0].least_ns / 1e3)}'";

    fn cells() -> Vec<Cell> {
        let all = || once(FROST_CORE).chain(LANES.map(Some));
        let tasks = Task::all().flat_map(|task| all().map(move |by| task.by(by)));
        tasks.collect()
    }

    fn bench(cells: &[Cell], _: &Path) -> anyhow::Result<Bench<Cell>> {
        measured::bench(cells)
    }

    fn findings(measured: &Measured<'_, Cell>) -> anyhow::Result<Findings> {
        let caption = "FROST(Ed25519, SHA-512) by near-frost, times frost-core, with groups of a trusted dealer:";
        let ratio = |Cell { task, by }| measured.ratio(task.by(by), task.by(FROST_CORE));
        // Ratios to frost-core: a row for each task, a column for each verify backend.
        let titles = LANES.iter();
        let titles = titles.map(|backend| format!("{backend},\ntimes that"));
        let first = [String::new(), "frost-core".to_owned()].into_iter();
        let table = measured.table(
            first.chain(titles),
            |cell| Some(cell.task.to_string()),
            |Cell { task, .. }| {
                let unit = measured.times(task.by(FROST_CORE));
                let ratio = |backend| Some(format!("{:.3}", ratio(task.by(Some(backend)))?));
                let ratios = LANES.map(ratio);
                Ok(once(unit.as_ref().map(us_or_ms)).chain(ratios).collect())
            },
        )?;
        let blocks = ["frost in lanes", "frost on"];
        let mut findings = measured.findings(caption, table, blocks, "frost-core", ratio)?;
        findings.bounds = bounds(measured);
        Ok(findings)
    }
}

/// Bounds on times relative to frost-core's, for each of [`LANES`]; a single bound is for the
/// first. On an Intel Xeon (family 6, model 167) portable code decodes 1,334 points within 0.27,
/// and packages within 0.24, but not on AMD's Zen 4, where this was recorded.
const PROMISES: [(Task, &[f64]); 10] = [
    (Task::WireToSignature(SIZES[3]), &[0.09, 0.30, 0.40]),
    (Task::WireToSignature(SIZES[2]), &[0.11, 0.36, 0.40]),
    (Task::WireToSignature(SIZES[1]), &[0.20, 0.52, 0.50]),
    (Task::WireToSignature(SIZES[0]), &[0.60, 0.60, 0.60]),
    (Task::Points, &[0.07, 0.21, 0.33]),
    (Task::VssShare, &[0.04, 0.11, 0.18]),
    (Task::DkgPackages, &[0.06, 0.18, 0.30]),
    (Task::DkgPart3, &[0.05, 0.12, 0.18]),
    (Task::AfterSession, &[0.01, 0.01, 0.01]),
    (Task::Culprits, &[0.12]),
];

fn bounds(measured: &Measured<'_, Cell>) -> Vec<Bound> {
    let of_task = |(task, at_most): (Task, &'static [f64])| {
        let bounds = LANES.into_iter().zip(at_most);
        bounds.map(move |(backend, at_most)| {
            let [cell, unit] = [Some(backend), FROST_CORE].map(|by| task.by(by));
            let name = format!("{task}: {backend}, times frost-core");
            measured.bound(name, *at_most, &[(cell, unit)])
        })
    };
    PROMISES.into_iter().flat_map(of_task).collect()
}

/// A time in the unit that is easiest to read.
fn us_or_ms(times: &Times) -> String {
    match times.us() {
        us @ ..1e3 => format!("{us:.1} us"),
        us => format!("{:.2} ms", us / 1e3),
    }
}

/// Bytes of the message on chain, such as a hash.
const MESSAGE: u64 = 32;

/// The price on chain of a signature in each ciphersuite of RFC 9591, with the table's name in
/// documents.
pub(crate) fn on_chain() -> (&'static str, String) {
    let store = RuntimeConfigStore::new(None);
    let config = &store.get_config(PROTOCOL_VERSION).wasm_config;
    let price = |parameter| config.ext_costs.gas_cost(parameter).as_gas();
    let of_message = |call, each| Some(price(call) + MESSAGE * price(each));
    let ed25519 = of_message(ExtCosts::ed25519_verify_base, ExtCosts::ed25519_verify_byte);
    let p256 = match config.p256_verify_host_fn {
        true => (
            "`p256_verify`",
            "no: ECDSA",
            of_message(ExtCosts::p256_verify_base, ExtCosts::p256_verify_byte),
        ),
        false => IN_WASM,
    };
    let ecrecover = Some(price(ExtCosts::ecrecover_base));
    let mut table =
        Table::titled("group signature | host function of its curve | verifies it | price, Tgas");
    for (suite, (function, verifies, gas)) in [
        ("ed25519", ("`ed25519_verify`", "yes", ed25519)),
        ("ristretto255", IN_WASM),
        ("p256", p256),
        ("secp256k1", ("`ecrecover`", "no: ECDSA", ecrecover)),
        ("ed448", IN_WASM),
    ] {
        let gas = gas.map(format_tgas).unwrap_or_default();
        table.line(suite, &[&function, &verifies, &gas]);
    }
    ("frost on chain", table.markdown())
}

/// What a curve without a host function has.
const IN_WASM: (&str, &str, Option<u64>) = ("none", "in Wasm only", None);
