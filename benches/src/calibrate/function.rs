//! The priced host functions: their differences, and the findings that all share, for people and for
//! parameter loaders.

use super::fitted::Fitted;
use super::price::{Parameter, Price};
use crate::measure::{Bound, Experiment, Findings, Measured, Metric, Recording};
use crate::statistics::{Interval, Line, Verdict};
use near_ed25519::output::Table;
use near_ed25519::output::format::format_gas;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};

pub(super) const METRICS: [Metric; 2] = [Metric::Time, Metric::Instructions];

/// Times that must repeat on one machine, in nanoseconds: the least and the median.
pub(super) type Controls = BTreeMap<&'static str, [f64; 2]>;

const UNCERTAIN: &str = "**UNCERTAIN**";

/// The calls that a host function's prices follow from.
pub(crate) trait Function: Experiment {
    const FUNCTION: &'static str;
    /// The file of its prices, and the text at its end.
    const YAML: [&'static str; 2];

    /// The costs, and the evidence for them.
    fn evidence(measured: &Measured<'_, Self::Cell>) -> anyhow::Result<Evidence>;
}

/// A function's costs, and the parts of its report.
#[derive(Default)]
pub(crate) struct Evidence {
    /// The parameters with their costs.
    pub(crate) parameters: Vec<Parameter>,
    pub(super) controls: Controls,
    /// Parts of the report above the doubts, and below them.
    pub(super) above: Vec<String>,
    pub(super) below: Vec<String>,
    /// What follows besides the caption, the report, and the prices with their file.
    pub(super) findings: Findings,
}

/// The findings of a recording: the prices of the function.
pub(super) fn findings<F: Function>(measured: &Measured<'_, F::Cell>) -> anyhow::Result<Findings> {
    let evidence = F::evidence(measured)?;
    let (parameters, mut findings) = (&evidence.parameters, evidence.findings);
    let doubts = doubts(parameters);
    let heading = format!("# Calibration of `{}`\n", F::FUNCTION);
    let [prices, margins] = [prices, margins].map(|table| table(parameters).markdown());
    let mut parts = vec![heading, prices, margins];
    parts.extend(evidence.above);
    parts.push(doubts.clone());
    parts.extend(evidence.below);
    let report = ("report.md", parts.join("\n").into_bytes());
    findings.files.push(report);
    let [name, footer] = F::YAML;
    let yaml = yaml(F::FUNCTION, measured.recording, parameters);
    let yaml = yaml.map(|yaml| (name, (yaml + footer).into_bytes()));
    findings.files.extend(yaml);
    let prices: Vec<_> = parameters.iter().map(Parameter::price).collect();
    let json = json!({ "parameters": parameters, "prices": prices });
    let objects = [&json, &findings.json].into_iter();
    let objects = objects.filter_map(|it| it.as_object().cloned());
    findings.json = objects.flatten().collect();
    let controls = controls(&evidence.controls);
    findings.bounds.insert(0, certain(parameters));
    findings.caption = format!("`{}`: costs, and prices\n{controls}{doubts}", F::FUNCTION);
    Ok(findings)
}

/// The prices by each metric.
pub(super) fn prices(parameters: &[Parameter]) -> Table {
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
pub(super) fn doubts(parameters: &[Parameter]) -> String {
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

/// The bound that every price is certain.
pub(super) fn certain(parameters: &[Parameter]) -> Bound {
    let uncertain = parameters.iter().filter(|it| it.price().gas().is_none());
    let uncertain = uncertain.count() as f64;
    Bound::new("parameters whose price is uncertain", 0.0, Some(uncertain))
}

/// A line for each control.
pub(super) fn controls(controls: &Controls) -> String {
    let line = |(what, [least, median]): (_, &[f64; 2])| {
        format!("- {what}: {least:.3}, median {median:.3}\n")
    };
    controls.iter().map(line).collect()
}

/// Lines fitted to the samples, with their quality.
pub(super) fn lines<L: Display>(fitted: &[Fitted<L>], x: &str) -> String {
    let mut table = Table::titled(
        "line | metric | least squares | intercept | slope | Theil-Sen | line above 99.9 % | R² | points | verdict",
    );
    let line = |line: Line| format!("{} + {} n", digits(line.intercept), digits(line.slope));
    let interval = |it: Interval| format!("{} to {}", digits(it.low), digits(it.high));
    for Fitted {
        of,
        metric,
        fit,
        envelope,
        ..
    } in fitted
    {
        let verdict = match &fit.verdict {
            Verdict::Linear => "linear".to_owned(),
            Verdict::Flat => "flat".to_owned(),
            Verdict::Uncertain(reasons) => {
                let reasons: Vec<_> = reasons.iter().map(ToString::to_string).collect();
                reasons.join("; ")
            }
        };
        let cells = vec![
            metric.to_string(),
            line(fit.least_squares),
            interval(fit.intercept),
            interval(fit.slope),
            line(fit.theil_sen),
            envelope.map_or_else(String::new, line),
            format!("{:.5}", fit.r_squared),
            format!("{} at {}", fit.samples, fit.lengths),
            verdict,
        ];
        table.row("", &of.to_string(), cells);
    }
    format!(
        "## Lines\n\nCosts are in ns or instructions, slopes in these per {x}; intercepts and slopes are 95 % intervals.\n\n{}",
        table.markdown()
    )
}

/// The machine, the build, and the number of samples.
pub(super) fn measured_on(recording: &Recording) -> String {
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
pub(super) fn yaml(
    function: &str,
    recording: &Recording,
    parameters: &[Parameter],
) -> Option<String> {
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
