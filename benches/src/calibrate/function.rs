//! The priced host functions: their differences, and the findings that all share, for people and for
//! parameter loaders.

use super::costs::{Costs, OfBackend, Samples, samples};
use super::price::{Cost, Parameter, Price};
use crate::measure::{Bound, Findings, Metric, Recording, Row};
use crate::statistics::{Interval, Line, Verdict};
use ed25519_lanes::Backend;
use near_ed25519::output::Table;
use near_ed25519::output::format::format_gas;
use near_gas_params::PricedFunction;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

pub(super) const METRICS: [Metric; 2] = [Metric::Time, Metric::Instructions];

/// Times that must repeat on one machine, in nanoseconds: the least and the median.
pub(super) type Controls = BTreeMap<&'static str, [f64; 2]>;

const UNCERTAIN: &str = "**UNCERTAIN**";

/// What files and documents call a function, and parts of it.
pub(crate) struct Names {
    pub(crate) priced: PricedFunction,
    pub(crate) function: &'static str,
    /// The file of its prices, and the text at its end.
    pub(crate) prices: [&'static str; 2],
    /// The blocks of documents: costs by backend, prices, and where they were measured.
    pub(crate) blocks: [&'static str; 3],
    /// What a slope is the cost of.
    pub(crate) x: &'static str,
}

/// The calls that a host function's prices follow from.
pub(crate) trait Function: Sized {
    const NAMES: Names;
    /// What a cell measures.
    type Key: Copy + Ord;
    /// Cells that differ in a number on which the cost depends.
    type Line: Copy + Ord + fmt::Display;

    /// The rows of its table, each with what its cells measure.
    fn rows() -> Vec<(Row, Vec<Self::Key>)>;

    /// The verify backend; `None` for nearcore's own function.
    fn backend(_: Self::Key) -> Option<Backend> {
        None
    }

    /// The samples of a metric, each with the cost of one operation without overheads.
    fn own_costs(measured: &Recording, metric: Metric) -> Samples<'_, Self> {
        samples::<Self>(measured, metric)
    }

    /// The lines that a cell is on, and the number on each.
    fn lines(key: Self::Key) -> Vec<(Self::Line, usize)>;

    /// The costs that follow from a backend's lines, each with the number of its parameter.
    fn paid(of: &OfBackend<Self>, measured: &Recording) -> Vec<(usize, Cost)>;

    /// Times that show whether the machine was busy.
    fn controls(_: &Recording) -> Controls {
        Controls::new()
    }

    /// What only this function's report has.
    fn evidence(costs: &Costs<Self>, measured: &Recording) -> anyhow::Result<Evidence>;
}

/// The end of the report; and findings with a table of the costs by backend. [`findings`] adds the
/// caption, the report, and the prices with their file.
pub(super) type Evidence = (String, Findings);

/// The rows of its experiment.
pub(super) fn rows<F: Function>() -> Vec<Row> {
    F::rows().into_iter().map(|(row, _)| row).collect()
}

/// The findings of a recording: the prices of the function.
pub(super) fn findings<F: Function>(measured: &Recording) -> anyhow::Result<Findings> {
    let costs = Costs::<F>::new(measured);
    let (method, mut findings) = F::evidence(&costs, measured)?;
    let (parameters, names) = (&costs.parameters, F::NAMES);
    let backends = findings.below.as_ref().map(Table::markdown);
    let backends = backends.unwrap_or_default();
    let (prices, doubts) = (prices(parameters), doubts(parameters));
    let controls = controls(&F::controls(measured));
    let shown = findings
        .files
        .iter()
        .map(|(it, _)| format!("![{it}]({it})\n"));
    let report = [
        format!("# Calibration of `{}`\n", names.function),
        prices.markdown(),
        margins(parameters).markdown(),
        backends.clone(),
        doubts.clone(),
        measured_on(measured),
        controls.clone(),
        lines(&costs, names.x),
        shown.collect(),
        method,
    ];
    let report = report.join("\n").into_bytes();
    findings.files.push(("report.md", report));
    let [file, footer] = names.prices;
    let yaml = yaml(names.function, measured, parameters);
    let yaml = yaml.map(|yaml| (file, (yaml + footer).into_bytes()));
    findings.files.extend(yaml);
    let [of_backends, of_prices, on] = names.blocks;
    findings.blocks.extend([
        (of_backends, backends),
        (of_prices, prices.markdown()),
        (on, measured.measured_on()),
    ]);
    let each: Vec<_> = parameters.iter().map(Parameter::price).collect();
    findings.json["parameters"] = json!(parameters);
    findings.json["prices"] = json!(each);
    let uncertain = each.iter().filter(|it| it.gas().is_none()).count() as f64;
    let bound = Bound::new("parameters whose price is uncertain", 0.0, Some(uncertain));
    findings.bounds.insert(0, bound);
    let function = names.function;
    Ok(Findings {
        caption: format!("`{function}`: costs, and prices\n{controls}{doubts}"),
        table: prices,
        ..findings
    })
}

/// The prices by each metric.
fn prices(parameters: &[Parameter]) -> Table {
    let mut table = Table::titled("parameter | metric | most expensive | cost | factor | price");
    for it in parameters {
        for metric in METRICS {
            let name = it.name();
            match it.price_by(metric) {
                _ if it.costs_by(metric).next().is_none() => (),
                Price::Certain { largest, gas } => {
                    let cost = format!("{} {}", digits(largest.value), metric.unit());
                    let (of, factor, gas) = (largest.of, largest.factor, format_gas(gas));
                    table.line(&name, &[&metric, &of, &cost, &factor, &gas]);
                }
                Price::Uncertain { .. } => {
                    table.line(&name, &[&metric, &"", &"", &"", &UNCERTAIN]);
                }
            }
        }
    }
    table
}

/// Recommended prices compared with those charged.
pub(super) fn margins(parameters: &[Parameter]) -> Table {
    let mut table = Table::titled("parameter | recommended | charged | charged / recommended");
    for it in parameters {
        let (gas, margin) = match it.price().gas() {
            Some(gas) => (
                format_gas(gas),
                format!("{:.2}", it.charged as f64 / gas as f64),
            ),
            None => (UNCERTAIN.to_owned(), String::new()),
        };
        let charged = format_gas(it.charged);
        table.line(&it.name(), &[&gas, &charged, &margin]);
    }
    table
}

/// The first reason for each uncertain price, one per line.
fn doubts(parameters: &[Parameter]) -> String {
    let doubt = |it: &Parameter| {
        let Price::Uncertain { reasons } = it.price() else {
            return String::new();
        };
        let (key, count) = (it.key, reasons.len());
        let first = reasons.first();
        let first = first.map_or("it was not measured", String::as_str);
        format!("- UNCERTAIN: `{key}`, for {count} reasons, the first: {first}\n")
    };
    parameters.iter().map(doubt).collect()
}

/// A line for each control.
fn controls(controls: &Controls) -> String {
    let line = |(what, [least, median]): (_, &[f64; 2])| {
        format!("- {what}: {least:.3}, median {median:.3}\n")
    };
    controls.iter().map(line).collect()
}

/// Lines fitted to the samples, with their quality.
fn lines<F: Function>(costs: &Costs<F>, x: &str) -> String {
    let mut table = Table::titled(
        "line | metric | least squares | intercept | slope | Theil-Sen | R² | points | verdict",
    );
    let line = |line: Line| format!("{} + {} n", digits(line.intercept), digits(line.slope));
    let interval = |it: Interval| format!("{} to {}", digits(it.low), digits(it.high));
    for fitted in costs.priced().flat_map(|it| &it.lines) {
        let fit = &fitted.fit;
        let verdict = match fit.verdict {
            Verdict::Linear => "linear".to_owned(),
            Verdict::Flat => "flat".to_owned(),
            Verdict::Uncertain(_) => fitted.doubts(false).join("; "),
        };
        let cells = vec![
            fitted.metric.to_string(),
            line(fit.least_squares),
            interval(fit.intercept),
            interval(fit.slope),
            line(fit.theil_sen),
            format!("{:.5}", fit.r_squared),
            format!("{} at {}", fit.samples, fit.lengths),
            verdict,
        ];
        table.row("", &fitted.of, cells);
    }
    format!(
        "## Lines\n\nCosts are in ns or instructions, slopes in these per {x}; intercepts and slopes are 95 % intervals.\n\n{}",
        table.markdown()
    )
}

/// The machine, the build, and the number of samples.
fn measured_on(recording: &Recording) -> String {
    let (run, on) = (&recording.run, recording.measured_on());
    let (launches, rounds) = (run.effort.launches, run.effort.rounds);
    let (samples, seed) = (recording.samples.len(), run.seed);
    let counter = run.counter.as_deref().unwrap_or("nothing");
    let mut text = format!(
        "\n{on}\n{samples} samples: {launches} processes, {rounds} rounds each, seed {seed}; instructions counted by {counter}.\n"
    );
    if let Some(why) = &run.ended_early {
        let _ = writeln!(text, "\nIt ended early: {why}.");
    }
    text
}

/// The recommended prices as a file for gas-params, each below its derivation. `None` if a price is
/// uncertain.
fn yaml(function: &str, recording: &Recording, parameters: &[Parameter]) -> Option<String> {
    let machine = &recording.run.machine;
    let mut text = format!(
        "# Gas parameters of `{function}`, as `{}` recommends them.\n\
         # {}; dalek {}; {}; commit {}.\n\
         # 1 Tgas is 1 ms on the minimum validator.\n",
        machine.command, machine.cpu, machine.dalek_backend, machine.rustc, machine.commit
    );
    for it in parameters {
        let gas = it.price().gas()?;
        text.push('\n');
        for metric in METRICS {
            if let Price::Certain { largest, gas } = it.price_by(metric) {
                let (cost, unit) = (digits(largest.value), metric.unit());
                let (of, factor, gas) = (largest.of, largest.factor, format_gas(gas));
                let _ = writeln!(
                    text,
                    "# By {metric}: {cost} {unit}, the most expensive ({of}); times {factor} and rounded up, {gas}.",
                );
            }
        }
        let _ = writeln!(text, "{}: {}", it.key, grouped(gas));
    }
    Some(text)
}

/// Digits in groups of three, as nearcore writes them.
fn grouped(gas: u64) -> String {
    let rest = gas % 1_000;
    match gas / 1_000 {
        0 => rest.to_string(),
        more => format!("{}_{rest:03}", grouped(more)),
    }
}

/// A cost to about four digits.
pub(super) fn digits(cost: f64) -> String {
    match cost.abs() {
        size if size >= 1_000.0 => format!("{cost:.0}"),
        size if size >= 10.0 => format!("{cost:.1}"),
        _ => format!("{cost:.4}"),
    }
}
