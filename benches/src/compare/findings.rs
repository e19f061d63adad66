//! What follows from a comparison: the NEP's table, and what is promised of the host function.

use super::subjects::contract_name;
use super::{COLUMN, Compare};
use crate::amount::{format_ratio, format_tgas};
use crate::library::{DALEK_2, with_rule};
use crate::measure::bound::Bound;
use crate::measure::experiment::{Experiment as _, Findings, Row};
use crate::measure::recording::Recording;
use crate::stdout::bar_in;
use anyhow::Context as _;
use near_runtime_ext::Backend;
use test_contracts::Build;

/// The row that all others are compared with.
const UNIT: &str = DALEK_2;

/// NEP-364, "Rationale and alternatives": milliseconds for 10,000 verifications on an AMD Ryzen 9 5900X.
/// wasmer 1 compiled the same program with `--singlepass`, then with `--enable-simd`, which left the
/// choice to wasmer: Cranelift.
const NEP_MS: [(&str, u32); 3] = [
    (UNIT, NEP_NATIVE_MS),
    ("Singlepass, wasm", 9_926),
    ("Cranelift, wasm", 3_085),
];
const NEP_NATIVE_MS: u32 = 387;

/// What others have published, for the eye to compare with.
const PUBLISHED_GAS: &str = "near-ibc paid about 9 Tgas for a verification in Wasm (informalsystems/ibc-rs#958)\n\
    NEP-364's own contract paid 299 Tgas for 50, 5.98 Tgas each";

const BAR_WIDTH: u64 = 18;

pub(super) fn of(recording: &Recording) -> anyhow::Result<Findings> {
    let rows = recording.run.rows.iter();
    let times = rows.filter_map(|row| recording.times(&row.name, COLUMN));
    let slowest = times.fold(0.0, |slowest, it| f64::max(slowest, it.least_ns));
    let cells = |Row { name, .. }: &Row| -> anyhow::Result<[String; 8]> {
        let times = recording.times(name, COLUMN);
        let times = times.with_context(|| format!("{name} has gas and no time"))?;
        let us = |ns: f64| format!("{:.2}", ns / 1e3);
        let native = recording.ratio(name, UNIT, COLUMN);
        let nep = NEP_MS.iter().find(|(it, _)| it == name).map(|(_, ms)| *ms);
        let or_empty = Option::unwrap_or_default;
        Ok([
            us(times.least_ns),
            us(times.median_ns),
            format!("{:.1}%", times.spread() * 100.0),
            or_empty(native.map(|it| format!("{it:.3}"))),
            bar_in(BAR_WIDTH, whole(times.least_ns), whole(slowest)),
            or_empty(nep.map(|ms| ms.to_string())),
            or_empty(nep.map(|ms| format_ratio(ms.into(), NEP_NATIVE_MS.into()))),
            or_empty(recording.gas(name, COLUMN)?.map(format_tgas)),
        ])
    };
    let titles = "|us|median\nus|spread|x native||NEP\nms|NEP\nx native|Tgas".split('|');
    let name = |name: &str| Some(with_rule(name));
    let table = recording.table(titles, name, |row| Ok(cells(row)?.into()))?;
    // Without what is for the eye alone.
    let titles = ["", "us", "times native", "NEP-364", "Tgas"];
    let document = recording.table(titles, name, |row| {
        let [least, _, _, native, _, _, nep_native, tgas] = cells(row)?;
        Ok(vec![least, native, nep_native, tgas])
    })?;
    let promised = contract_name(Backend::default(), Build::Host);
    let bound = Bound::new(
        Compare::NAME,
        format!(
            "the host function, called by a contract on {}, times native",
            Backend::default()
        ),
        1.05,
        recording.ratio(&promised, UNIT, COLUMN),
    );
    Ok(Findings {
        caption: format!(
            "NEP-364's own signature, interleaved; the least of {} processes\n{PUBLISHED_GAS}",
            recording.run.effort.launches
        ),
        table,
        bounds: vec![bound],
        blocks: vec![
            ("comparison", document.markdown()),
            ("compared on", recording.measured_on()),
        ],
        files: Vec::new(),
        json: recording.rows_json(UNIT)?,
    })
}

/// Whole nanoseconds.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a time is positive, and far below what 64 bits hold"
)]
fn whole(ns: f64) -> u64 {
    ns as u64
}
