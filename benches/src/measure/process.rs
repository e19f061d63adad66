//! Measuring processes: starting them, following them, and stopping them by Ctrl-C without losing a
//! sample.

use super::sample::{SEARCH, Sample};
use anyhow::{Context as _, bail};
use indicatif::ProgressBar;
use near_ed25519::output;
use serde::{Deserialize, Serialize};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C end only the measuring process.
///
/// # Errors
///
/// The system has no such signal, or another handler is set.
pub(crate) fn keep_on_interrupt() -> anyhow::Result<()> {
    ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::SeqCst))
        .context("cannot listen for Ctrl-C")
}

pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// The numbers of processes and rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Effort {
    /// Processes, one after the other.
    pub(crate) launches: u32,
    /// Turns of every cell in each process.
    pub(crate) rounds: u32,
}

impl Effort {
    pub(crate) const fn new(launches: u32, rounds: u32) -> Self {
        Self { launches, rounds }
    }
}

/// Runs a measuring process, which prints samples as CSV without a header. Appends them, even
/// before an error, and advances `progress` by each turn. After Ctrl-C nothing runs.
///
/// # Errors
///
/// The process cannot be started, prints something else, or fails, with its own error.
pub(crate) fn follow(
    mut command: Command,
    samples: &mut Vec<Sample>,
    progress: &ProgressBar,
) -> anyhow::Result<()> {
    if is_interrupted() {
        return Ok(());
    }
    let mut child = command
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
    if is_interrupted() || was_interrupted(output.status) {
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

/// Whether Ctrl-C ended the process; this may be noticed before the signal is handled here.
fn was_interrupted(status: ExitStatus) -> bool {
    // POSIX fixes the numbers: `kill -2` is SIGINT, `kill -15` is SIGTERM.
    matches!(status.signal(), Some(2 | 15))
}

/// Pins this process to the last processor that it may use, if allowed: the first ones serve
/// interrupts.
#[cfg(target_os = "linux")]
pub(crate) fn pin() {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let Ok(allowed) = sched_getaffinity(None) else {
        return;
    };
    let last = (0..CpuSet::MAX_CPU).rev().find(|&cpu| allowed.is_set(cpu));
    if let Some(cpu) = last {
        let mut one = CpuSet::new();
        one.set(cpu);
        if let Err(error) = sched_setaffinity(None, &one) {
            output::complain(&format!("warning: not pinned to a core: {error}"));
        }
    }
}

/// Other systems have no such call.
#[cfg(not(target_os = "linux"))]
pub(crate) fn pin() {}
