//! All commands that measure: their arguments, their output and their files.

use super::{Bound, Effort, Experiment, Findings, Recording, launch, worker};
use anyhow::{Context as _, bail};
use clap::{Args, value_parser};
use near_ed25519::output::{self, Reported, Table};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// Arguments of every command that measures.
#[derive(Args, Default)]
pub(crate) struct Measuring {
    /// Measure less of everything, in fewer processes, for a first look
    #[arg(long)]
    pub(crate) quick: bool,
    /// Number of measuring processes, which run one after the other [default: below]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) launches: Option<u32>,
    /// Number of times each process measures every row and column [default: below]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) rounds: Option<u32>,
    /// Seed of the order of measurements, and of the places of stacks
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Measure this row alone; may be repeated [default: every row]
    #[arg(long, value_name = "ROW")]
    pub(crate) only: Vec<String>,
    /// Do not count instructions: commands that count them need valgrind
    #[arg(long)]
    pub(crate) no_instructions: bool,
    /// Print JSON: every row, the bounds, and the machine
    #[arg(long)]
    pub(crate) json: bool,
    /// Folder for the samples, and for the files that follow from them
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Measure nothing; print the results of a folder that --out wrote
    #[arg(
        long,
        value_name = "FOLDER",
        conflicts_with_all = ["quick", "launches", "rounds", "seed", "only", "no_instructions"]
    )]
    pub(crate) from: Option<PathBuf>,
}

impl Measuring {
    /// The numbers of processes and rounds.
    pub(super) fn effort(&self, of: &Experiment) -> Effort {
        let usual = if self.quick { of.quick } else { of.usual };
        Effort {
            launches: self.launches.unwrap_or(usual.launches),
            rounds: self.rounds.unwrap_or(usual.rounds),
        }
    }
}

/// End of the help of an experiment's command.
pub(crate) fn help(of: &Experiment) -> String {
    let (name, usual, quick, examples) = (of.name, of.usual, of.quick, of.examples);
    format!(
        "Defaults of {name}: {} processes, {} rounds; with --quick: {}, {}. {examples}",
        usual.launches, usual.rounds, quick.launches, quick.rounds
    )
}

/// Measures, or reads a recording; keeps it, and prints the findings. The safety factor is applied
/// to prices and kept in the recording.
///
/// # Errors
///
/// It cannot be measured, read, kept or printed; the measurement ended early; or a measured bound
/// does not hold.
pub(crate) fn run(
    experiment: &'static Experiment,
    args: &Measuring,
    safety_factor: Option<u32>,
) -> anyhow::Result<()> {
    if worker::has_run(experiment, args)? {
        return Ok(());
    }
    let mut recording = match &args.from {
        Some(folder) => Recording::read(folder, experiment)?,
        None => launch::measure(experiment, args)?,
    };
    recording.run.safety_factor = safety_factor.or(recording.run.safety_factor);
    if let Some(folder) = &args.out {
        recording.write(folder)?; // first, since findings may fail: no sample is lost
    }
    let cut_short = match (&recording.run.ended_early, &args.from) {
        (Some(why), None) => Some(format!("{why}: only the samples measured until then count")),
        _ => None,
    };
    let findings = (experiment.findings)(&recording);
    let findings = match &cut_short {
        Some(why) => findings.context(why.clone())?,
        None => findings?,
    };
    if let Some(folder) = &args.out {
        write_files(folder, &findings)?;
    }
    match args.json {
        true => output::json(&json(&recording, &findings))?,
        false => output::line(&text(&recording, &findings))?,
    }
    if let Some(why) = cut_short {
        bail!(Reported(why));
    }
    let broken = |bound: &&Bound| bound.measured.is_some() && !bound.holds;
    match findings.bounds.iter().find(broken) {
        Some(bound) => bail!(Reported(bound.line())),
        None => Ok(()),
    }
}

/// Writes the files of the findings. Removes prices of an earlier run: if this run has none,
/// readers would take those for its own.
fn write_files(folder: &Path, findings: &Findings) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "yaml") {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    for (name, bytes) in &findings.files {
        output::file(&folder.join(name), bytes)?;
    }
    Ok(())
}

/// The output of `--json`.
fn json(recording: &Recording, findings: &Findings) -> Map<String, Value> {
    let run = &recording.run;
    let common = json!({
        "machine": run.machine,
        "effort": run.effort,
        "ended_early": run.ended_early,
        "bounds": findings.bounds,
    });
    let parts = [&common, &findings.json].into_iter();
    let objects = parts.filter_map(|part| part.as_object().cloned());
    objects.flatten().collect()
}

fn text(recording: &Recording, findings: &Findings) -> String {
    let machine = &recording.run.machine;
    let mut lines = vec![
        findings.caption.clone(),
        format!("{}; dalek: {}", machine.cpu, machine.dalek_backend),
        findings.table.text(),
    ];
    lines.extend(findings.below.as_ref().map(Table::text));
    lines.extend(findings.bounds.iter().map(Bound::line));
    lines.join("\n")
}
