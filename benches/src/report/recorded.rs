//! What was measured once, on a machine that is named beside it.

use crate::calibrate::{Derived, Measured, margins, prices};
use crate::compare::Comparison;
use std::path::{Path, PathBuf};

/// The calibration's folder, and the comparison's file.
const CALIBRATION: &str = "calibration";
const COMPARISON: &str = "comparison.json";

/// The recorded calibration, with everything that follows from its samples made again.
pub(super) struct Calibration {
    folder: PathBuf,
    derived: Derived,
}

impl Calibration {
    /// Fits the recorded samples, with the safety factor they were priced with.
    ///
    /// # Errors
    ///
    /// There is no such folder, or it is not what `calibrate run` writes.
    pub(super) fn read(recorded: &Path) -> anyhow::Result<Self> {
        let folder = recorded.join(CALIBRATION);
        let measured = Measured::read(&folder)?;
        let derived = Derived::new(&measured, measured.run.safety_factor)?;
        Ok(Self { folder, derived })
    }

    /// Files that are not what the samples give.
    pub(super) fn stale(&self) -> Vec<String> {
        self.derived.stale(&self.folder)
    }

    pub(super) fn write(&self) -> anyhow::Result<()> {
        self.derived.write(&self.folder)
    }

    /// Tables, by name.
    pub(super) fn blocks(&self) -> Vec<(&'static str, String)> {
        let summary = &self.derived.summary;
        let machine = &summary.run.machine;
        let measured_on = format!(
            "Measured on {}, {} cores, with dalek's backend \"{}\" and {}: `{}`.\n",
            machine.cpu, machine.cores, machine.dalek_backend, machine.rustc, machine.command
        );
        vec![
            ("calibrated costs", prices(summary)),
            ("calibrated on", measured_on),
            ("recommended prices", margins(summary)),
        ]
    }
}

/// The recorded comparison, as a table.
pub(super) fn comparison(recorded: &Path) -> anyhow::Result<[(&'static str, String); 1]> {
    let comparison = Comparison::read(&recorded.join(COMPARISON))?;
    Ok([("comparison", comparison.markdown())])
}
