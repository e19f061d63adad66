//! The measuring processes of a calibration.

use super::callgrind::{self, Valgrind};
use super::metric::Metric;
use super::sample::Sample;
use crate::process;
use anyhow::Context as _;
use indicatif::ProgressBar;
use std::path::Path;
use std::process::Command;

/// Settings of glibc under which copying a message out of a register takes the same time each time;
/// the copy is taken out of the price, and must not depend on what else lies in memory.
///
/// - Freed memory is kept, as by jemalloc, on which nearcore's nodes run: otherwise it is given back
///   to the system, or not, by what lies behind it, and faulted in again.
/// - Copies are made of vector moves: `rep movsb` is eight times slower on some processors (Zen 3)
///   where source and destination lie just so.
const STEADY_COPIES: (&str, &str) = (
    "GLIBC_TUNABLES",
    "glibc.malloc.trim_threshold=268435456:glibc.malloc.top_pad=16777216:\
     glibc.cpu.x86_rep_movsb_threshold=268435456",
);

/// One process to come.
pub(crate) struct Launch<'a> {
    pub(crate) cases: &'a Path,
    pub(crate) number: u32,
    pub(crate) rounds: u32,
    pub(crate) seed: u64,
    pub(crate) is_quick: bool,
}

impl Launch<'_> {
    /// Measures times; returns the samples taken, all of them unless interrupted.
    pub(crate) fn time(&self, progress: &ProgressBar) -> anyhow::Result<Vec<Sample>> {
        let program = std::env::current_exe().context("the path of this program")?;
        self.follow(Command::new(program), Metric::Time, progress)
    }

    /// Counts instructions; the counts come when the process has ended, and all or none.
    pub(crate) fn instructions(
        &self,
        valgrind: &Valgrind,
        progress: &ProgressBar,
    ) -> anyhow::Result<Vec<Sample>> {
        let folder = tempfile::tempdir().context("a temporary folder")?;
        let command = valgrind.command(folder.path())?;
        let mut samples = self.follow(command, Metric::Instructions, progress)?;
        if process::is_interrupted() {
            return Ok(Vec::new());
        }
        let counts = callgrind::counts(folder.path(), samples.len())?;
        for (sample, count) in samples.iter_mut().zip(counts) {
            sample.value = count;
        }
        samples.retain(|sample| sample.round > 0); // the warm-up
        Ok(samples)
    }

    fn follow(
        &self,
        mut command: Command,
        metric: Metric,
        progress: &ProgressBar,
    ) -> anyhow::Result<Vec<Sample>> {
        let seed = self.seed.wrapping_add(self.number.into());
        command
            .env(STEADY_COPIES.0, STEADY_COPIES.1)
            .args(["calibrate", "worker"])
            .args((metric == Metric::Instructions).then_some("--instructions"))
            .arg("--cases")
            .arg(self.cases)
            .args(["--launch", &self.number.to_string()])
            .args(["--rounds", &self.rounds.to_string()])
            .args(["--seed", &seed.to_string()])
            .args(self.is_quick.then_some("--quick"));
        process::follow(command, progress, |_| 1)
    }
}
