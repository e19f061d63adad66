//! The recorded calibration, with everything that follows from its samples made again.

use super::{Block, GeneratedFile};
use crate::calibrate::{Derived, Measured, margins, prices};
use std::path::Path;

/// Fits the recorded samples, with the safety factor they were priced with.
///
/// # Errors
///
/// There is no such folder, or it is not what `calibrate run` writes.
pub(super) fn read(recorded: &Path) -> anyhow::Result<(Vec<Block>, Vec<GeneratedFile>)> {
    let folder = recorded.join("calibration");
    let measured = Measured::read(&folder)?;
    let Derived { summary, files } = Derived::new(&measured, measured.run.safety_factor)?;
    let files = files
        .into_iter()
        .map(|(name, bytes)| (folder.join(name), bytes));
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
    let machine = &summary.run.machine;
    let measured_on = format!(
        "Measured on {}, {} cores, with dalek's backend \"{}\" and {}: `{}`.\n",
        machine.cpu, machine.cores, machine.dalek_backend, machine.rustc, machine.command
    );
    let blocks = vec![
        ("calibrated costs", prices(&summary)),
        ("calibrated on", measured_on),
        ("place of the stack", stack.unwrap_or_default()),
        ("recommended prices", margins(&summary)),
    ];
    Ok((blocks, files.collect()))
}
