//! `near-ed25519-bench frost measure`: near-frost compared with frost-core.

mod generation;
mod tasks;
mod wire;

use crate::measure::{Effort, Experiment, Findings, LANES, Measuring, Recording, help};
use clap::Subcommand;
use ed25519_lanes::Backend;
use near_ed25519::output::Table;
use near_ed25519::output::format::format_tgas;
use near_parameters::{ExtCosts, RuntimeConfigStore};
use near_runtime_ext::PROTOCOL_VERSION;
use std::iter::once;
use tasks::{FROST_CORE, rows};

/// A command about FROST, with its arguments.
#[derive(Subcommand)]
#[command(after_help = "Examples:\n  near-ed25519-bench frost measure --quick")]
pub(crate) enum FrostCommand {
    /// Measure FROST(Ed25519, SHA-512) by near-frost beside frost-core
    #[command(after_help = help(&EXPERIMENT))]
    Measure(Measuring),
}

/// Tasks by frost-core and by near-frost.
pub(crate) static EXPERIMENT: Experiment = Experiment {
    name: "frost",
    usual: Effort::new(8, 8),
    quick: Effort::new(2, 2),
    examples: "Times depend on the machine: close other programs. Groups are made by a trusted dealer.\n\n\
    Examples:\n  near-ed25519-bench frost measure --only 'wire to signature, 67 of 100' \\\n      --out frost\n  \
    near-ed25519-bench frost measure --quick \\\n      --json | jq '.rows[] | {name, us: (.columns[0].least_ns / 1e3)}'",
    is_steady: false,
    rows,
    findings,
};

fn findings(measured: &Recording) -> anyhow::Result<Findings> {
    let caption =
        "FROST(Ed25519, SHA-512) by near-frost, times frost-core, with groups of a trusted dealer:";
    let ratio = |task: &str, by: &str| measured.ratio((task, by), (task, FROST_CORE));
    // Ratios to frost-core: a row for each task, a column for each verify backend.
    let mut titles = vec![String::new(), FROST_CORE.to_owned()];
    titles.extend(LANES.map(|backend| format!("{backend},\ntimes that")));
    let table = measured.table(
        titles,
        |task| Some(task.name.clone()),
        |task| {
            // In the unit that is easiest to read.
            let unit = measured.times((task, FROST_CORE)).map(|it| match it.us() {
                us @ ..1e3 => format!("{us:.1} us"),
                us => format!("{:.2} ms", us / 1e3),
            });
            let ratio = |backend: Backend| Some(format!("{:.3}", ratio(task, backend.name())?));
            let ratios = LANES.map(ratio);
            Ok(once(unit).chain(ratios).collect())
        },
    )?;
    let blocks = ["frost in lanes", "frost on"];
    let mut bounds = Vec::new();
    for (task, limits) in PROMISES {
        for (backend, &at_most) in LANES.into_iter().zip(limits) {
            let name = format!("{task}: {backend}, times {FROST_CORE}");
            let ratio = [(task, backend.name()), (task, FROST_CORE)];
            bounds.push(measured.bound(name, at_most, [ratio]));
        }
    }
    Ok(Findings {
        bounds,
        ..measured.findings(caption, table, blocks, FROST_CORE, ratio)?
    })
}

/// Bounds on times relative to frost-core's, for each of [`LANES`]; a single bound is for the
/// first. On an Intel Xeon (family 6, model 167) portable code decodes 1,334 points within 0.27,
/// and packages within 0.24, but not on AMD's Zen 4, where this was recorded.
const PROMISES: [(&str, &[f64]); 10] = [
    ("wire to signature, 667 of 1000", &[0.09, 0.30, 0.40]),
    ("wire to signature, 67 of 100", &[0.11, 0.36, 0.40]),
    ("wire to signature, 7 of 10", &[0.20, 0.52, 0.50]),
    ("wire to signature, 2 of 3", &[0.60, 0.60, 0.60]),
    ("deserialising 1,334 points", &[0.07, 0.21, 0.33]),
    ("a VSS share, t = 667", &[0.04, 0.11, 0.18]),
    ("DKG packages, 67 of 100", &[0.06, 0.18, 0.30]),
    ("DKG part 3, 67 of 100", &[0.05, 0.12, 0.18]),
    (
        "aggregate after a session, 667 of 1000",
        &[0.01, 0.01, 0.01],
    ),
    ("culprits, 667 of 1000", &[0.12]),
];

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
