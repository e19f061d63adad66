//! `calibrate diff`: whether two calibrations agree. `calibrate check`: whether the instruction counts of
//! this build agree with the recorded ones.

use super::costs::Costs;
use super::function::{Function, METRICS};
use crate::machine::Machine;
use crate::measure::{Experiment, Measuring, Metric, Recording, Sample, launch, worker};
use anyhow::{bail, ensure};
use near_ed25519::output::{self, Reported, Table};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

/// The largest accepted difference of two runs on one machine, as a share of the smallest payment.
const TOLERANCE: f64 = 0.05;

/// The largest accepted relative change of a count. Another version of the compiler or a crate
/// changes it less; added or forgotten work changes it more.
const OF_A_COUNT: f64 = 0.02;

/// A value of both calibrations.
#[derive(Serialize)]
struct Pair {
    what: String,
    a: f64,
    b: f64,
    /// The increase from a to b, as a share of the smallest payment that includes a.
    change: f64,
    agree: bool,
}

pub(super) fn diff<F: Function>(
    experiment: &'static Experiment,
    folders: [&Path; 2],
    is_json: bool,
) -> anyhow::Result<()> {
    let [a, b] = folders.map(|folder| Recording::read(folder, experiment));
    let mut both = [a?, b?];
    if both.iter().any(|it| it.without_avx2.is_none()) {
        // Only runs that both recordings have are compared.
        both.iter_mut().for_each(|it| it.without_avx2 = None);
    }
    both[1].run.safety_factor = both[0].run.safety_factor; // it decides which cost is largest
    let [one, other] = &both;
    let [here, there] = [one, other].map(|it| json!(it.run.machine));
    let fields = here.as_object().into_iter().flatten();
    let fields = fields.filter(|(what, it)| **it != there[*what] && *what != "command");
    let machines: Vec<_> = fields.map(|(what, it)| (what, it, &there[what])).collect();
    let counts = pairs(&counts(&one.samples), &counts(&other.samples), 0.0);
    let (all, equal) = (counts.len(), counts.iter().filter(|it| it.agree).count());
    let [a, b] = [one, other].map(|it| {
        let controls = F::controls(it).into_iter();
        controls.map(|(what, [least, _])| (what, least)).collect()
    });
    let controls = pairs(&a, &b, TOLERANCE);
    let (mut costs, mut alone) = (Vec::new(), Vec::new());
    let [one, other] = [one, other].map(Costs::<F>::new);
    for (one, other) in one.parameters.iter().zip(&other.parameters) {
        for metric in METRICS {
            let what = format!("{}, by {metric}", one.key);
            match (one.largest_by(metric), other.largest_by(metric)) {
                (Some(a), Some(b)) => {
                    costs.push(Pair::new(what, [a.value, b.value], a.least_paid, TOLERANCE));
                }
                (None, None) => {}
                (Some(_), None) => alone.push(format!("{what}: no certain cost in B")),
                (None, Some(_)) => alone.push(format!("{what}: no certain cost in A")),
            }
        }
    }
    let agree = alone.is_empty() && !costs.is_empty() && costs.iter().all(|pair| pair.agree);
    if is_json {
        output::json(&json!({
            "machines": machines,
            "counts": all,
            "unequal_counts": all - equal,
            "controls": controls,
            "costs": costs,
            "in_one_alone": alone,
            "agree": agree,
        }))?;
    } else {
        for (what, here, there) in machines {
            output::line(&format!("{what}: {here} | {there}"))?;
        }
        output::line(&format!("instructions: {equal} of {all} counts are equal"))?;
        let mut table = Table::new(["", "A", "B", "change", ""]);
        for pair in controls.iter().chain(&costs) {
            let verdict = if pair.agree { "" } else { "DIFFER" };
            let [a, b] = [pair.a, pair.b].map(|value| format!("{value:.3}"));
            let change = format!("{:+.2} %", pair.change * 100.0);
            table.line(&pair.what, &[&a, &b, &change, &verdict]);
        }
        output::line(&table.text())?;
        alone.iter().try_for_each(|line| output::line(line))?;
        if controls.iter().any(|pair| !pair.agree) {
            output::line("the controls differ: the machines differ, or one was busy")?;
        }
    }
    let [a, b] = folders.map(Path::display);
    ensure!(agree, Reported(format!("{a} and {b} differ")));
    Ok(())
}

