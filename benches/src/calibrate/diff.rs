//! `calibrate diff`: whether two calibrations agree.

use super::Priced;
use super::check::counts;
use crate::measure::recording::Recording;
use crate::measure::sample::Metric;
use crate::measure::table::Table;
use crate::stdout::{self, Reported};
use anyhow::bail;
use serde::Serialize;
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
struct Pair {
    what: String,
    a: f64,
    b: f64,
    /// By how much b is more, as a share of the least that is paid where a is.
    change: f64,
    agree: bool,
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
    let controls = controls.map(|((what, a), (_, b))| Pair::new(what.to_owned(), [a, b], a));
    let mut costs = Vec::new();
    for (a, b) in E::parameters(a)?.iter().zip(&E::parameters(b)?) {
        for metric in [Metric::Time, Metric::Instructions] {
            if let (Some(one), Some(other)) = (a.dearest_by(metric), b.dearest_by(metric)) {
                let what = format!("{}, by {metric}", a.key);
                costs.push(Pair::new(what, [one.value, other.value], one.least_paid));
            }
        }
    }
    let unequal_counts = counts.iter().filter(|(a, b)| a != b).count();
    Ok(Difference {
        machines: machines
            .map(|((what, a), (_, b))| [what.to_owned(), a, b])
            .collect(),
        counts: counts.len(),
        unequal_counts,
        controls: controls.collect(),
        agree: costs.iter().all(|pair| pair.agree),
        costs,
    })
}

impl Pair {
    fn new(what: String, [a, b]: [f64; 2], beside: f64) -> Self {
        let change = if a == b { 0.0 } else { (b - a) / beside };
        let agree = change.abs() <= TOLERANCE;
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
    let equal = difference.counts - difference.unequal_counts;
    stdout::line(&format!(
        "instructions: {equal} of {} counts are equal",
        difference.counts
    ))?;
    let mut table = Table::new(["", "A", "B", "change", ""]);
    for pair in difference.controls.iter().chain(&difference.costs) {
        let verdict = if pair.agree { "" } else { "DIFFER" };
        let [a, b] = [pair.a, pair.b].map(|value| format!("{value:.3}"));
        let change = format!("{:+.2} %", pair.change * 100.0);
        table.row("", &pair.what, vec![a, b, change, verdict.to_owned()]);
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
    fn five_percent_agree_and_six_do_not() {
        let agree = |b| Pair::new(String::new(), [100.0, b], 100.0).agree;
        assert!(agree(100.0) && agree(104.9) && agree(95.1));
        assert!(!agree(94.0) && !agree(106.0) && !agree(f64::NAN));
    }
}
