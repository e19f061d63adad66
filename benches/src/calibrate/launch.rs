//! Measuring processes: started, followed, and stopped by Ctrl-C without losing a sample.

use super::callgrind::{self, Valgrind};
use super::sample::{Metric, Sample};
use anyhow::{Context as _, bail};
use indicatif::ProgressBar;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

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
        }
        let status = child.wait().context("a measuring process")?;
        if is_interrupted() {
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

/// Whether this machine lets the measuring processes leave files: the counts need that.
pub(crate) fn write_cases(folder: &Path, csv: &[u8]) -> anyhow::Result<std::path::PathBuf> {
    let path = folder.join("cases.csv");
    fs::write(&path, csv).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}
