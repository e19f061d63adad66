//! What people, and parameter loaders, read.

use super::price::{OfBackend, Priced, Prices};
use crate::amount::format_gas;
use crate::calibrate::yaml::grouped;
use crate::measure::recording::Run;
use crate::measure::table::Table;
use near_ed25519::statistics::Limits;
use std::fmt::Write as _;

const TITLES: [&str; 8] = [
    "backend",
    "a call",
    "an item",
    "a byte",
    "base",
    "item",
    "byte",
    "at the recommended prices",
];

/// A line for each doubt.
pub(super) fn caption(priced: &Priced) -> String {
    let doubts = doubts(priced).into_iter();
    let doubts = doubts.map(|(it, doubt)| format!("\nUNCERTAIN: {}: {doubt}", it.backend));
    format!(
        "`ed25519_verify_many`: costs, and prices with a safety factor of {}{}",
        priced.safety_factor,
        doubts.collect::<String>()
    )
}

fn row(it: &OfBackend) -> Vec<String> {
    let [base, item, byte] = it.cost;
    let Prices {
        base: base_gas,
        item: item_gas,
        byte: byte_gas,
    } = it.prices;
    let covered = it.covered.map_or_else(String::new, |covered| {
        format!("{covered:.1} times what it takes")
    });
    vec![
        format!("{:.2} us", base / 1_000.0),
        format!("{:.2} us", item / 1_000.0),
        format!("{byte:.2} ns"),
        format_gas(base_gas),
        format_gas(item_gas),
        format_gas(byte_gas),
        covered,
    ]
}

/// What each backend costs, and what it would be charged.
pub(super) fn prices(priced: &Priced) -> Table {
    let mut table = Table::new(TITLES);
    for it in &priced.backends {
        table.row("", &it.backend.to_string(), row(it));
    }
    table
}

/// Lines whose slopes no price should follow from. Where they start is no price by itself.
fn doubts(priced: &Priced) -> Vec<(&OfBackend, String)> {
    let mut doubts = Vec::new();
    for it in &priced.backends {
        for line in &it.lines {
            let fit = &line.fit;
            let slope = fit.least_squares.slope;
            let off = f64::max(fit.slope.high - slope, slope - fit.slope.low) / slope;
            let limits = Limits::default();
            if !(off <= limits.slope && fit.r_squared >= limits.r_squared) {
                let what = line.what;
                let r_squared = fit.r_squared;
                let off = off * 100.0;
                doubts.push((it, format!("{what}: slope ± {off:.0} %, R² {r_squared:.3}")));
            }
        }
    }
    doubts
}

pub(super) fn markdown(run: &Run, priced: &Priced) -> String {
    let mut text = String::from("# Calibration of `ed25519_verify_many`\n\n");
    text.push_str(&prices(priced).markdown());
    for (it, doubt) in doubts(priced) {
        let _ = writeln!(text, "- UNCERTAIN: {}: {doubt}", it.backend);
    }
    text.push_str("\n## Lines\n\n");
    text.push_str("| backend | line | at 0, us | slope, ns | 95 % interval | R² |\n");
    text.push_str("|---|---|---|---|---|---|\n");
    for it in &priced.backends {
        for line in &it.lines {
            let fit = &line.fit;
            let _ = writeln!(
                text,
                "| {} | {} | {:.2} | {:.3} | {:.3} to {:.3} | {:.5} |",
                it.backend,
                line.what,
                fit.least_squares.intercept / 1_000.0,
                fit.least_squares.slope,
                fit.slope.low,
                fit.slope.high,
                fit.r_squared
            );
        }
    }
    text.push_str("\n## Measured on\n\n| | |\n|---|---|\n");
    for (what, which) in run.machine.rows() {
        let _ = writeln!(text, "| {what} | {which} |");
    }
    let effort = run.effort;
    let _ = writeln!(
        text,
        "| effort | {} processes, {} rounds each |",
        effort.launches, effort.rounds
    );
    text.push_str(METHOD);
    text
}

/// The recommended prices as a file for gas-params.
pub(super) fn yaml(run: &Run, priced: &Priced) -> String {
    let machine = &run.machine;
    let factor = priced.safety_factor;
    let mut text = format!(
        "# Gas parameters of the extension `ed25519_verify_many`. No network has the function, so that\n\
         # nearcore has no values to check these against: they are what `{}` recommends, made by\n\
         # `near-ed25519 report` of the recorded samples. 1 Tgas is 1 ms on the minimum validator.\n\
         # {}; {}; commit {}.\n",
        machine.command, machine.cpu, machine.rustc, machine.commit
    );
    let admitted = priced.recommended.and_then(|prices| {
        let it = priced.backends.iter().find(|it| it.prices == prices)?;
        Some((it, prices))
    });
    let Some((it, prices)) = admitted else {
        return text;
    };
    let [base, item, byte] = it.cost;
    for (what, cost, key, gas) in [
        ("Per call", base, "base", prices.base),
        ("Per signature", item, "item", prices.item),
        (
            "Per byte of all messages together",
            byte,
            "byte",
            prices.byte,
        ),
    ] {
        let _ = write!(
            text,
            "\n# {what}: {cost:.3} ns with {}, the slowest backend admitted; times {factor}, and\n\
             # rounded up.\nwasm_ed25519_verify_many_{key}: {}\n",
            it.backend,
            grouped(gas)
        );
    }
    text
}

const METHOD: &str = "\n## Method\n\n\
Times are of the host function, called as the engine would, with its items in memory, cold keys, and each with a key of its own; the \
least of some rounds at each of four places of the stack, and of these the slowest. Counts are those at which a group of lanes has the \
fewest members that are not left to dalek, messages the shortest that take two blocks: the dearest of their size.\n\n\
An item is the steeper of two lines: honest signatures by NEP-364, and by ZIP-215 signatures whose R is another point, which take \
the second comparison too. To it comes its share of a group of keys' tables, of which a call builds one for so many items, where keys were used before. A byte is the steeper of \
two: one long message, which is hashed alone, and many of one length, which are hashed in lanes. A call is what is left of the dearest.\n\n\
Instructions are not counted: valgrind knows no AVX-512.\n";
