//! `near-ed25519-bench bounds`: every bound on a measurement, and whether the recordings keep it.

use crate::experiments::EXPERIMENTS;
use crate::machine::{Class, processor};
use crate::measure::Bound;
use anyhow::{Context as _, ensure};
use near_ed25519::output::Table;
use near_ed25519::output::{self, Reported};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(
    after_help = "The command fails if a bound does not hold or was not measured.\n\nExamples:\n  \
    near-ed25519-bench bounds\n  near-ed25519-bench bounds \\\n      --json | jq '.[] | {bound, left: (.at_most - .measured)}'"
)]
pub(crate) struct BoundsArgs {
    /// Print JSON: a list of bounds, with the machine of each
    #[arg(long)]
    json: bool,
    /// Folder of the recordings
    #[arg(long, value_name = "FOLDER", default_value = "benches/recorded")]
    recorded: PathBuf,
}

/// A bound, with its experiment and machine. A class may have limits of its own.
#[derive(Serialize)]
struct RecordedBound {
    experiment: &'static str,
    #[serde(flatten)]
    bound: Bound,
    /// The processor.
    machine: String,
    class: Class,
}

pub(crate) fn run(args: &BoundsArgs) -> anyhow::Result<()> {
    let bounds = recorded(&args.recorded)?;
    match args.json {
        true => output::json(&bounds)?,
        false => {
            output::line(&table(&bounds).text())?;
            output::line(&by_class(&bounds))?;
        }
    }
    ensure_all_hold(&bounds)
}

fn recorded(folder: &Path) -> anyhow::Result<Vec<RecordedBound>> {
    let mut bounds = Vec::new();
    for experiment in EXPERIMENTS {
        let recording = experiment.recording(folder)?;
        for its in recording.everywhere() {
            let findings = (experiment.findings)(its).context(experiment.name)?;
            let machine = &its.run.machine;
            let known = processor(machine);
            let (_, class) = known.with_context(|| format!("{}: which class?", machine.cpu))?;
            let its = findings.bounds.into_iter();
            // A recording has all rows but those that its processor lacks.
            let its = its.filter(|it| it.measured.is_some() || class < Class::Avx2);
            bounds.extend(its.map(|bound| RecordedBound {
                experiment: experiment.name,
                bound,
                machine: machine.cpu.clone(),
                class,
            }));
        }
    }
    bounds.sort_by_key(|it| it.class);
    Ok(bounds)
}

/// A line for each class.
fn by_class(bounds: &[RecordedBound]) -> String {
    let line = |class| {
        let its = bounds.iter().filter(|it| it.class == class);
        let hold = its.clone().filter(|it| it.bound.holds).count();
        match its.count() {
            0 => format!("{class}: no recording"),
            all => format!("{class}: {hold} of {all} bounds hold"),
        }
    };
    Class::ALL.map(line).join("\n")
}

fn table(bounds: &[RecordedBound]) -> Table {
    let mut table = Table::new(["", "at most", "measured", "holds"]);
    for it in bounds {
        let bound = &it.bound;
        let group = format!("{}: {}, on {}", it.class, it.experiment, it.machine);
        let measured = bound.measured.map(|measured| format!("{measured:.3}"));
        let holds = if bound.holds { "yes" } else { "NO" };
        let cells = vec![
            bound.at_most.to_string(),
            measured.unwrap_or_else(|| "not measured".to_owned()),
            holds.to_owned(),
        ];
        table.row(&group, &bound.bound, cells);
    }
    table
}

fn ensure_all_hold(bounds: &[RecordedBound]) -> anyhow::Result<()> {
    let broken = bounds.iter().filter(|it| !it.bound.holds);
    let broken: Vec<_> = broken.map(|it| it.bound.line()).collect();
    ensure!(broken.is_empty(), Reported(broken.join("; ")));
    Ok(())
}

#[cfg(test)]
#[test]
fn every_bound_holds_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recorded");
    let bounds = recorded(&folder).expect("recordings that may be published");
    ensure_all_hold(&bounds).expect("every bound holds");
    // Other processors are held to theirs.
    for class in [
        Class::TwoMultipliers,
        Class::OneMultiplier,
        Class::HalfMultipliers,
    ] {
        let is_there = |it: &RecordedBound| it.experiment == "batches" && it.class == class;
        assert!(bounds.iter().any(is_there), "{class}");
    }
}
