//! Instruction counts, by valgrind's callgrind.
//!
//! callgrind counts only inside [`meter::COUNTED`], and writes the count to a new file each time
//! that function returns. In order, the files are those of the printed samples.
//!
//! gungraun, a bench harness over callgrind, is not used: it needs its own runner to be installed,
//! and two options of callgrind do the same here, from the binary itself.

use crate::machine::printed;
use crate::verification::meter;
use anyhow::{Context as _, bail};
use std::fs;
use std::path::Path;
use std::process::Command;

/// valgrind's version, such as `valgrind-3.19.0`; an error if it is not installed.
pub(super) fn version() -> anyhow::Result<String> {
    printed(Command::new("valgrind").arg("--version")).context(
        "valgrind, which counts instructions, does not run; \
         install it (such as `apt install valgrind`), or pass --no-instructions",
    )
}

/// A command that runs a program under callgrind, with the counts in `folder`.
pub(super) fn command(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new("valgrind");
    let out_file = folder.join(COUNTS);
    command
        .args(["--tool=callgrind", "--quiet"])
        .arg(format!("--toggle-collect={}", meter::COUNTED))
        .arg(format!("--dump-after={}", meter::DUMPED))
        .arg(format!("--callgrind-out-file={}", out_file.display()))
        .arg(program);
    command
}

/// The files' name, to which callgrind adds a number from 1.
const COUNTS: &str = "counts";

/// A process's counts, in the order of its samples.
///
/// # Errors
///
/// There are more or fewer than `expected`, or one has no total.
pub(super) fn counts(folder: &Path, expected: usize) -> anyhow::Result<Vec<u64>> {
    let path = |number: usize| folder.join(format!("{COUNTS}.{number}"));
    let counts = (1..=expected).map(|number| total(&path(number)));
    let next = path(expected + 1);
    if next.exists() && total(&next)? > 0 {
        bail!("callgrind has counted more than the {expected} samples that were taken");
    }
    counts.collect()
}

fn total(path: &Path) -> anyhow::Result<u64> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let total = text.lines().find_map(|line| {
        let value = line
            .strip_prefix("totals: ")
            .or_else(|| line.strip_prefix("summary: "))?;
        value.trim().parse().ok()
    });
    total.with_context(|| format!("{name} has no total of instructions"))
}
