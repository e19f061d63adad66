//! The report of a calibration, in Markdown.

use super::evidence::{digits, families, lines, measured_on};
use super::metric::Metric;
use super::price::{Parameter, Price, gas_per_unit};
use super::summary::Summary;
use crate::amount::format_gas;
use std::fmt::Write as _;

/// nearcore's own measurement, before the safety factor, gas: four runs of its estimator by wall
/// time (nearcore's pull request 16104, comment of 2026-07-29).
const NEARCORE_2026: [[f64; 2]; 2] = [[49.578e9, 51.313e9], [2.435e6, 2.773e6]];

/// How far from nearcore's own measurement needs no explanation.
const NEARCORE_TOLERANCE: f64 = 0.15;

pub(crate) fn markdown(summary: &Summary, plots: &[&str]) -> String {
    let mut text = String::from("# Calibration of `ed25519_verify`\n\n");
    text.push_str(&prices(summary));
    text.push('\n');
    text.push_str(&margins(summary));
    text.push_str(&nearcore(summary));
    text.push_str(&measured_on(summary));
    for metric in &summary.metrics {
        text.push_str(&families(metric));
        text.push_str(&lines(metric));
    }
    text.push_str("\n## Pictures\n");
    for plot in plots {
        let _ = write!(text, "\n![{plot}]({plot})\n");
    }
    text.push_str(METHOD);
    text
}

/// The prices, and why there is none where there is none.
pub(crate) fn prices(summary: &Summary) -> String {
    let factor = summary.safety_factor;
    let mut text = format!(
        "| parameter | metric | dearest | cost | times {factor}, rounded up | by the anchor | \
         anchor / direct |\n|---|---|---|---|---|---|---|\n"
    );
    let mut doubts = String::new();
    for (at, parameter) in Parameter::ALL.into_iter().enumerate() {
        for metric in &summary.metrics {
            let (dearest, cost, gas) = match &metric.prices[at] {
                Price::Certain { dearest, cost, gas } => (
                    dearest.clone(),
                    format!("{} {}", digits(*cost), metric.metric.unit()),
                    format_gas(*gas),
                ),
                Price::Uncertain { reasons } => {
                    for reason in reasons {
                        let _ = writeln!(
                            doubts,
                            "- {}, by {}: {reason}",
                            parameter.key(),
                            metric.metric
                        );
                    }
                    (String::new(), String::new(), "**UNCERTAIN**".to_owned())
                }
            };
            let anchor = metric.anchor.as_ref();
            let anchored = anchor.and_then(|it| it.gas[at]).map(format_gas);
            let ratio = anchor
                .and_then(|it| it.disagreement[at])
                .map(|ratio| format!("{ratio:.2}"));
            let _ = writeln!(
                text,
                "| `{}` | {} | {dearest} | {cost} | {gas} | {} | {} |",
                parameter.key(),
                metric.metric,
                anchored.unwrap_or_default(),
                ratio.unwrap_or_default()
            );
        }
    }
    if !doubts.is_empty() {
        let _ = write!(text, "\nUNCERTAIN, and therefore no price:\n\n{doubts}");
    }
    text
}

/// What is recommended beside what the network charges.
pub(crate) fn margins(summary: &Summary) -> String {
    let mut text = String::from(
        "| parameter | recommended | mainnet charges | mainnet / recommended |\n|---|---|---|---|\n",
    );
    for (at, parameter) in Parameter::ALL.into_iter().enumerate() {
        let committed = parameter.committed();
        let (gas, margin) = match summary.recommended[at] {
            Some(gas) => (
                format_gas(gas),
                format!("{:.2}", committed as f64 / gas as f64),
            ),
            None => ("**UNCERTAIN**".to_owned(), String::new()),
        };
        let _ = writeln!(
            text,
            "| `{}` | {gas} | {} | {margin} |",
            parameter.key(),
            format_gas(committed)
        );
    }
    text
}

/// Beside nearcore's own measurement of this year.
fn nearcore(summary: &Summary) -> String {
    let Some(time) = summary.metric(Metric::Time) else {
        return String::new();
    };
    let mut text = String::from(
        "\nnearcore measured the same in July 2026 with its own estimator (pull request 16104), before \
         the safety factor:\n\n| parameter | nearcore | here | here, beside the nearer end |\n|---|---|---|---|\n",
    );
    let mut is_near = true;
    for (at, parameter) in Parameter::ALL.into_iter().enumerate() {
        let Price::Certain { cost, .. } = time.prices[at] else {
            continue;
        };
        let here = cost * gas_per_unit(Metric::Time);
        let [low, high] = NEARCORE_2026[at];
        let off = here / here.clamp(low, high) - 1.0;
        is_near &= off.abs() <= NEARCORE_TOLERANCE;
        let [low, high, here] = [low, high, here].map(format_cost);
        let _ = writeln!(
            text,
            "| `{}` | {low} to {high} | {here} | {:+.1} % |",
            parameter.key(),
            off * 100.0
        );
    }
    if !is_near {
        let [low, high] = NEARCORE_2026[1];
        let _ = write!(
            text,
            "\nWhere they differ by more than {:.0} %: nearcore names no processor, and takes the \
             slope between two lengths, 32 bytes and 16 KiB, measured in two functions of a \
             contract; its four runs alone are {:.0} % apart. What a byte costs is SHA-512 and \
             nothing else (bare dalek's slope is the host function's, see below), whose speed \
             differs between processors more than that of curve arithmetic.\n",
            NEARCORE_TOLERANCE * 100.0,
            (high / low - 1.0) * 100.0
        );
    }
    text
}

fn format_cost(gas: f64) -> String {
    if gas >= 1e9 {
        format!("{:.1} Ggas", gas / 1e9)
    } else {
        format!("{:.2} Mgas", gas / 1e6)
    }
}

const METHOD: &str = "
## How

Each process measures everything, in an order of its own for each round. It first searches for the place of the stack, \
within a page, at which a verification takes longest, and measures there: a contract can move the stack of the host \
function that it calls. Signatures with the most and the fewest point additions are found by search too. Each sample \
checks every verdict.

Of a call through Wasm the same call with no rounds is taken out, and reading the inputs, once: contracts pay for \
those under other parameters. Instructions are counted where they repeat exactly: bare, and in the host \
function with inputs in memory.

A line goes through the least of each process at each length, since noise only ever adds. Its intervals \
are those of the mean of the processes' lines, by Student's t. A price is the dearest series of the host function, called directly or through Wasm, times the \
safety factor, rounded up to two digits; there is none where a series that may be the dearest is noisy, negative or \
not a line.

The anchor is the price that follows if SHA-256's committed price per byte were right on this machine: by time it is far off \
wherever the processor has instructions for SHA-256, which that price does not know of, and which valgrind does not pass on, so \
that by instructions it is near. It says that SHA-256 is dear, not that verification is cheap.

`raw.csv` has every sample, `cases.csv` the signatures, `run.json` the machine: `near-ed25519 calibrate fit` makes \
everything else from them.
";
