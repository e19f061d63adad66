//! The processes that measure.

use super::comparison::Comparison;
use super::effort::Effort;
use super::sample::Sample;
use crate::machine::Machine;
use crate::process;
use anyhow::{Context as _, bail};
use std::process::Command;

/// Compares.
///
/// # Errors
///
/// A contender fails, or does not verify; or Ctrl-C was faster than everybody.
pub(crate) fn measure(effort: Effort, seed: u64) -> anyhow::Result<Comparison> {
    let machine = Machine::this();
    process::keep_on_interrupt()?;
    let cache = tempfile::tempdir().context("a temporary folder")?;
    let progress = process::progress(effort.verifications(), "verifying");
    let mut launches: Vec<Vec<Sample>> = Vec::new();
    for number in 0..effort.launches {
        if process::is_interrupted() {
            break;
        }
        progress.set_message(format!("process {} of {}", number + 1, effort.launches));
        let program = std::env::current_exe().context("the path of this program")?;
        let mut command = Command::new(program);
        command
            .args(["compare", "worker", "--cache"])
            .arg(cache.path())
            .args(["--rounds", &effort.rounds.to_string()])
            .args(["--chunk", &effort.chunk.to_string()])
            .args(["--seed", &seed.wrapping_add(number.into()).to_string()]);
        launches.push(process::follow(command, &progress, |sample: &Sample| {
            sample.verifications.into()
        })?);
    }
    progress.finish_and_clear();
    let is_interrupted = process::is_interrupted();
    let comparison = Comparison::new(machine, effort, seed, is_interrupted, &launches)?;
    if comparison.rows.iter().all(|row| row.launches.is_empty()) {
        bail!("interrupted before anything was measured");
    }
    Ok(comparison)
}
