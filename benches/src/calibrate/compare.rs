//! `calibrate compare`: whether two calibrations agree.

use super::check::counts;
use super::metric::Metric;
use super::output::Measured;
use super::price::{Fitted, Parameter};
use super::summary::Summary;
use crate::calibrate::arguments::Diff;
use crate::statistics::Verdict;
use crate::stdout;
use crate::verification::Layer;
use anyhow::bail;
use serde::Serialize;

/// How far the times of two runs on one machine may be apart.
const BASE_TOLERANCE: f64 = 0.05;
const BYTE_TOLERANCE: f64 = 0.10;

/// How far a control may move before the machine is taken for another, or a busy one.
const CONTROL_TOLERANCE: f64 = 0.05;

#[derive(Serialize)]
struct Comparison {
    /// What of the machines and builds differs: field, one, the other.
    differences: Vec<[String; 3]>,
    /// Instruction counts that both have.
    counts: usize,
    /// Those that are not equal.
    unequal_counts: usize,
    controls: Vec<Pair>,
    parameters: Vec<Pair>,
    agree: bool,
}

/// A value of both.
#[derive(Serialize)]
struct Pair {
    what: String,
    a: f64,
    b: f64,
    /// b beside a, as a share.
    change: f64,
    tolerance: f64,
    verdict: Agreement,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Agreement {
    Agree,
    Differ,
    /// At least one of the runs says itself that its value is not to be relied on.
    Uncertain,
}

pub(crate) fn run(args: &Diff) -> anyhow::Result<()> {
    let [a, b] = [Measured::read(&args.a)?, Measured::read(&args.b)?];
    let (counts_a, counts_b) = (counts(&a.samples), counts(&b.samples));
    let both: Vec<_> = counts_a
        .iter()
        .filter_map(|(cell, count)| Some((count, counts_b.get(cell)?)))
        .collect();
    let differences = differences(&a, &b);
    let [a, b] = [a, b].map(|it| Summary::new(it.run, &it.samples, 1));
    let (a, b) = (a?, b?);
    let mut comparison = Comparison {
        differences,
        counts: both.len(),
        unequal_counts: both.iter().filter(|(a, b)| a != b).count(),
        controls: controls(&a, &b),
        parameters: parameters(&a, &b),
        agree: false,
    };
    comparison.agree = comparison.unequal_counts == 0
        && comparison
            .parameters
            .iter()
            .all(|pair| pair.verdict != Agreement::Differ);
    if args.json {
        stdout::json(&comparison)?;
    } else {
        print(&comparison)?;
    }
    if !comparison.agree {
        bail!("{} and {} differ", args.a.display(), args.b.display());
    }
    Ok(())
}

fn differences(a: &Measured, b: &Measured) -> Vec<[String; 3]> {
    let (a, b) = (a.run.machine.rows(), b.run.machine.rows());
    a.into_iter()
        .zip(b)
        .filter(|((what, a), (_, b))| a != b && *what != "command")
        .map(|((what, a), (_, b))| [what.to_owned(), a, b])
        .collect()
}

fn controls(a: &Summary, b: &Summary) -> Vec<Pair> {
    let of = |it: &Summary| [it.controls.loop_ns, it.controls.sha256_byte_ns];
    ["integer loop, ns", "SHA-256, ns a byte"]
        .into_iter()
        .zip(of(a).into_iter().zip(of(b)))
        .filter_map(|(what, (a, b))| {
            let what = what.to_owned();
            Some(Pair::new(what, a?[0], b?[0], CONTROL_TOLERANCE, false))
        })
        .collect()
}

/// Base and byte of every series of the host function that both have.
fn parameters(a: &Summary, b: &Summary) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for metric in Metric::ALL {
        let (Some(a), Some(b)) = (a.metric(metric), b.metric(metric)) else {
            continue;
        };
        for one in a.series.iter().map(|it| &it.fitted) {
            let series = one.series;
            let other = b.find(series.layer, series.family, series.place);
            let (Some(other), true) = (other, matches!(series.layer, Layer::Host | Layer::Wasm))
            else {
                continue;
            };
            for (parameter, tolerance) in Parameter::ALL
                .into_iter()
                .zip([BASE_TOLERANCE, BYTE_TOLERANCE])
            {
                let value = |it: &Fitted| match parameter {
                    Parameter::Base => it.fit.least_squares.intercept,
                    Parameter::Byte => it.fit.least_squares.slope,
                };
                let is = |it: &Fitted, verdict: &Verdict| it.fit.verdict == *verdict;
                if parameter == Parameter::Byte
                    && (is(one, &Verdict::Flat) || is(other, &Verdict::Flat))
                {
                    continue; // nothing to compare: the length does not matter
                }
                let uncertain = |it: &Fitted| matches!(it.fit.verdict, Verdict::Uncertain(_));
                pairs.push(Pair::new(
                    format!("{metric}, {series}, {}", parameter.name()),
                    value(one),
                    value(other),
                    tolerance,
                    uncertain(one) || uncertain(other),
                ));
            }
        }
    }
    pairs
}

impl Pair {
    fn new(what: String, a: f64, b: f64, tolerance: f64, is_uncertain: bool) -> Self {
        let change = b / a - 1.0;
        let verdict = if change.abs() <= tolerance {
            Agreement::Agree
        } else if is_uncertain {
            Agreement::Uncertain
        } else {
            Agreement::Differ
        };
        Self {
            what,
            a,
            b,
            change,
            tolerance,
            verdict,
        }
    }
}

fn print(comparison: &Comparison) -> anyhow::Result<()> {
    for [what, a, b] in &comparison.differences {
        stdout::line(&format!("{what}: {a} | {b}"))?;
    }
    stdout::line(&format!(
        "instructions: {} of {} counts are equal",
        comparison.counts - comparison.unequal_counts,
        comparison.counts
    ))?;
    let mut table = stdout::table(["", "A", "B", "change", "allowed", ""]);
    for pair in comparison.controls.iter().chain(&comparison.parameters) {
        let verdict = match pair.verdict {
            Agreement::Agree => "",
            Agreement::Differ => "DIFFER",
            Agreement::Uncertain => "UNCERTAIN",
        };
        table.add_row([
            pair.what.clone(),
            format!("{:.3}", pair.a),
            format!("{:.3}", pair.b),
            format!("{:+.2} %", pair.change * 100.0),
            format!("{:.0} %", pair.tolerance * 100.0),
            verdict.to_owned(),
        ]);
    }
    stdout::line(&table.to_string())?;
    let busy = |pair: &Pair| pair.verdict == Agreement::Differ;
    if comparison.controls.iter().any(busy) {
        stdout::line("the controls differ: not the same machine, or one that was busy")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_agrees_differs_or_is_uncertain() {
        let verdict = |b, is_uncertain| {
            Pair::new(String::new(), 100.0, b, BASE_TOLERANCE, is_uncertain).verdict
        };
        assert!(verdict(104.9, false) == Agreement::Agree);
        assert!(verdict(94.0, false) == Agreement::Differ);
        assert!(verdict(94.0, true) == Agreement::Uncertain);
        assert!(verdict(f64::NAN, false) == Agreement::Differ);
    }
}
