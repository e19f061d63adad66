//! `near-ed25519 calibrate many`: what `ed25519_verify_many` costs with each backend, and what it
//! should be charged.
//!
//! | module | what it does |
//! |---|---|
//! | `plan` | what is measured, and how often |
//! | `items` | the signatures, laid out as the host function takes them |
//! | `worker` | a measuring process |
//! | `sample` | raw samples, as their file has them |
//! | `price` | from samples to lines, and to gas |
//! | `report` | what people, and parameter loaders, read |

mod items;
mod plan;
mod price;
mod report;
mod sample;
mod worker;

use super::output;
use super::sample::{read_csv, to_csv};
use crate::cli::calibrate as cli;
use crate::machine::Machine;
use crate::process::{self, Effort};
use crate::stdout;
use anyhow::{Context as _, bail};
use price::Priced;
use sample::Sample;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Processes, and rounds in each: a minute in all.
const FULL: Effort = Effort {
    launches: 6,
    rounds: 6,
};
const QUICK: Effort = Effort {
    launches: 5, // of fewer, intervals are wide
    rounds: 1,
};

/// What was measured on, and how much.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Run {
    machine: Machine,
    effort: Effort,
    safety_factor: u32,
}

pub(crate) fn run(args: &cli::Many) -> anyhow::Result<()> {
    if let Some(launch) = args.worker {
        return worker::run(launch, args.rounds.unwrap_or(1));
    }
    let usual = if args.quick { QUICK } else { FULL };
    let effort = Effort {
        launches: args.launches.unwrap_or(usual.launches).max(1),
        rounds: args.rounds.unwrap_or(usual.rounds).max(1),
    };
    let machine = Machine::this();
    process::keep_on_interrupt()?;
    let cells = plan::cells().len() * plan::PLACES;
    let progress = process::progress(cells as u64 * u64::from(effort.launches), "measuring time");
    let mut samples: Vec<Sample> = Vec::new();
    for launch in 0..effort.launches {
        let program = std::env::current_exe().context("the path of this program")?;
        let mut command = Command::new(program);
        command
            .args(["calibrate", "many", "--worker", &launch.to_string()])
            .args(["--rounds", &effort.rounds.to_string()]);
        samples.extend(process::follow(command, &progress, |_| 1)?);
        if process::is_interrupted() {
            bail!("interrupted: nothing was written");
        }
    }
    progress.finish_and_clear();
    let run = Run {
        machine,
        effort,
        safety_factor: args.pricing.safety_factor,
    };
    let priced = Priced::new(&samples, run.safety_factor)?;
    output::write(&args.out, "raw.csv", &to_csv(&samples)?)?;
    output::write(&args.out, "run.json", &output::json(&run)?)?;
    for (name, bytes) in files(&run, &priced)? {
        output::write(&args.out, name, &bytes)?;
    }
    match args.pricing.json {
        true => stdout::json(&priced),
        false => stdout::line(&report::text(&priced)),
    }
}

/// What follows from samples, by the names of files.
fn files(run: &Run, priced: &Priced) -> anyhow::Result<Vec<(&'static str, Vec<u8>)>> {
    Ok(vec![
        ("summary.json", output::json(priced)?),
        ("report.md", report::markdown(run, priced).into_bytes()),
        (YAML, report::yaml(run, priced).into_bytes()),
    ])
}

const YAML: &str = "ed25519_verify_many.yaml";

/// A recorded folder, with everything made of its samples again.
pub(crate) struct Recorded {
    run: Run,
    priced: Priced,
    files: Vec<(&'static str, Vec<u8>)>,
}

impl Recorded {
    /// # Errors
    ///
    /// The folder is not one that [`run`] has written.
    pub(crate) fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join("run.json");
        let name = || path.display().to_string();
        let text = fs::read(&path).with_context(name)?;
        let run: Run = serde_json::from_slice(&text).with_context(name)?;
        let samples: Vec<Sample> = read_csv(&folder.join("raw.csv"))?;
        let priced = Priced::new(&samples, run.safety_factor)?;
        let files = files(&run, &priced)?;
        Ok(Self { run, priced, files })
    }

    /// The files, by name.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&'static str, &[u8])> {
        self.files
            .iter()
            .map(|(name, bytes)| (*name, bytes.as_slice()))
    }

    /// The parameter file.
    pub(crate) fn yaml(&self) -> &[u8] {
        let found = self.files().find(|(name, _)| *name == YAML);
        found.map_or(&[], |(_, bytes)| bytes)
    }

    /// The machine, in a sentence.
    pub(crate) fn measured_on(&self) -> String {
        let machine = &self.run.machine;
        format!(
            "Measured on {}, {} cores, with {}: `{}`.\n",
            machine.cpu, machine.cores, machine.rustc, machine.command
        )
    }

    /// The table of prices by backend.
    pub(crate) fn table(&self) -> String {
        report::prices(&self.priced)
    }
}
