//! `calibrate diff`: whether two calibrations agree.

use super::Priced;
use super::check::counts;
use crate::measure::recording::Recording;
use crate::measure::sample::Metric;
use crate::measure::table::Table;
use crate::stdout::{self, Reported};
use anyhow::bail;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// How far two runs on one machine may be apart, as a share of the least that is paid.
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
    /// What each price is of.
    costs: Vec<Pair>,
    agree: bool,
}

/// A value of both.
#[derive(Serialize)]
pub(super) struct Pair {
    pub(super) what: String,
    pub(super) a: f64,
    pub(super) b: f64,
    /// By how much b is more, as a share of the least that is paid where a is.
    pub(super) change: f64,
    pub(super) agree: bool,
}

pub(super) fn run<E: Priced>(a: &Path, b: &Path, is_json: bool) -> anyhow::Result<()> {
    let mut both = [Recording::read(a, E::NAME)?, Recording::read(b, E::NAME)?];
    if both.iter().any(|it| it.without_avx2.is_none()) {
        // What one of them lacks is not compared.
        both.iter_mut().for_each(|it| it.without_avx2 = None);
    }
    both[1].run.safety_factor = both[0].run.safety_factor; // it decides which cost is the dearest
    let difference = difference::<E>(&both)?;
    match is_json {
        true => stdout::json(&difference)?,
        false => print(&difference)?,
    }
    if !difference.agree {
        let [a, b] = [a, b].map(Path::display);
        bail!(Reported(format!("{a} and {b} differ")));
    }
    Ok(())
}

fn difference<E: Priced>([a, b]: &[Recording; 2]) -> anyhow::Result<Difference> {
    let machines = a.run.machine.rows().into_iter().zip(b.run.machine.rows());
    let machines = machines.filter(|((what, a), (_, b))| a != b && *what != "command");
    let counts = pairs(counts(&a.samples), &counts(&b.samples), 0.0);
    let controls = E::controls(a).into_iter();
    let mut costs = Vec::new();
    for (a, b) in E::parameters(a)?.iter().zip(&E::parameters(b)?) {
        for metric in [Metric::Time, Metric::Instructions] {
            if let (Some(one), Some(other)) = (a.dearest_by(metric), b.dearest_by(metric)) {
                let (what, values) = (format!("{}, by {metric}", a.key), [one.value, other.value]);
                costs.push(Pair::new(what, values, one.least_paid, TOLERANCE));
            }
        }
    }
    Ok(Difference {
        machines: machines
            .map(|((what, a), (_, b))| [what.to_owned(), a, b])
            .collect(),
        counts: counts.len(),
        unequal_counts: counts.iter().filter(|it| !it.agree).count(),
        controls: pairs(controls, &E::controls(b), TOLERANCE),
        agree: costs.iter().all(|pair| pair.agree),
        costs,
    })
}

/// What both have, each beside its own.
pub(super) fn pairs(
    a: impl IntoIterator<Item = (String, f64)>,
    b: &BTreeMap<String, f64>,
    tolerance: f64,
) -> Vec<Pair> {
    let pair = |(what, a)| {
        let values = [a, *b.get(&what)?];
        Some(Pair::new(what, values, a, tolerance))
    };
    a.into_iter().filter_map(pair).collect()
}

impl Pair {
    fn new(what: String, [a, b]: [f64; 2], beside: f64, tolerance: f64) -> Self {
        let change = if a == b { 0.0 } else { (b - a) / beside };
        let agree = change.abs() <= tolerance;
        Self {
            what,
            a,
            b,
            change,
            agree,
        }
    }
}

fn print(difference: &Difference) -> anyhow::Result<()> {
    for [what, a, b] in &difference.machines {
        stdout::line(&format!("{what}: {a} | {b}"))?;
    }
    let (all, unequal) = (difference.counts, difference.unequal_counts);
    stdout::line(&format!(
        "instructions: {} of {all} counts are equal",
        all - unequal
    ))?;
    let mut table = Table::new(["", "A", "B", "change", ""]);
    for pair in difference.controls.iter().chain(&difference.costs) {
        let verdict = if pair.agree { "" } else { "DIFFER" };
        let [a, b] = [pair.a, pair.b].map(|value| format!("{value:.3}"));
        let change = format!("{:+.2} %", pair.change * 100.0);
        table.line(&pair.what, &[&a, &b, &change, &verdict]);
    }
    stdout::line(&table.text())?;
    if difference.controls.iter().any(|pair| !pair.agree) {
        stdout::line("the controls differ: not the same machine, or one that was busy")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_have_agrees_within_the_tolerance() {
        let both = |b| {
            let [a, b] = [("a", 100.0), ("b", b)].map(|(name, it)| [("it", it), (name, 1.0)]);
            let [a, b] =
                [a, b].map(|it| BTreeMap::from(it.map(|(what, of)| (what.to_owned(), of))));
            let [pair] = &pairs(a, &b, TOLERANCE)[..] else {
                panic!("one in both");
            };
            pair.agree
        };
        assert!(both(100.0) && both(104.9) && both(95.1));
        assert!(!both(94.0) && !both(106.0) && !both(f64::NAN));
    }
}
