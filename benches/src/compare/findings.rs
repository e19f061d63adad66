//! Findings of `compare`: the NEP's table, and the bound of the host function.

use super::COLUMN;
use super::subjects::{Keys, contract_name};
use crate::library::{DALEK_2, with_rule};
use crate::measure::bound::Bound;
use crate::measure::experiment::Findings;
use crate::measure::recording::Recording;
use crate::measure::row::Row;
use anyhow::Context as _;
use near_ed25519::output::format::{format_ratio, format_tgas};
use near_runtime_ext::Backend;
use test_contracts::Build;

/// The row that others are compared with.
const UNIT: &str = DALEK_2;

/// NEP-364, "Rationale and alternatives": milliseconds for 10,000 verifications on an AMD Ryzen 9
/// 5900X. wasmer 1 compiled the same program with `--singlepass`, then with `--enable-simd`, which
/// left the choice to wasmer: Cranelift.
const NEP_MS: [(&str, u64); 3] = [
    (UNIT, NEP_NATIVE_MS),
    ("Singlepass, wasm", 9_926),
    ("Cranelift, wasm", 3_085),
];
const NEP_NATIVE_MS: u64 = 387;

/// Published gas costs, for comparison.
const PUBLISHED_GAS: &str = "near-ibc paid about 9 Tgas for a verification in Wasm (informalsystems/ibc-rs#958)\n\
    NEP-364's own contract paid 299 Tgas for 50, 5.98 Tgas each";

pub(super) fn of(recording: &Recording) -> anyhow::Result<Findings> {
    let titles = ["", "us", "times native", "NEP-364", "Tgas"];
    let name = |name: &str| Some(with_rule(name));
    let table = recording.table(titles, name, |Row { name, .. }| {
        let times = recording.times(name, COLUMN);
        let times = times.with_context(|| format!("{name} has gas but no time"))?;
        let native = recording.ratio(name, UNIT, COLUMN);
        let nep = NEP_MS.iter().find(|(it, _)| it == name);
        let cells = [
            Some(format!("{:.2}", times.least_ns / 1e3)),
            native.map(|it| format!("{it:.3}")),
            nep.map(|(_, ms)| format_ratio(*ms, NEP_NATIVE_MS)),
            recording.gas(name, COLUMN)?.map(format_tgas),
        ];
        Ok(cells.map(Option::unwrap_or_default).into())
    })?;
    let default = Backend::default();
    let bound = |keys, at_most| {
        let row = contract_name(default, Build::Host, keys);
        let bound = format!("the host function, called by a contract: {row}, times native");
        Bound::new(bound, at_most, recording.ratio(&row, UNIT, COLUMN))
    };
    Ok(Findings {
        caption: format!(
            "NEP-364's own signature, interleaved; the least of {} processes\n{PUBLISHED_GAS}",
            recording.run.effort.launches
        ),
        bounds: vec![bound(Keys::Dalek, 1.05), bound(Keys::New, 1.0)],
        blocks: vec![
            ("comparison", table.markdown()),
            ("compared on", recording.measured_on()),
        ],
        table,
        json: recording.rows_json(UNIT)?,
        ..Findings::default()
    })
}
