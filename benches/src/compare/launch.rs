//! How much is measured, and the processes that do it.

use super::comparison::Comparison;
use super::row::ROWS;
use super::sample::Sample;
use crate::machine::Machine;
use crate::process;
use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use std::process::Command;

/// Verifications of a contender before another has its turn: a millisecond natively.
const CHUNK: u32 = 25;

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Effort {
    /// Processes, one after the other.
    pub(crate) launches: u32,
    /// Turns of each contender in each process.
    pub(crate) rounds: u32,
    /// Verifications in each turn.
    pub(crate) chunk: u32,
}

impl Effort {
    /// At least so many verifications of each contender.
    pub(crate) fn new(verifications: u32, launches: u32) -> Self {
        let each = verifications.div_ceil(launches.max(1)).max(1);
        let rounds = each.div_ceil(CHUNK);
        Self {
            launches,
            rounds,
            chunk: each.div_ceil(rounds),
        }
    }

    /// Of all contenders, in all processes.
    fn verifications(self) -> u64 {
        let available = ROWS.iter().filter(|row| row.unavailable().is_none());
        let each = [self.launches, self.rounds, self.chunk].map(u64::from);
        available.count() as u64 * each.iter().product::<u64>()
    }
}

/// Compares.
///
/// # Errors
///
/// A contender fails, or does not verify; or Ctrl-C was faster than everybody.
pub(crate) fn measure(effort: Effort, seed: u64) -> anyhow::Result<Comparison> {
    let machine = Machine::this();
    process::keep_on_interrupt()?;
    let cache = tempfile::tempdir().context("a temporary folder")?;
    let progress = progress(effort.verifications());
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

/// A line on standard error; silent where nobody looks.
fn progress(verifications: u64) -> ProgressBar {
    let bar = ProgressBar::new(verifications);
    let style = ProgressStyle::with_template("{bar:30} {percent}% {msg}, {eta} left");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_is_at_least_what_is_asked_for_and_hardly_more() {
        let made = |verifications, launches| {
            let effort = Effort::new(verifications, launches);
            assert!(effort.chunk <= CHUNK);
            u64::from(effort.launches) * u64::from(effort.rounds) * u64::from(effort.chunk)
        };
        assert_eq!(made(10_000, 8), 10_000);
        for (verifications, launches) in [(1, 1), (1, 8), (20, 1), (26, 1), (1_000, 3)] {
            let made = made(verifications, launches);
            let most = u64::from(verifications) + u64::from(launches * CHUNK);
            assert!((verifications.into()..most).contains(&made), "{made}");
        }
    }
}
