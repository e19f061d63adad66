//! The measuring processes of a run, one after the other.

use super::experiment::Experiment;
use super::recording::{Recording, Run};
use super::worker::{cells, chosen};
use crate::process::{self, Effort};
use anyhow::{Context as _, bail, ensure};
use std::process::Command;

/// Measures the rows that are asked for, all by default. Ctrl-C and a process that fails keep what was
/// measured until then; the recording says so.
///
/// # Errors
///
/// There is no such row, or nothing was measured.
pub(super) fn measure<E: Experiment>(
    effort: Effort,
    seed: u64,
    only: &[String],
) -> anyhow::Result<Recording> {
    let rows = E::rows();
    for name in only {
        let row = rows.iter().find(|row| row.name == *name);
        let row = row.with_context(|| format!("{} has no row `{name}`", E::NAME))?;
        if let Some(why) = &row.unavailable {
            bail!("{name}: {why}");
        }
    }
    let columns = E::columns()?;
    let cells = cells::<E>(&chosen(&rows, only))?.len();
    let folder = tempfile::tempdir().context("a temporary folder")?;
    let program = std::env::current_exe().context("the path of this program")?;
    process::keep_on_interrupt()?;
    let turns = cells as u64 * effort.rounds_of_all();
    let progress = process::progress(turns, "measuring");
    let mut recording = Recording {
        run: Run::new(E::NAME, effort, seed, rows, columns),
        samples: Vec::new(),
    };
    for launch in 0..effort.launches {
        progress.set_message(format!("process {} of {}", launch + 1, effort.launches));
        let mut command = Command::new(&program);
        command
            .args(["worker", E::NAME, "--folder"])
            .arg(folder.path())
            .args(["--launch", &launch.to_string()])
            .args(["--rounds", &effort.rounds.to_string()])
            .args(["--seed", &seed.wrapping_add(launch.into()).to_string()]);
        for name in only {
            command.args(["--only", name]);
        }
        let mut last = None;
        let samples = &mut recording.samples;
        let end = process::follow_into(command, samples, |sample| {
            // A turn may take several samples.
            let turn = (sample.row.clone(), sample.column.clone(), sample.round);
            if last.replace(turn.clone()) != Some(turn) {
                progress.inc(1);
            }
        });
        let why = match end {
            Ok(()) if process::is_interrupted() => "interrupted".to_owned(),
            Ok(()) => continue,
            Err(error) => format!("{error:#}"),
        };
        progress.finish_and_clear();
        ensure!(
            !recording.samples.is_empty(),
            "{why}, before anything was measured"
        );
        recording.run.ended_early = Some(why);
        return Ok(recording);
    }
    progress.finish_and_clear();
    Ok(recording)
}
