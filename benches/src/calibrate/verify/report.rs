//! The report of a calibration, in Markdown.

use super::anchor;
use super::cell::Series;
use super::costs::Costs;
use crate::calibrate::document::{self, digits};
use crate::calibrate::price::{Price, gas_per_unit};
use crate::measure::recording::Recording;
use crate::measure::sample::Metric;
use crate::measure::table::Table;
use crate::verification::{Family, Layer, Place};
use std::fmt::Write as _;

/// nearcore's own measurement, before the safety factor, gas: four runs of its estimator by wall
/// time (nearcore's pull request 16104, comment of 2026-07-29).
const NEARCORE_2026: [[f64; 2]; 2] = [[49.578e9, 51.313e9], [2.435e6, 2.773e6]];

/// How far from nearcore's own measurement needs no explanation.
const NEARCORE_TOLERANCE: f64 = 0.15;

pub(super) fn markdown(recording: &Recording, costs: &Costs, plots: &[&str]) -> String {
    let parameters = &costs.parameters;
    let mut text = format!(
        "# Calibration of `ed25519_verify`\n\n{}\n{}\n{}\n{}{}{}\n",
        document::prices(parameters).markdown(),
        document::margins(parameters).markdown(),
        document::doubts(parameters),
        nearcore(costs),
        without_avx2(costs).markdown(),
        document::measured_on(recording),
    );
    for line in costs.controls.text().lines() {
        let _ = writeln!(text, "- {line}");
    }
    let _ = writeln!(text, "\n{}", stack(costs));
    text.push_str(&anchor::table(parameters, &costs.nets).markdown());
    for metric in [Metric::Time, Metric::Instructions] {
        text.push_str(&families(costs, metric));
    }
    text.push_str(&document::lines(&costs.fitted(), "byte"));
    text.push_str("\n## Pictures\n");
    for plot in plots {
        let _ = write!(text, "\n![{plot}]({plot})\n");
    }
    text.push_str(METHOD);
    text
}

/// What it matters where the stack lies.
pub(super) fn stack(costs: &Costs) -> String {
    let stack = costs.stack.as_ref().map(|stack| {
        format!(
            "A verification takes {:.1} us where its stack lies best in a page of memory, and {:.1} us \
             where it lies worst, which a contract can arrange for where its frames lie on the same \
             stack. It is measured there.\n",
            stack.fastest_ns / 1_000.0,
            stack.slowest_ns / 1_000.0
        )
    });
    stack.unwrap_or_default()
}

/// The dearest costs with AVX2 and by a build that does without, and how often what is charged pays for them.
pub(super) fn without_avx2(costs: &Costs) -> Table {
    let mut table = Table::new([
        "parameter",
        "build",
        "ns",
        "charged, times that",
        "instructions a ns",
    ]);
    let builds = [
        ("with AVX2", Some(costs)),
        ("without", costs.without_avx2.as_deref()),
    ];
    for (at, it) in costs.parameters.iter().enumerate() {
        for (build, costs) in builds {
            let Some(costs) = costs else { continue };
            let ns = costs.dearest_ns[at];
            let charged = it.charged as f64 / (ns * gas_per_unit(Metric::Time));
            let cells = vec![
                build.to_owned(),
                digits(ns),
                format!("{charged:.2}"),
                format!("{:.1}", costs.instructions_a_ns[at]),
            ];
            table.row("", &format!("`{}`", it.key), cells);
        }
    }
    table
}

/// The host function by family: that the priced one is the dearest.
fn families(costs: &Costs, metric: Metric) -> String {
    let of = |family, place| costs.find(metric, Series::new(Layer::Host, family, place));
    let Some(valid) = of(Family::Valid, Place::Memory) else {
        return String::new();
    };
    let unit = metric.unit();
    let mut table = Table::new([
        "family",
        "verdict",
        unit,
        "of `valid`",
        &format!("{unit} a byte"),
    ]);
    for series in Series::all()
        .into_iter()
        .filter(|it| it.layer == Layer::Host)
    {
        let Some(fit) = costs.find(metric, series) else {
            continue;
        };
        let verdict = match series.family.is_accepted() {
            true => "accepted",
            false => "refused",
        };
        let line = fit.least_squares;
        let share = line.intercept / valid.least_squares.intercept;
        let cells = vec![
            verdict.to_owned(),
            digits(line.intercept),
            format!("{share:.3}"),
            digits(line.slope),
        ];
        table.row("", &series.inputs(), cells);
    }
    format!(
        "\n## By family, {metric}\n\nThe host function, reading inputs not counted.\n\n{}",
        table.markdown()
    )
}

/// Beside nearcore's own measurement of this year.
fn nearcore(costs: &Costs) -> String {
    let mut table = Table::new([
        "parameter",
        "nearcore",
        "here",
        "here, beside the nearer end",
    ]);
    let mut is_near = true;
    for (it, [low, high]) in costs.parameters.iter().zip(NEARCORE_2026) {
        let Price::Certain { cost, .. } = it.price_by(Metric::Time) else {
            continue;
        };
        let here = cost * gas_per_unit(Metric::Time);
        let off = here / here.clamp(low, high) - 1.0;
        is_near &= off.abs() <= NEARCORE_TOLERANCE;
        let [low, high, here] = [low, high, here].map(gas);
        let cells = vec![
            format!("{low} to {high}"),
            here,
            format!("{:+.1} %", off * 100.0),
        ];
        table.row("", &format!("`{}`", it.key), cells);
    }
    let mut text = format!(
        "nearcore measured the same in July 2026 with its own estimator (pull request 16104), before the \
         safety factor:\n\n{}\n",
        table.markdown()
    );
    if !is_near {
        let [low, high] = NEARCORE_2026[1];
        let _ = writeln!(
            text,
            "Where they differ by more than {:.0} %: nearcore names no processor, and takes the \
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

fn gas(gas: f64) -> String {
    match gas {
        gas if gas >= 1e9 => format!("{:.1} Ggas", gas / 1e9),
        gas => format!("{:.2} Mgas", gas / 1e6),
    }
}

const METHOD: &str = "
## How

Each process measures everything, in an order of its own for each round. It first searches for the place of the stack, \
within a page, at which a verification takes longest, and measures there: a contract can move the stack of the host \
function that it calls. Signatures with the most and the fewest point additions are found by search too. Each sample \
checks every verdict.

Of a call through Wasm the same call with no rounds is taken out, and reading the inputs, once: contracts pay for \
those under other parameters. Instructions are counted where they repeat: bare, and in the host \
function with inputs in memory.

A line goes through the least of each process at each length, since noise only ever adds. Its intervals \
are those of the mean of the processes' lines, by Student's t. A price is the dearest series of the host function, called \
directly or through Wasm, times the safety factor, or what it takes a build without AVX2, twice, whichever is more, rounded up \
to two digits (instructions of that build are in no price: nearcore's conversion supposes eight a nanosecond, and scalar code \
runs far more); there is none where a series that may be the dearest is noisy, negative or not a line.

The anchor is the price that follows if SHA-256's committed price per byte were right on this machine: by time it is far off \
wherever the processor has instructions for SHA-256, which that price does not know of, and which valgrind does not pass on, so \
that by instructions it is near. It says that SHA-256 is dear, not that verification is cheap.

`raw.csv` has every sample, `run.json` the machine: `near-ed25519 calibrate fit` makes everything else from them.
";
