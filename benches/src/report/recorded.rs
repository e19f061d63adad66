//! What was measured once, on a machine that is named beside it.

use crate::calibrate::{Derived, Measured, margins, prices};
use crate::compare::Comparison;
use crate::machine::Machine;
use crate::many::Timings;
use near_runtime_ext::replace_file;
use std::fs;
use std::path::{Path, PathBuf};

/// The calibration's folder, and the files of `compare` and of `many`.
const CALIBRATION: &str = "calibration";
const COMPARISON: &str = "comparison.json";
const MANY: &str = "many.json";

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

/// The recorded timings of many signatures, with what follows from them made again.
pub(super) struct Many {
    timings: Timings,
    /// The whole table, and the picture.
    files: [(PathBuf, String); 2],
}

impl Many {
    /// # Errors
    ///
    /// There is no such file, or it is something else.
    pub(super) fn read(recorded: &Path) -> anyhow::Result<Self> {
        let timings = Timings::read(&recorded.join(MANY))?;
        let table = format!(
            "# Many signatures at once\n\n\
             Times beside as many signatures by ed25519-dalek 3, one after another, without AVX-512.\n\n\
             {}\n![One signature, by how many are verified at once](many.svg)\n\n{}",
            timings.markdown(),
            measured_on(&timings.machine)
        );
        let files = [
            (recorded.join("many.md"), table),
            (recorded.join("many.svg"), timings.picture()?),
        ];
        Ok(Self { timings, files })
    }

    /// Files that are not what the timings give.
    pub(super) fn stale(&self) -> Vec<String> {
        let is_stale = |(path, text): &&(PathBuf, String)| {
            fs::read(path).map_or(true, |old| old != text.as_bytes())
        };
        let stale = self.files.iter().filter(is_stale);
        stale.map(|(path, _)| path.display().to_string()).collect()
    }

    pub(super) fn write(&self) -> anyhow::Result<()> {
        for (path, text) in &self.files {
            replace_file(path, text.as_bytes())?;
        }
        Ok(())
    }

    /// The table, and where it was measured, by name.
    pub(super) fn blocks(&self) -> [(&'static str, String); 2] {
        [
            ("many signatures", self.timings.short_markdown()),
            ("many signatures on", measured_on(&self.timings.machine)),
        ]
    }
}

fn measured_on(machine: &Machine) -> String {
    format!(
        "Measured on {}, {} cores, with dalek's backend \"{}\" and {}: `{}`.\n",
        machine.cpu, machine.cores, machine.dalek_backend, machine.rustc, machine.command
    )
}
