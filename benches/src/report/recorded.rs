//! What was measured once, on a machine that is named beside it.

use super::made::Made;
use crate::calibrate::{Derived, Measured, margins, prices};
use crate::machine::Machine;
use crate::measure::experiment::Experiment;
use crate::measure::recording::Recording;
use anyhow::Context as _;
use std::path::{Path, PathBuf};

/// The calibration's folder.
const CALIBRATION: &str = "calibration";

/// What is recorded of an experiment: its blocks, and the files that follow from its samples.
///
/// # Errors
///
/// There is no such recording, or it is not to be published.
pub(super) fn of<E: Experiment>(
    experiment: &E,
    recorded: &Path,
) -> anyhow::Result<(Vec<Block>, Made)> {
    let folder = recorded.join(E::NAME);
    let recording = Recording::read(&folder, E::NAME)?;
    recording
        .check()
        .with_context(|| folder.display().to_string())?;
    let findings = experiment.findings(&recording)?;
    let files = findings.files.into_iter();
    // Parameters are charged by: the file stands where they are loaded from.
    let place = |name: &str| match name.ends_with(".yaml") {
        true => Path::new(super::PARAMETERS).join(name),
        false => folder.join(name),
    };
    let files = files.map(|(name, bytes)| (place(name), bytes));
    Ok((findings.blocks, Made(files.collect())))
}

/// Generated text, and the name by which documents ask for it.
pub(super) type Block = (&'static str, String);

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
        let stack = summary.stack.as_ref().map(|stack| {
            format!(
                "A verification takes {:.1} us where its stack lies best in a page of memory, and \
                 {:.1} us where it lies worst, which a contract can arrange for where its frames lie \
                 on the same stack. It is measured \
                 there.\n",
                stack.fastest_ns / 1_000.0,
                stack.slowest_ns / 1_000.0
            )
        });
        vec![
            ("calibrated costs", prices(summary)),
            ("calibrated on", measured_on(&summary.run.machine)),
            ("place of the stack", stack.unwrap_or_default()),
            ("recommended prices", margins(summary)),
        ]
    }
}

pub(super) fn measured_on(machine: &Machine) -> String {
    format!(
        "Measured on {}, {} cores, with dalek's backend \"{}\" and {}: `{}`.\n",
        machine.cpu, machine.cores, machine.dalek_backend, machine.rustc, machine.command
    )
}
