//! `calibrate check`: compares this build's instruction counts with the recorded ones.

use super::diff::{Pair, counts, pairs};
use crate::machine::Machine;
use crate::measure::experiment::Experiment;
use crate::measure::launch;
use crate::measure::recording::Recording;
use anyhow::{bail, ensure};
use near_ed25519::output::{self, Reported};
use serde_json::json;
use std::path::Path;

/// The largest accepted relative change of a count. Another version of the compiler or a crate
/// changes it less; added or forgotten work changes it more.
const TOLERANCE: f64 = 0.02;

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
    let compared = pairs(expected, &counts(&launch::count::<E>()?), TOLERANCE);
    let changed: Vec<&Pair> = compared.iter().filter(|pair| !pair.agree).collect();
    let changes = compared.iter().map(|pair| pair.change.abs());
    let (count, largest) = (compared.len(), changes.fold(0.0, f64::max));
    if is_json {
        output::json(&json!({
            "compared": count,
            "tolerance": TOLERANCE,
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
    let (off, most) = (all - count + changed.len(), TOLERANCE * 100.0);
    ensure!(
        off == 0,
        Reported(format!(
            "{off} of {all} counts are missing, or more than {most:.0} % from the counts recorded in {name}"
        ))
    );
    Ok(())
}
