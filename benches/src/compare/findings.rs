//! What follows from a comparison: the NEP's table, and what is promised of the host function.

use super::COLUMN;
use super::published::{GAS, NEP_NATIVE_MS};
use super::row::{BASELINE, PROMISED, ROWS};
use crate::amount::{format_ratio, format_tgas};
use crate::measure::bound::Bound;
use crate::measure::experiment::{Experiment as _, Findings};
use crate::measure::recording::Recording;
use crate::measure::table::Table;
use crate::measure::times::Times;
use crate::stdout::bar_in;
use serde_json::json;

/// What is promised of the host function: at most so many times native.
const PROMISE: f64 = 1.05;

const BAR_WIDTH: u64 = 18;

pub(super) fn of(recording: &Recording) -> anyhow::Result<Findings> {
    let times = |name: &str| recording.times(name, COLUMN);
    let native = times(BASELINE);
    let beside = |times: &Times| native.as_ref().map(|native| times.beside(native));
    let slowest = ROWS
        .iter()
        .filter_map(|row| Some(times(row.name)?.least_ns));
    let slowest = slowest.fold(0.0, f64::max);
    let mut table = Table::new([
        "",
        "us",
        "median\nus",
        "spread",
        "x native",
        "",
        "NEP\nms",
        "NEP\nx native",
        "Tgas",
    ]);
    // Without what is for the eye alone.
    let mut document = Table::new(["", "us", "times native", "NEP-364", "Tgas"]);
    let mut rows = Vec::new();
    for row in ROWS {
        let (group, name) = (row.group.title(), row.accepts.named(row.name));
        let unavailable = row.unavailable();
        let gas = recording.gas(row.name, COLUMN)?;
        let found = times(row.name);
        let times_native = found.as_ref().and_then(beside);
        if let Some(times) = &found {
            let us = |ns: f64| format!("{:.2}", ns / 1e3);
            let native = times_native.map_or_else(String::new, |it| format!("{it:.3}"));
            let nep_native = row.nep_ms.map_or_else(String::new, |ms| {
                format_ratio(ms.into(), NEP_NATIVE_MS.into())
            });
            let tgas = gas.map_or_else(String::new, format_tgas);
            let nep_ms = row.nep_ms.map_or_else(String::new, |ms| ms.to_string());
            let bar = bar_in(BAR_WIDTH, whole(times.least_ns), whole(slowest));
            let least = us(times.least_ns);
            let [median, spread] = [
                us(times.median_ns),
                format!("{:.1}%", times.spread() * 100.0),
            ];
            let cells = [&least, &native, &nep_native, &tgas].map(Clone::clone);
            document.row(group, &name, cells.into());
            let cells = [least, median, spread, native, bar, nep_ms, nep_native, tgas];
            table.row(group, &name, cells.into());
        } else {
            table.missing(group, &name, unavailable.unwrap_or("not measured"));
        }
        rows.push(json!({
            "name": row.name,
            "group": group,
            "unavailable": unavailable,
            "least_ns": found.as_ref().map(|it| it.least_ns),
            "median_ns": found.as_ref().map(|it| it.median_ns),
            "launches_ns": found.map(|it| it.launches_ns),
            "times_native": times_native,
            "gas_per_verification": gas,
            "nep_ms_of_10000": row.nep_ms,
        }));
    }
    let promised = times(PROMISED);
    let bound = "host function through Wasm, times native".to_owned();
    let bound = Bound::new(
        super::Compare::NAME,
        bound,
        PROMISE,
        promised.as_ref().and_then(beside),
    );
    Ok(Findings {
        caption: format!(
            "NEP-364's own signature, interleaved; the least of {} processes\n{}",
            recording.run.effort.launches,
            GAS.join("\n")
        ),
        table,
        bounds: vec![bound],
        blocks: vec![
            ("comparison", document.markdown()),
            ("compared on", recording.measured_on()),
        ],
        files: Vec::new(),
        json: json!({ "rows": rows }),
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
