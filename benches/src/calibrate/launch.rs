//! Measuring processes: started, followed, and stopped by Ctrl-C without losing a sample.

use super::callgrind::{self, Valgrind};
use super::sample::{Metric, Sample};
use anyhow::{Context as _, bail};
use indicatif::ProgressBar;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

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

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C end the measuring process and nothing else.
pub(crate) fn keep_on_interrupt() -> anyhow::Result<()> {
    ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::SeqCst))
        .context("cannot listen for Ctrl-C")
}

pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Whether what ended a process was meant for this one too: it may be heard of from the process
/// before it is heard.
#[cfg(unix)]
fn was_interrupted(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    // By POSIX these two have the same numbers everywhere.
    const SIGINT: i32 = 2;
    const SIGTERM: i32 = 15;
    matches!(status.signal(), Some(SIGINT | SIGTERM))
}

#[cfg(not(unix))]
fn was_interrupted(_: ExitStatus) -> bool {
    false
}

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
        if is_interrupted() {
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
        command
            .env(STEADY_COPIES.0, STEADY_COPIES.1)
            .args(["calibrate", "worker", "--metric", metric.name()])
            .arg("--cases")
            .arg(self.cases)
            .args(["--launch", &self.number.to_string()])
            .args(["--rounds", &self.rounds.to_string()])
            .args([
                "--seed",
                &self.seed.wrapping_add(self.number.into()).to_string(),
            ])
            .args(self.is_quick.then_some("--quick"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let mut child = command
            .spawn()
            .context("cannot start a measuring process")?;
        let output = child.stdout.take().context("its output")?;
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(output);
        let mut samples = Vec::new();
        let mut broken = None;
        for sample in reader.deserialize::<Sample>() {
            match sample {
                Ok(sample) => samples.push(sample),
                Err(error) => {
                    broken = Some(error); // cut off, or nonsense: what the process says decides
                    break;
                }
            }
            progress.inc(1);
            if is_interrupted() {
                // At a terminal it was interrupted as well; otherwise it must be told.
                child.kill().context("a measuring process")?;
                break;
            }
        }
        let status = child.wait().context("a measuring process")?;
        if is_interrupted() || was_interrupted(status) {
            INTERRUPTED.store(true, Ordering::SeqCst);
            return Ok(samples);
        }
        if !status.success() {
            bail!("a measuring process failed ({status})");
        }
        match broken {
            Some(error) => Err(error).context("a measuring process"),
            None => Ok(samples),
        }
    }
}