pub(super) fn check(
    experiment: &'static Experiment,
    folder: &Path,
    is_json: bool,
) -> anyhow::Result<()> {
    if worker::has_run(experiment, &Measuring::default())? {
        return Ok(());
    }
    let recorded = Recording::read(folder, experiment)?;
    let here = Machine::this().dalek_backend;
    let there = &recorded.run.machine.dalek_backend;
    if here != *there {
        bail!("recorded with dalek's backend {there:?}, which this processor lacks ({here:?})");
    }
    let expected = counts(&recorded.samples);
    let (name, all) = (folder.display(), expected.len());
    ensure!(
        all > 0,
        "{name} has no instruction counts: it was measured with --no-instructions"
    );
    let counted = counts(&launch::counted(experiment, &[])?);
    let compared = pairs(&expected, &counted, OF_A_COUNT);
    let changed: Vec<&Pair> = compared.iter().filter(|pair| !pair.agree).collect();
    let changes = compared.iter().map(|pair| pair.change.abs());
    let (count, largest) = (compared.len(), changes.fold(0.0, f64::max));
    if is_json {
        output::json(&json!({
            "compared": count,
            "tolerance": OF_A_COUNT,
            "changed": changed, // a is recorded, b counted
            "largest_change": largest, // as a share, also within the tolerance
        }))?;
    } else {
        for Pair { what, a, b, .. } in &changed {
            output::line(&format!("{what}: {b} instructions, recorded {a}"))?;
        }
        let percent = largest * 100.0;
        output::line(&format!(
            "{count} counts compared; the largest change is {percent:.3} %"
        ))?;
    }
    let (off, most) = (all - count + changed.len(), OF_A_COUNT * 100.0);
    ensure!(
        off == 0,
        Reported(format!(
            "{off} of {all} counts are missing, or more than {most:.0} % from the counts recorded in {name}"
        ))
    );
    Ok(())
}

/// The values of both, paired by name; `change` is relative to a.
fn pairs<K: Ord + ToString>(
    a: &BTreeMap<K, f64>,
    b: &BTreeMap<K, f64>,
    tolerance: f64,
) -> Vec<Pair> {
    let pair = |(what, a): (&K, &f64)| {
        let values = [*a, *b.get(what)?];
        Some(Pair::new(what.to_string(), values, *a, tolerance))
    };
    a.iter().filter_map(pair).collect()
}

impl Pair {
    fn new(what: String, [a, b]: [f64; 2], beside: f64, tolerance: f64) -> Self {
        let change = if a == b { 0.0 } else { (b - a) / beside };
        Self {
            what,
            a,
            b,
            change,
            agree: change.abs() <= tolerance,
        }
    }
}

/// The instructions of each cell.
fn counts(samples: &[Sample]) -> BTreeMap<String, f64> {
    let is_count = |it: &&Sample| it.metric == Metric::Instructions;
    let count = |it: &Sample| (format!("{}, {}", it.row, it.column), it.value as f64);
    samples.iter().filter(is_count).map(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_both_have_agrees_within_the_tolerance() {
        let both = |b| {
            let [a, b] = [("a", 100.0), ("b", b)].map(|(name, it)| [("it", it), (name, 1.0)]);
            let [pair] = &pairs(&a.into(), &b.into(), TOLERANCE)[..] else {
                panic!("one in both");
            };
            pair.agree
        };
        assert!(both(100.0) && both(104.9) && both(95.1));
        assert!(!both(94.0) && !both(106.0) && !both(f64::NAN));
    }
}
