//! `near-ed25519 bounds`: everything that is promised of what is measured, and whether it holds as recorded.

use crate::experiments::{AnyExperiment, EXPERIMENTS};
use crate::measure::bound::Bound;
use crate::measure::table::Table;
use crate::stdout::{self, Reported};
use anyhow::ensure;
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(
    after_help = "It fails where a bound does not hold, or was not measured.\n\nExamples:\n  \
    near-ed25519 bounds\n  near-ed25519 bounds --json | jq '.[] | {bound, left: (.at_most - .measured)}'"
)]
pub struct BoundsArgs {
    /// Print JSON: a list of bounds, with the machine of each
    #[arg(long)]
    json: bool,
    /// Folder of what was recorded
    #[arg(long, value_name = "FOLDER", default_value = "benches/recorded")]
    recorded: PathBuf,
}

/// A bound, and where it was measured.
#[derive(Serialize)]
struct RecordedBound {
    #[serde(flatten)]
    bound: Bound,
    /// The processor.
    machine: String,
}

pub(crate) fn run(args: &BoundsArgs) -> anyhow::Result<()> {
    let bounds = recorded(&EXPERIMENTS, &args.recorded)?;
    match args.json {
        true => stdout::json(&bounds)?,
        false => stdout::line(&table(&bounds).text())?,
    }
    ensure_all_hold(&bounds)
}

fn recorded(
    experiments: &[&dyn AnyExperiment],
    folder: &Path,
) -> anyhow::Result<Vec<RecordedBound>> {
    let mut bounds = Vec::new();
    for experiment in experiments {
        let (recording, findings) = experiment.recorded(folder)?;
        let machine = &recording.run.machine.cpu;
        bounds.extend(findings.bounds.into_iter().map(|bound| RecordedBound {
            bound,
            machine: machine.clone(),
        }));
    }
    Ok(bounds)
}

fn table(bounds: &[RecordedBound]) -> Table {
    let mut table = Table::new(["", "at most", "measured", "holds"]);
    for RecordedBound { bound, machine } in bounds {
        let group = format!("{}, on {machine}", bound.experiment);
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
    use crate::compare::Compare;
    use crate::experiments::tests::recording;
    use near_runtime_ext::Backend;
    use serde_json::{Value, json};

    /// The one bound of a comparison in which the host function takes so many thousandths of native.
    fn compared(host: Option<u64>) -> Vec<RecordedBound> {
        let is_host = |row: &str| row == format!("host on {}", Backend::default());
        let mut recording = recording::<Compare>(|row, _| match host {
            Some(thousandths) if is_host(row) => thousandths,
            _ => 1_000,
        });
        if host.is_none() {
            let row = recording.run.rows.iter_mut().find(|row| is_host(&row.name));
            row.expect("a row").unavailable = Some("not here".to_owned());
            recording.samples.retain(|sample| !is_host(&sample.row));
        }
        let folder = tempfile::tempdir().expect("a folder");
        recording
            .write(&folder.path().join("compare"))
            .expect("written");
        recorded(&[&Compare], folder.path()).expect("it may be published")
    }

    #[test]
    fn a_bound_holds_where_what_was_measured_is_no_more() {
        for (host, holds) in [(Some(1_050), true), (Some(1_051), false), (None, false)] {
            let bounds = compared(host);
            let host = host.map(|thousandths| thousandths as f64 / 1e3);
            assert_eq!(ensure_all_hold(&bounds).is_ok(), holds, "{host:?}");
            let json = serde_json::to_value(&bounds).expect("JSON");
            let bound = json.as_array().expect("a list").first().expect("a bound");
            assert_eq!(bound["measured"], json!(host));
            assert_eq!(bound["holds"], json!(holds));
            assert_eq!(bound["experiment"], "compare");
            for (member, is_kind) in [
                ("bound", Value::is_string as fn(&Value) -> bool),
                ("at_most", Value::is_f64),
                ("machine", Value::is_string),
            ] {
                assert!(is_kind(&bound[member]), "{bound}");
            }
            let text = table(&bounds).text();
            let shown = host.map_or("not measured".to_owned(), |host| format!("{host:.3}"));
            assert!(
                text.contains(&shown) && text.contains("compare, on "),
                "{text}"
            );
        }
    }

    #[test]
    fn every_bound_holds_as_recorded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recorded");
        let bounds = recorded(&EXPERIMENTS, &folder).expect("recordings that may be published");
        ensure_all_hold(&bounds).expect("every bound holds");
    }
}
