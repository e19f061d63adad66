//! `calibrate check`: whether this build still takes the instructions that were recorded.

use super::metric::Metric;
use super::output::Measured;
use super::plan::Cell;
use super::run::recount;
use super::sample::Sample;
use crate::calibrate::arguments::Check;
use crate::machine::Machine;
use crate::stdout;
use anyhow::bail;
use serde::Serialize;
use std::collections::BTreeMap;

/// How far a count may be from the recorded one. Another compiler or another version of a crate
/// moves it by less; work that was added or forgotten, by more.
const TOLERANCE: f64 = 0.02;

#[derive(Serialize)]
struct Checked {
    compared: usize,
    tolerance: f64,
    /// Those beyond the tolerance.
    changed: Vec<Changed>,
    /// The largest change, beyond the tolerance or not, as a share.
    largest_change: f64,
}

#[derive(Serialize)]
struct Changed {
    cell: Cell,
    recorded: u64,
    counted: u64,
}

pub(crate) fn run(args: &Check) -> anyhow::Result<()> {
    let recorded = Measured::read(&args.recorded)?;
    let here = Machine::this().dalek_backend;
    let there = &recorded.run.machine.dalek_backend;
    if here != *there {
        bail!("recorded with dalek's backend {there:?}, which this processor lacks ({here:?})");
    }
    let expected = counts(&recorded.samples);
    if expected.is_empty() {
        let folder = args.recorded.display();
        bail!("{folder} has no instruction counts: it was measured with --no-instructions");
    }
    let counted = counts(&recount(recorded.run.effort.is_quick)?);
    let checked = compare(&expected, &counted);
    if args.json {
        stdout::json(&checked)?;
    } else {
        for it in &checked.changed {
            let Cell {
                layer,
                family,
                message_bytes,
                ..
            } = it.cell;
            stdout::line(&format!(
                "{layer}: {family}, {message_bytes} bytes: {} instructions, recorded {}",
                it.counted, it.recorded
            ))?;
        }
        stdout::line(&format!(
            "{} counts compared; the largest change is {:.3} %",
            checked.compared,
            checked.largest_change * 100.0
        ))?;
    }
    if checked.compared < expected.len() || !checked.changed.is_empty() {
        bail!(
            "{} of {} counts are missing, or more than {:.0} % from those recorded in {}",
            expected.len() - checked.compared + checked.changed.len(),
            expected.len(),
            TOLERANCE * 100.0,
            args.recorded.display()
        );
    }
    Ok(())
}

/// The instructions of each cell.
pub(crate) fn counts(samples: &[Sample]) -> BTreeMap<Cell, u64> {
    samples
        .iter()
        .filter(|sample| sample.metric == Metric::Instructions)
        .map(|sample| (sample.cell(), sample.value))
        .collect()
}

fn compare(expected: &BTreeMap<Cell, u64>, counted: &BTreeMap<Cell, u64>) -> Checked {
    let mut checked = Checked {
        compared: 0,
        tolerance: TOLERANCE,
        changed: Vec::new(),
        largest_change: 0.0,
    };
    for (&cell, &recorded) in expected {
        let Some(&counted) = counted.get(&cell) else {
            continue;
        };
        checked.compared += 1;
        let change = counted.abs_diff(recorded) as f64 / recorded.max(1) as f64;
        checked.largest_change = checked.largest_change.max(change);
        if change > TOLERANCE {
            checked.changed.push(Changed {
                cell,
                recorded,
                counted,
            });
        }
    }
    checked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::plan::Effort;

    #[test]
    fn two_percent_pass_and_three_do_not() {
        let effort = Effort {
            launches: 1,
            rounds: 1,
            is_quick: true,
        };
        let cells = effort.counted_cells();
        let all = |count: u64| cells.iter().map(|&cell| (cell, count)).collect();
        let checked = compare(&all(100_000), &all(102_000));
        assert_eq!(checked.compared, cells.len());
        assert!(checked.changed.is_empty());
        let checked = compare(&all(100_000), &all(97_000));
        assert_eq!(checked.changed.len(), cells.len());
        assert_eq!(compare(&all(1), &BTreeMap::new()).compared, 0);
    }
}
