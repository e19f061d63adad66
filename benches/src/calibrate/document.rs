//! What people, and parameter loaders, read of prices.

use super::price::{Parameter, Price};
use crate::amount::format_gas;
use crate::measure::bound::Bound;
use crate::measure::recording::Recording;
use crate::measure::sample::Metric;
use crate::measure::table::Table;
use crate::statistics::{Fit, Interval, Line, Verdict};
use std::fmt::Write as _;

/// A line through what was measured.
#[derive(Clone, Debug)]
pub(super) struct Fitted {
    /// Through what.
    pub(super) of: String,
    pub(super) metric: Metric,
    pub(super) fit: Fit,
    /// The least line above the 99.9th percentile of all samples at every length.
    pub(super) envelope: Option<Line>,
}

const METRICS: [Metric; 2] = [Metric::Time, Metric::Instructions];

const UNCERTAIN: &str = "**UNCERTAIN**";

/// The prices by each metric.
pub(super) fn prices(parameters: &[Parameter]) -> Table {
    let mut table = Table::new([
        "parameter",
        "metric",
        "dearest",
        "cost",
        "times",
        "rounded up",
    ]);
    for it in parameters {
        for metric in METRICS {
            if !it.costs.iter().any(|cost| cost.metric == metric) {
                continue;
            }
            let cells = match it.price_by(metric) {
                Price::Certain {
                    dearest,
                    cost,
                    factor,
                    gas,
                    ..
                } => [
                    dearest,
                    format!("{} {}", digits(cost), metric.unit()),
                    factor.to_string(),
                    format_gas(gas),
                ],
                Price::Uncertain { .. } => {
                    let [dearest, cost, factor] = [(); 3].map(|()| String::new());
                    [dearest, cost, factor, UNCERTAIN.to_owned()]
                }
            };
            let cells = [metric.to_string()].into_iter().chain(cells);
            table.row("", &format!("`{}`", it.key), cells.collect());
        }
    }
    table
}

/// What is recommended beside what is charged.
pub(super) fn margins(parameters: &[Parameter]) -> Table {
    let mut table = Table::new([
        "parameter",
        "recommended",
        "charged",
        "charged / recommended",
    ]);
    for it in parameters {
        let (gas, margin) = match it.price().gas() {
            Some(gas) => (
                format_gas(gas),
                format!("{:.2}", it.charged as f64 / gas as f64),
            ),
            None => (UNCERTAIN.to_owned(), String::new()),
        };
        let cells = vec![gas, format_gas(it.charged), margin];
        table.row("", &format!("`{}`", it.key), cells);
    }
    table
}

/// Why there are prices that are none, a line each: the first of the reasons.
pub(super) fn doubts(parameters: &[Parameter]) -> String {
    let doubt = |it: &Parameter| match it.price() {
        Price::Certain { .. } => String::new(),
        Price::Uncertain { reasons } => {
            let first = reasons
                .first()
                .map_or("it was not measured", String::as_str);
            format!(
                "- UNCERTAIN: `{}`, by {} reasons: {first}\n",
                it.key,
                reasons.len()
            )
        }
    };
    parameters.iter().map(doubt).collect()
}

/// That every price is certain.
pub(super) fn certain(experiment: &'static str, parameters: &[Parameter]) -> Bound {
    let uncertain = parameters.iter().filter(|it| it.price().gas().is_none());
    let uncertain = uncertain.count() as f64;
    let bound = "parameters whose price is uncertain".to_owned();
    Bound::new(experiment, bound, 0.0, Some(uncertain))
}

/// Every line, with what speaks for it.
pub(super) fn lines(fitted: &[Fitted], x: &str) -> String {
    let mut text = format!(
        "\n## Lines\n\nCosts in ns or instructions, slopes in these for each {x}; intervals are of 95 %.\n\n"
    );
    let mut table = Table::new([
        "line",
        "metric",
        "least squares",
        "from, at 0",
        "slope",
        "Theil-Sen",
        "above 99.9 %",
        "R²",
        "points",
        "verdict",
    ]);
    let line = |line: Line| format!("{} + {} n", digits(line.intercept), digits(line.slope));
    for Fitted {
        of,
        metric,
        fit,
        envelope,
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
        table.row("", of, cells);
    }
    text.push_str(&table.markdown());
    text
}

/// The machine, the build, and how much was measured.
pub(super) fn measured_on(recording: &Recording) -> String {
    let run = &recording.run;
    let mut table = Table::new(["measured on", ""]);
    let effort = format!(
        "{} samples: {} processes, {} rounds each, seed {}",
        recording.samples.len(),
        run.effort.launches,
        run.effort.rounds,
        run.seed
    );
    let counter = run.counter.clone().unwrap_or_else(|| "none".to_owned());
    let more = [("effort", effort), ("counter of instructions", counter)];
    for (what, which) in run.machine.rows().into_iter().chain(more) {
        table.row("", what, vec![which]);
    }
    if let Some(why) = &run.ended_early {
        table.row("", "ended early", vec![why.clone()]);
    }
    format!("\n{}", table.markdown())
}

/// The recommended prices as a file for gas-params, each under where it comes from; none where one is
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
            if let Price::Certain {
                dearest,
                cost,
                factor,
                gas,
                ..
            } = it.price_by(metric)
            {
                let _ = writeln!(
                    text,
                    "# By {metric}: {} {}, the dearest ({dearest}); times {factor} and rounded up, {}.",
                    digits(cost),
                    metric.unit(),
                    format_gas(gas),
                );
            }
        }
        let _ = writeln!(text, "{}: {}", it.key, grouped(gas));
    }
    Some(text)
}

/// Digits in threes, as nearcore writes them.
fn grouped(gas: u64) -> String {
    let digits = gas.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
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

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_grouped_in_threes() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(9_600_000), "9_600_000");
        assert_eq!(grouped(210_000_000_000), "210_000_000_000");
    }
}
