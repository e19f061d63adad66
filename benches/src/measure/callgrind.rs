//! Instruction counts, by valgrind's callgrind.
//!
//! callgrind counts inside [`meter::COUNTED`] alone, and writes what it counted to a file of its
//! own each time that function returns: the files, in order, are the samples the process names.

use anyhow::{Context as _, bail};
use near_ed25519::verification::meter;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// valgrind, installed and able to run.
pub(super) struct Valgrind {
    /// What it says it is, such as `valgrind-3.19.0`.
    pub(super) version: String,
}

impl Valgrind {
    /// valgrind, or why there is none.
    ///
    /// # Errors
    ///
    /// It is not installed, or does not run.
    pub(super) fn find() -> anyhow::Result<Self> {
        let output = Command::new("valgrind").arg("--version").output();
        match output {
            Ok(output) if output.status.success() => Ok(Self {
                version: String::from_utf8_lossy(&output.stdout).trim().to_owned(),
            }),
            _ => bail!(
                "valgrind does not run, and instructions cannot be counted without; \
                 install it (such as `apt install valgrind`), or pass --no-instructions"
            ),
        }
    }

    /// A command that runs this program under callgrind; `folder` takes the counts.
    pub(super) fn command(&self, folder: &Path) -> anyhow::Result<Command> {
        let mut command = Command::new("valgrind");
        command
            .arg("--tool=callgrind")
            .arg("--quiet")
            .arg(format!("--toggle-collect={}", meter::COUNTED))
            .arg(format!("--dump-after={}", meter::DUMPED))
            .arg(format!(
                "--callgrind-out-file={}",
                out_file(folder).display()
            ))
            .arg(std::env::current_exe().context("the path of this program")?);
        Ok(command)
    }
}

fn out_file(folder: &Path) -> PathBuf {
    folder.join("counts")
}

/// The counts that a process has left, in the order it took them.
///
/// # Errors
///
/// There are other than `expected`, or one has no total.
pub(super) fn counts(folder: &Path, expected: usize) -> anyhow::Result<Vec<u64>> {
    let mut counts = Vec::with_capacity(expected);
    for number in 1..=expected {
        let path = out_file(folder).with_added_extension(number.to_string());
        counts.push(total(&path)?);
    }
    let next = out_file(folder).with_added_extension((expected + 1).to_string());
    if next.exists() && total(&next)? > 0 {
        bail!("callgrind has counted more than the {expected} samples that were taken");
    }
    Ok(counts)
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
    total.with_context(|| format!("{name} has no total"))
}
