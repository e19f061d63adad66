//! `calibrate check`: whether this build still takes the instructions that were recorded.

use super::diff::{Pair, pairs};
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
    /// Those beyond the tolerance: recorded, and counted.
    changed: Vec<&'a Pair>,
    /// The largest change, beyond the tolerance or not, as a share.
    largest_change: f64,
}

pub(super) fn run<E: Experiment>(folder: &Path, is_json: bool) -> anyhow::Result<()> {
    let recorded = Recording::read(folder, E::NAME)?;
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
    let compared = pairs(expected, &counts(&launch::count::<E>(&[])?), TOLERANCE);
    let changes = compared.iter().map(|pair| pair.change.abs());
    let checked = Checked {
        compared: compared.len(),
        tolerance: TOLERANCE,
        changed: compared.iter().filter(|pair| !pair.agree).collect(),
        largest_change: changes.fold(0.0, f64::max),
    };
    let percent = |share: f64| share * 100.0;
    if is_json {
        stdout::json(&checked)?;
    } else {
        for Pair { what, a, b, .. } in &checked.changed {
            stdout::line(&format!("{what}: {b} instructions, recorded {a}"))?;
        }
        let (compared, change) = (checked.compared, percent(checked.largest_change));
        stdout::line(&format!(
            "{compared} counts compared; the largest change is {change:.3} %"
        ))?;
    }
    let off = all - checked.compared + checked.changed.len();
    if off > 0 {
        bail!(Reported(format!(
            "{off} of {all} counts are missing, or more than {:.0} % from those recorded in {name}",
            percent(TOLERANCE)
        )));
    }
    Ok(())
}

/// The instructions of each cell.
pub(super) fn counts(samples: &[Sample]) -> BTreeMap<String, f64> {
    let is_count = |it: &&Sample| it.metric == Metric::Instructions;
    let count = |it: &Sample| (format!("{}, {}", it.row, it.column), it.value as f64);
    samples.iter().filter(is_count).map(count).collect()
}
