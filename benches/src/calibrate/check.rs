//! `calibrate check`: whether this build still takes the instructions that were recorded.

use crate::machine::Machine;
use crate::measure::experiment::Experiment;
use crate::measure::launch;
use crate::measure::recording::Recording;
use crate::measure::sample::{Metric, Sample};
use crate::stdout::{self, Reported};
use anyhow::{bail, ensure};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// How far a count may be from the recorded one. Another compiler or another version of a crate
/// moves it by less; work that was added or forgotten, by more.
const TOLERANCE: f64 = 0.02;

#[derive(Serialize)]
struct Checked<'a> {
    compared: usize,
    tolerance: f64,
    /// Those beyond the tolerance: row, column, recorded, counted.
    changed: Vec<(&'a Cell, u64, u64)>,
    /// The largest change, beyond the tolerance or not, as a share.
    largest_change: f64,
}

/// A row and a column.
type Cell = (String, String);

pub(super) fn run<E: Experiment>(folder: &Path, is_json: bool) -> anyhow::Result<()> {
    let recorded = Recording::read(folder, E::NAME)?;
    let here = Machine::this().dalek_backend;
    let there = &recorded.run.machine.dalek_backend;
    if here != *there {
        bail!("recorded with dalek's backend {there:?}, which this processor lacks ({here:?})");
    }
    let expected = counts(&recorded.samples);
    let name = folder.display();
    ensure!(
        !expected.is_empty(),
        "{name} has no instruction counts: it was measured with --no-instructions"
    );
    let counted = counts(&launch::count::<E>(&[])?);
    let checked = compare(&expected, &counted);
    if is_json {
        stdout::json(&checked)?;
    } else {
        for ((row, column), recorded, counted) in &checked.changed {
            let change = format!("{counted} instructions, recorded {recorded}");
            stdout::line(&format!("{row}, {column}: {change}"))?;
        }
        stdout::line(&format!(
            "{} counts compared; the largest change is {:.3} %",
            checked.compared,
            checked.largest_change * 100.0
        ))?;
    }
    let off = expected.len() - checked.compared + checked.changed.len();
    if off > 0 {
        bail!(Reported(format!(
            "{off} of {} counts are missing, or more than {:.0} % from those recorded in {name}",
            expected.len(),
            TOLERANCE * 100.0
        )));
    }
    Ok(())
}

/// The instructions of each cell.
pub(super) fn counts(samples: &[Sample]) -> BTreeMap<Cell, u64> {
    let counted = samples
        .iter()
        .filter(|it| it.metric == Metric::Instructions);
    let count = |it: &Sample| ((it.row.clone(), it.column.clone()), it.value);
    counted.map(count).collect()
}

fn compare<'a>(expected: &'a BTreeMap<Cell, u64>, counted: &BTreeMap<Cell, u64>) -> Checked<'a> {
    let mut checked = Checked {
        compared: 0,
        tolerance: TOLERANCE,
        changed: Vec::new(),
        largest_change: 0.0,
    };
    for (cell, &recorded) in expected {
        let Some(&counted) = counted.get(cell) else {
            continue;
        };
        checked.compared += 1;
        let change = counted.abs_diff(recorded) as f64 / recorded.max(1) as f64;
        checked.largest_change = checked.largest_change.max(change);
        if change > TOLERANCE {
            checked.changed.push((cell, recorded, counted));
        }
    }
    checked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_percent_pass_and_three_do_not() {
        let all = |count: u64| {
            let cells = ["a", "b"].map(|row| ((row.to_owned(), String::new()), count));
            BTreeMap::from(cells)
        };
        let expected = all(100_000);
        assert!(compare(&expected, &all(102_000)).changed.is_empty());
        let checked = compare(&expected, &all(97_000));
        assert_eq!((checked.compared, checked.changed.len()), (2, 2));
        assert_eq!(compare(&expected, &BTreeMap::new()).compared, 0);
    }
}
