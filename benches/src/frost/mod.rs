//! `near-ed25519-bench frost measure`: FROST by ciphersuite and group size, and near-frost compared
//! with frost-core.

mod cells;
mod measured;

use crate::measure::{
    Bench, Bound, Effort, Experiment, Findings, LANES, Measured, Measuring, Times, help,
};
use cells::{Cell, FROST_CORE, SIZES, Step, Suite, Task};
use clap::Subcommand;
use near_ed25519::output::Table;
use near_ed25519::output::format::format_tgas;
use near_parameters::{ExtCosts, RuntimeConfigStore};
use near_runtime_ext::PROTOCOL_VERSION;
use std::path::Path;

/// A command about FROST, with its arguments.
#[derive(Subcommand)]
#[command(after_help = "Examples:\n  near-ed25519-bench frost measure --quick")]
pub(crate) enum FrostCommand {
    /// Measure FROST by ciphersuite and size of the group, and near-frost beside frost-core
    #[command(after_help = help::<Frost>())]
    Measure(Measuring),
}

/// Steps of FROST in each ciphersuite, and tasks by frost-core and by near-frost.
pub(crate) struct Frost;

impl Experiment for Frost {
    type Cell = Cell;
    const NAME: &'static str = "frost";
    const USUAL: Effort = Effort::new(8, 8);
    const EXAMPLES: &'static str = "Times depend on the machine: close other programs. Groups are made by a trusted dealer.\n\n\
    Examples:\n  near-ed25519-bench frost measure --only 'wire to signature, 67 of 100' \\\n      --out frost\n  \
    near-ed25519-bench frost measure --quick \\\n      --json | jq '.rows[] | {name, us: (.columns[0].least_ns / 1e3)}'";

    fn cells() -> Vec<Cell> {
        let steps = Step::ALL.into_iter().flat_map(|step| {
            let of_size = move |size| Suite::ALL.map(|suite| Cell::Step(step, size, suite));
            SIZES.into_iter().flat_map(of_size)
        });
        let all = || [FROST_CORE].into_iter().chain(LANES.map(Some));
        let tasks = Task::all().flat_map(|task| all().map(move |by| Cell::Task(task, by)));
        steps.chain(tasks).collect()
    }

    fn bench(cells: &[Cell], _: &Path) -> anyhow::Result<Bench<Cell>> {
        measured::bench(cells)
    }

    fn findings(measured: &Measured<'_, Cell>) -> anyhow::Result<Findings> {
        let (by_suite, in_lanes) = (by_suite(measured)?, in_lanes(measured)?);
        let caption = "FROST by ciphersuite, by frost-core, with groups of a trusted dealer; and FROST(Ed25519, \
                       SHA-512) by near-frost, times frost-core:";
        let blocks = ["frost by ciphersuite", "frost on"];
        let ratio = |cell| ratio(measured, cell);
        let mut findings = measured.findings(caption, by_suite, blocks, "frost-core", ratio)?;
        findings.bounds = bounds(measured);
        findings
            .blocks
            .push(("frost in lanes", in_lanes.markdown()));
        findings.below = Some(in_lanes);
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

/// The time of a task divided by frost-core's.
fn ratio(measured: &Measured<'_, Cell>, cell: Cell) -> Option<f64> {
    match cell {
        Cell::Task(task, _) => measured.ratio(cell, Cell::Task(task, FROST_CORE)),
        Cell::Step(..) => None,
    }
}

/// A time in the unit that is easiest to read.
fn us_or_ms(times: &Times) -> String {
    match times.us() {
        us @ ..1e3 => format!("{us:.1} us"),
        us => format!("{:.2} ms", us / 1e3),
    }
}

/// Times of frost-core: a row for each step and size, a column for each suite.
fn by_suite(measured: &Measured<'_, Cell>) -> anyhow::Result<Table> {
    let titles = Suite::ALL.iter().map(Suite::to_string);
    let titles = ["".to_owned()].into_iter().chain(titles);
    let size = |cell| match cell {
        Cell::Step(_, size, _) => Some(size.to_string()),
        Cell::Task(..) => None,
    };
    measured.table(titles, size, |cell| {
        let Cell::Step(step, size, _) = cell else {
            return Ok(Vec::new());
        };
        let times = Suite::ALL.map(|suite| measured.times(Cell::Step(step, size, suite)));
        Ok(times.map(|times| Some(us_or_ms(&times?))).into())
    })
}

/// Ratios to frost-core: a row for each task, a column for each verify backend.
fn in_lanes(measured: &Measured<'_, Cell>) -> anyhow::Result<Table> {
    let titles = LANES.iter();
    let titles = titles.map(|backend| format!("{backend},\ntimes that"));
    let first = [String::new(), "frost-core".to_owned()].into_iter();
    let task = |cell| match cell {
        Cell::Task(task, _) => Some(task.to_string()),
        Cell::Step(..) => None,
    };
    measured.table(first.chain(titles), task, |cell| {
        let Cell::Task(task, _) = cell else {
            return Ok(Vec::new());
        };
        let unit = measured.times(Cell::Task(task, FROST_CORE));
        let ratios = LANES.map(|backend| {
            let ratio = ratio(measured, Cell::Task(task, Some(backend)))?;
            Some(format!("{ratio:.3}"))
        });
        Ok([unit.as_ref().map(us_or_ms)]
            .into_iter()
            .chain(ratios)
            .collect())
    })
}

fn bounds(measured: &Measured<'_, Cell>) -> Vec<Bound> {
    let of_task = |(task, at_most): (Task, &'static [f64])| {
        let bounds = LANES.into_iter().zip(at_most);
        bounds.map(move |(backend, at_most)| {
            let [cell, unit] = [Some(backend), FROST_CORE].map(|by| Cell::Task(task, by));
            let name = format!("{task}: {backend}, times frost-core");
            measured.bound(name, *at_most, &[(cell, unit)])
        })
    };
    PROMISES.into_iter().flat_map(of_task).collect()
}

/// Bytes of the message on chain, such as a hash.
const MESSAGE: u64 = 32;

/// The price of each suite's signature on chain, with the table's name in documents.
pub(crate) fn on_chain() -> (&'static str, String) {
    let store = RuntimeConfigStore::new(None);
    let config = &store.get_config(PROTOCOL_VERSION).wasm_config;
    let price = |parameter| config.ext_costs.gas_cost(parameter).as_gas();
    let mut table =
        Table::titled("group signature | host function of its curve | verifies it | price, Tgas");
    for suite in Suite::ALL {
        let (function, verifies, gas) = match suite {
            Suite::Ed25519 => {
                let bytes = MESSAGE * price(ExtCosts::ed25519_verify_byte);
                let gas = price(ExtCosts::ed25519_verify_base) + bytes;
                ("`ed25519_verify`", "yes", Some(gas))
            }
            Suite::Secp256k1 => {
                let gas = price(ExtCosts::ecrecover_base);
                ("`ecrecover`", "no: ECDSA", Some(gas))
            }
            Suite::P256 if config.p256_verify_host_fn => {
                let bytes = MESSAGE * price(ExtCosts::p256_verify_byte);
                let gas = price(ExtCosts::p256_verify_base) + bytes;
                ("`p256_verify`", "no: ECDSA", Some(gas))
            }
            Suite::P256 | Suite::Ristretto255 | Suite::Ed448 => ("none", "in Wasm only", None),
        };
        let gas = gas.map(format_tgas).unwrap_or_default();
        table.line(&suite.to_string(), &[&function, &verifies, &gas]);
    }
    ("frost on chain", table.markdown())
}
