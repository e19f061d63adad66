//! The tables of a report that prices rest on: the machine, the families, the lines.

use super::metric::Metric;
use super::price::{Fitted, Parameter, Price, gas_per_unit};
use super::summary::{MetricSummary, Summary};
use crate::statistics::{Interval, Line, Verdict};
use crate::verification::{Family, Layer, Place};
use std::fmt::Write as _;

pub(super) fn measured_on(summary: &Summary) -> String {
    let run = &summary.run;
    let mut text = String::from("\n## Measured on\n\n| | |\n|---|---|\n");
    for (what, which) in run.machine.rows() {
        let _ = writeln!(text, "| {what} | {which} |");
    }
    let effort = run.effort;
    let _ = writeln!(
        text,
        "| effort | {} samples: {} processes, {} rounds each, {} lengths, seed {} |",
        summary.samples,
        effort.launches,
        effort.rounds,
        effort.lengths().len(),
        run.seed
    );
    let counter = run.valgrind.as_deref().unwrap_or("none");
    let _ = writeln!(text, "| counter of instructions | {counter} |");
    let controls = &summary.controls;
    for (what, unit, control) in [
        ("integer loop", "ns a link", controls.loop_ns),
        ("SHA-256 of 64 KiB", "ns a byte", controls.sha256_byte_ns),
    ] {
        if let Some([least, median]) = control {
            let _ = writeln!(text, "| {what} | {least:.3} {unit}, median {median:.3} |");
        }
    }
    for (at, parameter) in Parameter::ALL.into_iter().enumerate() {
        let cost = |metric| match summary.metric(metric)?.prices[at] {
            Price::Certain { cost, .. } => Some(cost),
            Price::Uncertain { .. } => None,
        };
        if let (Some(ns), Some(count)) = (cost(Metric::Time), cost(Metric::Instructions)) {
            let _ = writeln!(
                text,
                "| instructions a ns, {} | {:.1}; nearcore's conversion supposes {:.0} |",
                parameter.name(),
                count / ns,
                gas_per_unit(Metric::Time) / gas_per_unit(Metric::Instructions)
            );
        }
    }
    if let Some(stack) = &summary.stack {
        let _ = writeln!(
            text,
            "| stack | {:.0} ns where it lies best, {:.0} ns where it lies worst ({:+.0} %), where all \
             is measured |",
            stack.fastest_ns,
            stack.slowest_ns,
            (stack.slowest_ns / stack.fastest_ns - 1.0) * 100.0
        );
    }
    if run.is_interrupted {
        text.push_str("| interrupted | this is what was measured until then |\n");
    }
    text
}

/// The host function by family: that the priced one is the dearest.
pub(super) fn families(metric: &MetricSummary) -> String {
    let unit = metric.metric.unit();
    let mut text = format!(
        "\n## By family, {}\n\nThe host function, reading inputs not counted.\n\n\
         | family | verdict | base, {unit} | 95 % | of `valid` | a byte, {unit} | 95 % |\n|---|---|---|---|---|---|---|\n",
        metric.metric
    );
    let valid = metric.find(Layer::Host, Family::Valid, Place::Memory);
    for it in metric.series.iter().map(|it| &it.fitted) {
        if it.series.layer != Layer::Host {
            continue;
        }
        let name = it.series.inputs();
        let verdict = if it.series.family.is_accepted() {
            "accepted"
        } else {
            "refused"
        };
        let base = it.fit.least_squares.intercept;
        let share = valid.map(|valid| base / valid.fit.least_squares.intercept);
        let _ = writeln!(
            text,
            "| {name} | {verdict} | {} | {} | {} | {} | {} |",
            digits(base),
            interval(it.fit.intercept),
            share.map_or_else(String::new, |share| format!("{share:.3}")),
            digits(it.fit.least_squares.slope),
            interval(it.fit.slope)
        );
    }
    text
}

/// Every line, with what speaks for it.
pub(super) fn lines(metric: &MetricSummary) -> String {
    let unit = metric.metric.unit();
    let mut text = format!(
        "\n## Lines, {}\n\nCosts in {unit}, slopes in {unit} a byte.\n\n\
         | series | least squares | Theil-Sen | above 99.9 % | R² | largest residual | points | verdict |\n\
         |---|---|---|---|---|---|---|---|\n",
        metric.metric
    );
    for it in &metric.series {
        let Fitted { series, fit } = &it.fitted;
        if matches!(series.layer, Layer::NoOp | Layer::Marshalling) {
            continue; // no line is asked of what is taken out
        }
        let line = |line: Line| format!("{} + {} n", digits(line.intercept), digits(line.slope));
        let verdict = match &fit.verdict {
            Verdict::Linear => "linear".to_owned(),
            Verdict::Flat => "flat".to_owned(),
            Verdict::Uncertain(reasons) => {
                let reasons: Vec<_> = reasons.iter().map(ToString::to_string).collect();
                format!("UNCERTAIN: {}", reasons.join("; "))
            }
        };
        let _ = writeln!(
            text,
            "| {series} | {} | {} | {} | {:.5} | {} | {} at {} lengths | {verdict} |",
            line(fit.least_squares),
            line(fit.theil_sen),
            it.envelope.map_or_else(String::new, line),
            fit.r_squared,
            digits(fit.largest_residual),
            fit.samples,
            fit.lengths,
        );
    }
    text
}

fn interval(interval: Interval) -> String {
    format!("{} to {}", digits(interval.low), digits(interval.high))
}

/// A cost to about four digits.
pub(super) fn digits(cost: f64) -> String {
    match cost.abs() {
        size if size >= 1_000.0 => format!("{cost:.0}"),
        size if size >= 10.0 => format!("{cost:.1}"),
        _ => format!("{cost:.4}"),
    }
}
