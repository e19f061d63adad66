//! The processes that measure.

use super::SIZES;
use super::row::rows;
use super::timings::{Effort, Timings};
use super::turn::Turn;
use crate::machine::Machine;
use crate::process;
use anyhow::{Context as _, bail};
use std::process::Command;

/// Measures.
///
/// # Errors
///
/// A contender fails, or does not verify; or Ctrl-C was faster than everybody.
pub(super) fn measure(effort: Effort, seed: u64) -> anyhow::Result<Timings> {
    let machine = Machine::this();
    process::keep_on_interrupt()?;
    let rows = rows();
    let available = rows.iter().filter(|row| row.unavailable.is_none()).count();
    let turns = [available, SIZES.len()].map(|count| count as u64);
    let all = turns.iter().product::<u64>() * effort.rounds_of_all();
    let progress = process::progress(all, "measuring");
    let mut launches: Vec<Vec<Turn>> = Vec::new();
    for number in 0..effort.launches {
        if process::is_interrupted() {
            break;
        }
        progress.set_message(format!("process {} of {}", number + 1, effort.launches));
        let program = std::env::current_exe().context("the path of this program")?;
        let mut command = Command::new(program);
        command
            .args(["many", "worker"])
            .args(["--rounds", &effort.rounds.to_string()])
            .args(["--seed", &seed.wrapping_add(number.into()).to_string()]);
        launches.push(process::follow(command, &progress, |_: &Turn| 1)?);
    }
    progress.finish_and_clear();
    let is_interrupted = process::is_interrupted();
    if launches.iter().all(Vec::is_empty) {
        bail!("interrupted before anything was measured");
    }
    Ok(Timings::new(
        machine,
        effort,
        seed,
        is_interrupted,
        &rows,
        &launches,
    ))
}
