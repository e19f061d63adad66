//! What was measured once, on a machine that is named beside it.

use crate::calibrate::{Derived, Measured, margins, prices};
use crate::compare::Comparison;
use crate::engines::Engines;
use crate::headers;
use crate::machine::Machine;
use crate::record::Findings as _;
use std::path::{Path, PathBuf};

/// The calibration's folder, and the files of `compare`, `headers` and `engines`.
const CALIBRATION: &str = "calibration";
const COMPARISON: &str = "comparison.json";
const HEADERS: &str = "headers.json";
const ENGINES: &str = "engines.json";

/// The engines' table, by name.
///
/// # Errors
///
/// As [`Engines::read`].
pub(super) fn engines(recorded: &Path) -> anyhow::Result<(&'static str, String)> {
    Ok((
        "engines",
        Engines::read(&recorded.join(ENGINES))?.markdown(),
    ))
}

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

/// The recorded comparison: a table, and where it was measured.
pub(super) fn comparison(recorded: &Path) -> anyhow::Result<[(&'static str, String); 2]> {
    let comparison = Comparison::read(&recorded.join(COMPARISON))?;
    Ok([
        ("comparison", comparison.markdown()),
        ("compared on", measured_on(&comparison.machine)),
    ])
}

/// How long headers take: a table, and where it was measured.
pub(super) fn headers(recorded: &Path) -> anyhow::Result<[(&'static str, String); 2]> {
    let timings = headers::Timings::read(&recorded.join(HEADERS))?;
    Ok([
        ("header times", timings.markdown()),
        ("header times on", measured_on(&timings.machine)),
    ])
}

pub(super) fn measured_on(machine: &Machine) -> String {
    format!(
        "Measured on {}, {} cores, with dalek's backend \"{}\" and {}: `{}`.\n",
        machine.cpu, machine.cores, machine.dalek_backend, machine.rustc, machine.command
    )
}
