//! A run's measuring processes, one after the other: starting them, following them, and stopping them
//! by Ctrl-C without losing a sample.

use super::experiment::STEADY;
use super::worker::{COUNTED_ROUNDS, Process, VARIABLE, rows};
use super::{Experiment, Measuring, Recording, Row, SEARCH, Sample, callgrind};
use anyhow::{Context as _, bail, ensure};
use indicatif::ProgressBar;
use near_ed25519::output::{self, progress};
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

/// Largest relative difference of two counts of a cell. Registers are in hash maps with seeds from
/// the system, so counts vary by some thousandths.
const REPEATED: f64 = 0.005;

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Measures the requested rows, by default all. After Ctrl-C or a failed process it keeps the
/// samples so far, and the recording says so.
///
/// # Errors
///
/// A row is unknown or unavailable, valgrind is needed and missing, or nothing was measured.
pub(super) fn measure(
    experiment: &'static Experiment,
    args: &Measuring,
) -> anyhow::Result<Recording> {
    let (effort, only) = (args.effort(experiment), &args.only);
    let mut recording = Recording::new(experiment, effort, args.seed);
    for name in only {
        let mut rows = recording.run.rows.iter();
        let row = rows.find(|row| row.name == *name);
        let row = row.with_context(|| format!("{} has no row `{name}`", experiment.name))?;
        if let Some(why) = &row.unavailable {
            bail!("{name}: {why}");
        }
    }
    let rows = rows(experiment, only, false);
    if !args.no_instructions && rows.iter().any(|it| it.is_counted) {
        // A missing valgrind is reported before anything is measured.
        recording.run.counter = Some(callgrind::version()?);
    }
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    // Ctrl-C ends only the measuring process.
    ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::SeqCst))
        .context("cannot listen for Ctrl-C")?;
    if recording.run.counter.is_some() {
        recording.samples = counted(experiment, only)?;
    }
    let turns = cells(&rows) * u64::from(effort.launches) * u64::from(effort.rounds);
    let progress = progress(turns, "measuring");
    for launch in 0..effort.launches {
        progress.set_message(format!("process {} of {}", launch + 1, effort.launches));
        let process = (folder.path().to_owned(), Some(launch));
        let command = Command::new(program()?);
        let done = follow(
            experiment,
            command,
            &process,
            &mut recording.samples,
            &progress,
        );
        recording.run.ended_early = match done {
            _ if is_interrupted() => Some("interrupted".to_owned()),
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

/// The number of cells to measure.
fn cells(rows: &[Row]) -> u64 {
    rows.iter().map(|it| it.available().count() as u64).sum()
}

/// Counts the instructions of the requested rows' cells whose counts repeat, by default of all; returns
/// none if interrupted.
///
/// # Errors
///
/// valgrind is missing, or a cell's counts differ.
pub(crate) fn counted(experiment: &Experiment, only: &[String]) -> anyhow::Result<Vec<Sample>> {
    callgrind::version()?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let turns = cells(&rows(experiment, only, true)) * u64::from(COUNTED_ROUNDS);
    let progress = progress(turns, "counting instructions");
    let counts = tempfile::tempdir().context("cannot make a temporary folder")?;
    let process = (folder.path().to_owned(), None);
    let command = callgrind::command(&program()?, counts.path());
    let mut samples = Vec::new();
    follow(experiment, command, &process, &mut samples, &progress)?;
    progress.finish_and_clear();
    if is_interrupted() {
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

/// Runs a measuring process with this command, which prints samples as CSV without a header. Appends
/// them, even before an error, and advances `progress` by each turn. After Ctrl-C nothing runs.
///
/// # Errors
///
/// The process cannot be started, prints something else, or fails, with its own error.
fn follow(
    experiment: &Experiment,
    mut command: Command,
    process: &Process,
    samples: &mut Vec<Sample>,
    progress: &ProgressBar,
) -> anyhow::Result<()> {
    if is_interrupted() {
        return Ok(());
    }
    let args = std::env::args_os().skip(1);
    let args = args.filter(|it| it != "--json"); // its error is a line on standard error
    let mut child = command
        .envs(experiment.is_steady.then_some(STEADY))
        .args(args)
        .env(VARIABLE, serde_json::to_string(process)?)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start a measuring process")?;
    let output = child.stdout.take();
    let output = output.context("a measuring process has no output")?;
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(output);
    let mut is_read: Result<(), csv::Error> = Ok(());
    let mut last = None;
    for sample in reader.deserialize() {
        let sample: Sample = match sample {
            Ok(sample) => sample,
            Err(error) => {
                is_read = Err(error); // cut off or malformed: its own error comes first
                break;
            }
        };
        // A turn may print several samples.
        let turn = (sample.row.clone(), sample.column.clone(), sample.round);
        if sample.column != SEARCH && last.replace(turn.clone()) != Some(turn) {
            progress.inc(1);
        }
        samples.push(sample);
        if is_interrupted() {
            // A terminal's Ctrl-C reaches the child too; a signal to this process alone does not.
            child.kill().context("cannot stop the measuring process")?;
            break;
        }
    }
    drop(reader); // so that a process still printing is not blocked
    let output = child.wait_with_output().context("no output of a process")?;
    // Ctrl-C may end the process before the signal is handled here. POSIX fixes the numbers: `kill -2`
    // is SIGINT, `kill -15` is SIGTERM.
    if is_interrupted() || matches!(output.status.signal(), Some(2 | 15)) {
        INTERRUPTED.store(true, Ordering::SeqCst);
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        said.lines().for_each(output::complain); // warnings
        return is_read.context("cannot read from a measuring process");
    }
    match said.trim().trim_start_matches("error: ") {
        said if output.status.code().is_some() && !said.is_empty() => bail!("{said}"),
        _ => bail!("a measuring process failed ({})", output.status),
    }
}
