//! `calibrate diff`: whether two calibrations agree.

use super::Priced;
use super::check::counts;
use super::price::Cost;
use crate::measure::recording::Recording;
use crate::measure::table::Table;
use crate::stdout::{self, Reported};
use anyhow::bail;
use serde::Serialize;
use std::path::Path;

/// How far two runs on one machine may be apart, as a share.
const TOLERANCE: f64 = 0.05;

#[derive(Serialize)]
struct Difference {
    /// What of the machines and builds differs: field, one, the other.
    machines: Vec<[String; 3]>,
    /// Instruction counts that both have.
    counts: usize,
    /// Those that are not equal.
    unequal_counts: usize,
    controls: Vec<Pair>,
    costs: Vec<Pair>,
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
    verdict: Agreement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Agreement {
    Agree,
    Differ,
    /// At least one of the runs says itself that its value is not to be relied on.
    Uncertain,
}

pub(super) fn run<E: Priced>(a: &Path, b: &Path, is_json: bool) -> anyhow::Result<()> {
    let both = [Recording::read(a, E::NAME)?, Recording::read(b, E::NAME)?];
    let difference = difference::<E>(&both)?;
    match is_json {
        true => stdout::json(&difference)?,
        false => print(&difference)?,
    }
    if !difference.agree {
        bail!(Reported(format!(
            "{} and {} differ",
            a.display(),
            b.display()
        )));
    }
    Ok(())
}

fn difference<E: Priced>([a, b]: &[Recording; 2]) -> anyhow::Result<Difference> {
    let machines = a.run.machine.rows().into_iter().zip(b.run.machine.rows());
    let machines = machines.filter(|((what, a), (_, b))| a != b && *what != "command");
    let (counts_a, counts_b) = (counts(&a.samples), counts(&b.samples));
    let counts = counts_a
        .iter()
        .filter_map(|(cell, a)| Some((a, counts_b.get(cell)?)));
    let counts: Vec<_> = counts.collect();
    let controls = E::controls(a).into_iter().zip(E::controls(b));
    let controls = controls.map(|((what, a), (_, b))| Pair::new(what.to_owned(), a, b, false));
    let mut costs = Vec::new();
    for (a, b) in E::parameters(a)?.iter().zip(&E::parameters(b)?) {
        let other = |one: &Cost| {
            let is_same = |it: &&Cost| (&it.of, it.metric) == (&one.of, one.metric);
            b.costs.iter().find(is_same)
        };
        costs.extend(a.costs.iter().filter_map(|one| {
            let other = other(one)?;
            let what = format!("{}: {}, by {}", a.key, one.of, one.metric);
            let is_uncertain = !(one.doubts.is_empty() && other.doubts.is_empty());
            Some(Pair::new(what, one.value, other.value, is_uncertain))
        }));
    }
    let unequal_counts = counts.iter().filter(|(a, b)| a != b).count();
    Ok(Difference {
        machines: machines
            .map(|((what, a), (_, b))| [what.to_owned(), a, b])
            .collect(),
        counts: counts.len(),
        unequal_counts,
        controls: controls.collect(),
        agree: costs.iter().all(|pair| pair.verdict != Agreement::Differ),
        costs,
    })
}

impl Pair {
    fn new(what: String, a: f64, b: f64, is_uncertain: bool) -> Self {
        let change = if a == b { 0.0 } else { b / a - 1.0 };
        let verdict = match is_uncertain {
            _ if change.abs() <= TOLERANCE => Agreement::Agree,
            true => Agreement::Uncertain,
            false => Agreement::Differ,
        };
        Self {
            what,
            a,
            b,
            change,
            verdict,
        }
    }
}

fn print(difference: &Difference) -> anyhow::Result<()> {
    for [what, a, b] in &difference.machines {
        stdout::line(&format!("{what}: {a} | {b}"))?;
    }
    let equal = difference.counts - difference.unequal_counts;
    stdout::line(&format!(
        "instructions: {equal} of {} counts are equal",
        difference.counts
    ))?;
    let mut table = Table::new(["", "A", "B", "change", ""]);
    for pair in difference.controls.iter().chain(&difference.costs) {
        let verdict = match pair.verdict {
            Agreement::Agree => "",
            Agreement::Differ => "DIFFER",
            Agreement::Uncertain => "UNCERTAIN",
        };
        let [a, b] = [pair.a, pair.b].map(|value| format!("{value:.3}"));
        let change = format!("{:+.2} %", pair.change * 100.0);
        table.row("", &pair.what, vec![a, b, change, verdict.to_owned()]);
    }
    stdout::line(&table.text())?;
    let is_off = |pair: &Pair| pair.verdict == Agreement::Differ;
    if difference.controls.iter().any(is_off) {
        stdout::line("the controls differ: not the same machine, or one that was busy")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_agrees_differs_or_is_uncertain() {
        let verdict = |b, is_uncertain| Pair::new(String::new(), 100.0, b, is_uncertain).verdict;
        assert_eq!(verdict(104.9, false), Agreement::Agree);
        assert_eq!(verdict(94.0, false), Agreement::Differ);
        assert_eq!(verdict(94.0, true), Agreement::Uncertain);
        assert_eq!(verdict(f64::NAN, false), Agreement::Differ);
    }
}
