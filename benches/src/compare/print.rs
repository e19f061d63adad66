//! A comparison for people: in a terminal, and in a document.

use super::comparison::Comparison;
use super::measured::Measured;
use super::published::{GAS, NEP_NATIVE_MS};
use super::row::{Group, Rule};
use crate::amount::{format_ratio, format_tgas};
use crate::stdout::{bar_in, table};
use comfy_table::CellAlignment;
use std::fmt::Write as _;

/// What is promised of the host function.
const PROMISE: f64 = 1.05;

const BAR_WIDTH: u64 = 18;

/// Where the bars are; all columns but this one and the first are numbers.
const BAR_COLUMN: usize = 6;

/// A table, and what is to be seen in it.
pub(super) fn text(comparison: &Comparison) -> String {
    let mut rows = table([
        "",
        "us",
        "median\nus",
        "spread",
        "ms of\n10000",
        "x native",
        "",
        "NEP\nms",
        "NEP\nx native",
        "Tgas",
    ]);
    let times = comparison
        .rows
        .iter()
        .filter_map(|row| row.least_ns_of_10000);
    let slowest = times.max().unwrap_or_default();
    for group in Group::ALL {
        rows.add_row([group.title()]);
        for row in comparison.rows.iter().filter(|row| row.group == group) {
            rows.add_row(cells(row, slowest));
        }
    }
    for (at, column) in rows.column_iter_mut().enumerate() {
        if at != 0 && at != BAR_COLUMN {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let launches = comparison.rows.iter().map(|row| row.launches.len());
    let made = comparison.rows.iter().map(|row| row.verifications);
    format!(
        "NEP-364's own signature, {} verifications each, interleaved; the least of {} processes\n\
         {}; dalek 2: {}\n{rows}\n{}\n{}",
        made.max().unwrap_or_default(),
        launches.max().unwrap_or_default(),
        comparison.machine.cpu,
        comparison.machine.dalek_backend,
        verdict(comparison),
        GAS.join("\n"),
    )
}

fn cells(row: &Measured, slowest: u64) -> Vec<String> {
    let name = format!("  {}", name(row));
    let Some(least) = row.least_ns_of_10000 else {
        let why = row.unavailable.as_deref().unwrap_or("not measured");
        let mut cells = vec![name];
        cells.resize(BAR_COLUMN, String::new());
        cells.push(why.to_owned());
        return cells;
    };
    let spread = row.spread().map(|spread| format!("{:.1}%", spread * 100.0));
    vec![
        name,
        us(least),
        row.median_ns_of_10000.map(us).unwrap_or_default(),
        spread.unwrap_or_default(),
        (least / 1_000_000).to_string(),
        times_native(row),
        bar_in(BAR_WIDTH, least, slowest),
        row.nep_ms_of_10000
            .map(|ms| ms.to_string())
            .unwrap_or_default(),
        nep_times_native(row),
        tgas(row),
    ]
}

fn verdict(comparison: &Comparison) -> String {
    let Some(ratio) = comparison.promised() else {
        return "host function through Wasm / native: not measured".to_owned();
    };
    let holds = match ratio <= PROMISE {
        true => "holds",
        false => "DOES NOT HOLD",
    };
    format!("host function through Wasm / native: {ratio:.3} (at most {PROMISE}: {holds})")
}

impl Comparison {
    /// The table as Markdown: what was measured, and no more.
    pub(crate) fn markdown(&self) -> String {
        let mut text =
            "| | us | times native | NEP-364 | Tgas |\n|---|---|---|---|---|\n".to_owned();
        for row in &self.rows {
            let Some(least) = row.least_ns_of_10000 else {
                continue;
            };
            let _ = writeln!(
                text,
                "| {}: {} | {} | {} | {} | {} |",
                row.group.title(),
                name(row),
                us(least),
                times_native(row),
                nep_times_native(row),
                tgas(row),
            );
        }
        text
    }
}

/// With the rule it accepts by, where that is not the NEP's.
fn name(row: &Measured) -> String {
    match row.accepts {
        Rule::Nep364 => row.name.clone(),
        Rule::Zip215 => format!("{} (ZIP-215)", row.name),
        Rule::Own => format!("{} (a rule of its own)", row.name),
    }
}

/// Microseconds of one verification, of nanoseconds of 10,000; rounded down.
fn us(ns: u64) -> String {
    format!("{}.{:02}", ns / 10_000_000, ns / 100_000 % 100)
}

fn times_native(row: &Measured) -> String {
    row.times_native
        .map(|times| format!("{times:.3}"))
        .unwrap_or_default()
}

fn nep_times_native(row: &Measured) -> String {
    let times = |ms: u32| format_ratio(ms.into(), NEP_NATIVE_MS.into());
    row.nep_ms_of_10000.map(times).unwrap_or_default()
}

fn tgas(row: &Measured) -> String {
    row.gas_per_verification
        .map(format_tgas)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::effort::Effort;
    use crate::compare::row::{BASELINE, PROMISED};
    use crate::compare::sample::{Quantity, Sample};
    use crate::machine::Machine;
    use crate::process::Launches;

    /// The baseline at 40 us, and the host function at so many.
    fn comparison(promised_us: u64) -> Comparison {
        let sample = |row: &str, quantity, value| Sample {
            row: row.to_owned(),
            quantity,
            verifications: 1,
            value,
        };
        let samples = vec![
            sample(BASELINE, Quantity::Time, 40_000),
            sample(PROMISED, Quantity::Time, promised_us * 1_000),
            sample(PROMISED, Quantity::Gas, 218_636_247_708),
        ];
        let effort = Effort::new(1, 1);
        let launches = Launches {
            samples: vec![samples],
            is_interrupted: false,
        };
        Comparison::new(Machine::this(), effort, 1, &launches).expect("consistent")
    }

    #[test]
    fn markdown_has_what_was_measured_beside_what_the_nep_says() {
        assert_eq!(
            comparison(41).markdown(),
            "| | us | times native | NEP-364 | Tgas |\n\
             |---|---|---|---|---|\n\
             | native: ed25519-dalek 2 | 40.00 | 1.000 | 1.00 |  |\n\
             | contract, host function: host on wasmer Cranelift | 41.00 | 1.025 |  | 0.2186 |\n"
        );
    }

    #[test]
    fn the_promise_holds_or_does_not() {
        let said = |us| text(&comparison(us));
        assert!(said(42).contains("native: 1.050 (at most 1.05: holds)"));
        assert!(said(43).contains("native: 1.075 (at most 1.05: DOES NOT HOLD)"));
        assert!(said(42).contains("not measured"), "the others");
    }

    #[test]
    fn the_neps_ratios_are_those_it_prints() {
        for (ms, printed) in [(9_926, "25.64"), (3_085, "7.97")] {
            assert_eq!(format_ratio(ms, NEP_NATIVE_MS.into()), printed);
        }
    }
}
