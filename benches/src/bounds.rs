//! `near-ed25519-bench bounds`: every bound on a measurement, and whether the recordings keep it.

use crate::experiments::EXPERIMENTS;
use crate::measure::bound::Bound;
use anyhow::ensure;
use near_ed25519::output::Table;
use near_ed25519::output::{self, Reported};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(
    after_help = "The command fails if a bound does not hold or was not measured.\n\nExamples:\n  \
    near-ed25519-bench bounds\n  near-ed25519-bench bounds --json | jq '.[] | {bound, left: (.at_most - .measured)}'"
)]
pub(crate) struct BoundsArgs {
    /// Print JSON: a list of bounds, with the machine of each
    #[arg(long)]
    json: bool,
    /// Folder of the recordings
    #[arg(long, value_name = "FOLDER", default_value = "benches/recorded")]
    recorded: PathBuf,
}

/// A bound, with its experiment and machine.
#[derive(Serialize)]
struct RecordedBound {
    experiment: &'static str,
    #[serde(flatten)]
    bound: Bound,
    /// The processor.
    machine: String,
}

pub(crate) fn run(args: &BoundsArgs) -> anyhow::Result<()> {
    let bounds = recorded(&args.recorded)?;
    match args.json {
        true => output::json(&bounds)?,
        false => output::line(&table(&bounds).text())?,
    }
    ensure_all_hold(&bounds)
}

fn recorded(folder: &Path) -> anyhow::Result<Vec<RecordedBound>> {
    let mut bounds = Vec::new();
    for experiment in &EXPERIMENTS {
        let (recording, findings) = (experiment.recorded)(folder)?;
        let of_bound = |bound| RecordedBound {
            experiment: experiment.name,
            bound,
            machine: recording.run.machine.cpu.clone(),
        };
        bounds.extend(findings.bounds.into_iter().map(of_bound));
    }
    Ok(bounds)
}

fn table(bounds: &[RecordedBound]) -> Table {
    let mut table = Table::new(["", "at most", "measured", "holds"]);
    for it in bounds {
        let (bound, group) = (&it.bound, format!("{}, on {}", it.experiment, it.machine));
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
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_bound_holds_where_what_was_measured_is_no_more() {
        for (measured, holds, shown) in [
            (Some(1.05), true, "1.050"),
            (Some(1.051), false, "1.051"),
            (Some(f64::NAN), false, "NaN"),
            (None, false, "not measured"),
        ] {
            let bounds = [RecordedBound {
                experiment: "compare",
                bound: Bound::new("a share".to_owned(), 1.05, measured),
                machine: "a processor".to_owned(),
            }];
            assert_eq!(ensure_all_hold(&bounds).is_ok(), holds, "{shown}");
            let expected = json!([{
                "experiment": "compare",
                "bound": "a share",
                "at_most": 1.05,
                "measured": measured,
                "holds": holds,
                "machine": "a processor",
            }]);
            assert_eq!(serde_json::to_value(&bounds).expect("JSON"), expected);
            let text = table(&bounds).text();
            assert!(text.contains(shown), "{text}");
            assert!(text.contains("compare, on a processor"), "{text}");
        }
    }

    #[test]
    fn every_bound_holds_as_recorded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recorded");
        let bounds = recorded(&folder).expect("recordings that may be published");
        ensure_all_hold(&bounds).expect("every bound holds");
    }
}
