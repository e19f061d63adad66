//! A run's measuring processes, one after the other.

use super::arguments::Measuring;
use super::callgrind;
use super::cell::Cell as _;
use super::experiment::Experiment;
use super::process;
use super::recording::Recording;
use super::sample::Sample;
use super::worker::{Worker, cells};
use anyhow::{Context as _, bail, ensure};
use indicatif::ProgressBar;
use near_ed25519::output::progress;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Rounds of counting: a warm-up, which includes one-time work such as detecting the processor, and
/// two more to check that counts repeat.
const COUNTED_ROUNDS: u32 = 3;

/// Largest relative difference of two counts of a cell. Registers are in hash maps with seeds from
/// the system, so counts vary by some thousandths.
const REPEATED: f64 = 0.005;

/// Measures the requested rows, by default all. After Ctrl-C or a failed process it keeps the
/// samples so far, and the recording says so.
///
/// # Errors
///
/// A row is unknown or unavailable, valgrind is needed and missing, or nothing was measured.
pub(super) fn measure<E: Experiment>(args: &Measuring) -> anyhow::Result<Recording> {
    let (effort, only) = (args.effort::<E>(), &args.only);
    let mut recording = Recording::new(E::NAME, &E::cells(), effort, args.seed);
    for name in only {
        let mut rows = recording.run.rows.iter();
        let row = rows.find(|row| row.name == *name);
        let row = row.with_context(|| format!("{} has no row `{name}`", E::NAME))?;
        if let Some(why) = &row.unavailable {
            bail!("{name}: {why}");
        }
    }
    let cells = cells::<E>(only, false);
    if !args.no_instructions && cells.iter().any(E::Cell::is_counted) {
        // A missing valgrind is reported before anything is measured.
        recording.run.counter = Some(callgrind::version()?);
    }
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    process::keep_on_interrupt()?;
    E::prepare(folder.path())?;
    if recording.run.counter.is_some() {
        recording.samples = counted::<E>(only, folder.path())?;
    }
    let turns = cells.len() as u64 * u64::from(effort.launches) * u64::from(effort.rounds);
    let progress = progress(turns, "measuring");
    for launch in 0..effort.launches {
        progress.set_message(format!("process {} of {}", launch + 1, effort.launches));
        let worker = Worker {
            folder: folder.path().to_owned(),
            launch,
            rounds: effort.rounds,
            seed: args.seed.wrapping_add(launch.into()),
            only: only.clone(),
            ..Worker::default()
        };
        let command = Command::new(program()?);
        let done = follow::<E>(command, &worker, &mut recording.samples, &progress);
        recording.run.ended_early = match done {
            _ if process::is_interrupted() => Some("interrupted".to_owned()),
            Err(error) => Some(format!("{error:#}")),
            Ok(()) => continue,
        };
        break;
    }
    progress.finish_and_clear();
    if let (Some(why), true) = (&recording.run.ended_early, recording.samples.is_empty()) {
        bail!("{why}, before anything was measured");
    }
    Ok(recording)
}

/// Counts the instructions of cells whose counts repeat; returns none if interrupted.
///
/// # Errors
///
/// valgrind is missing, or a cell's counts differ.
pub(crate) fn count<E: Experiment>() -> anyhow::Result<Vec<Sample>> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    E::prepare(folder.path())?;
    callgrind::version()?;
    counted::<E>(&[], folder.path())
}

fn counted<E: Experiment>(only: &[String], folder: &Path) -> anyhow::Result<Vec<Sample>> {
    let turns = cells::<E>(only, true).len() as u64 * u64::from(COUNTED_ROUNDS);
    let progress = progress(turns, "counting instructions");
    let counts = tempfile::tempdir().context("cannot make a temporary folder")?;
    let worker = Worker {
        folder: folder.to_owned(),
        rounds: COUNTED_ROUNDS,
        only: only.to_vec(),
        is_counting: true,
        ..Worker::default()
    };
    let command = callgrind::command(&program()?, counts.path());
    let mut samples = Vec::new();
    follow::<E>(command, &worker, &mut samples, &progress)?;
    progress.finish_and_clear();
    if process::is_interrupted() {
        return Ok(Vec::new());
    }
    let counts = callgrind::counts(counts.path(), samples.len())?;
    for (sample, count) in samples.iter_mut().zip(counts) {
        sample.value = count;
    }
    samples.retain(|sample| sample.round > 0); // the warm-up
    samples.sort_by(|a, b| (&a.row, &a.column).cmp(&(&b.row, &b.column)));
    for pair in samples.chunk_by(|a, b| (&a.row, &a.column) == (&b.row, &b.column)) {
        for (a, b) in pair.iter().zip(&pair[1..]) {
            let Sample { row, column, .. } = a;
            let (a, b) = (a.value, b.value);
            ensure!(
                a.abs_diff(b) as f64 <= REPEATED * a as f64,
                "instructions do not repeat: {a} and {b} for {row}, {column}"
            );
        }
    }
    Ok(samples)
}

/// This program, which also runs the measuring processes.
fn program() -> anyhow::Result<PathBuf> {
    std::env::current_exe().context("cannot find the path of this program")
}

/// Runs a measuring process with this command, and appends its samples.
fn follow<E: Experiment>(
    mut command: Command,
    worker: &Worker,
    samples: &mut Vec<Sample>,
    progress: &ProgressBar,
) -> anyhow::Result<()> {
    let worker = serde_json::to_string(worker)?;
    command.envs(E::MEMORY).args(["worker", E::NAME, &worker]);
    process::follow(command, samples, progress)
}
