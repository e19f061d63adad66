//! Findings of `compare`: the NEP's table, and the bound of the host function.

use super::subjects::{Compiler, Keys, Kind, host};
use crate::library::{DALEK_2, beside_rule};
use crate::measure::{Cell as _, Findings, Measured};
use anyhow::Context as _;
use near_ed25519::output::format::{format_ratio, format_tgas};
use test_contracts::Build;

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

pub(super) fn of(measured: &Measured<'_, Kind>) -> anyhow::Result<Findings> {
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
