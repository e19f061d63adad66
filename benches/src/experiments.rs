//! All experiments, for `report`, `bounds` and measuring processes.

use crate::batches::Batches;
use crate::calibrate::{PriceMany, PriceProofs, PriceVerify};
use crate::compare::Compare;
use crate::frost::Frost;
use crate::headers::Headers;
use crate::measure::experiment::{Experiment, Findings};
use crate::measure::recording::Recording;
use crate::measure::worker::{self, Worker};
use crate::vrf::Vrf;
use anyhow::Context as _;
use std::path::Path;

/// All experiments. A new one needs a line here, and a command.
pub(crate) static EXPERIMENTS: [AnyExperiment; 8] = [
    AnyExperiment::new::<PriceVerify>(),
    AnyExperiment::new::<PriceMany>(),
    AnyExperiment::new::<PriceProofs>(),
    AnyExperiment::new::<Compare>(),
    AnyExperiment::new::<Batches>(),
    AnyExperiment::new::<Headers>(),
    AnyExperiment::new::<Frost>(),
    AnyExperiment::new::<Vrf>(),
];

/// An experiment without its type.
pub(crate) struct AnyExperiment {
    pub(crate) name: &'static str,
    work: fn(&Worker) -> anyhow::Result<()>,
    /// Reads and evaluates its recording in the folder of all recordings; an error if it is missing
    /// or must not be published.
    pub(crate) recorded: fn(&Path) -> anyhow::Result<(Recording, Findings)>,
}

impl AnyExperiment {
    const fn new<E: Experiment>() -> Self {
        Self {
            name: E::NAME,
            work: worker::run::<E>,
            recorded: recorded::<E>,
        }
    }
}

fn recorded<E: Experiment>(folder: &Path) -> anyhow::Result<(Recording, Findings)> {
    let folder = folder.join(E::NAME);
    let recording = Recording::read(&folder, E::NAME)?;
    let name = || folder.display().to_string();
    recording.check().with_context(name)?;
    let recording = recording.of_rows(&E::rows());
    let findings = E::findings(&recording).with_context(name)?;
    Ok((recording, findings))
}

/// One measuring process, of any experiment.
#[derive(clap::Args)]
pub(crate) struct WorkerArgs {
    #[arg(value_parser = |name: &str| {
        EXPERIMENTS.iter().find(|it| it.name == name).context("no such experiment")
    })]
    experiment: &'static AnyExperiment,
    #[arg(value_parser = |text: &str| serde_json::from_str::<Worker>(text))]
    worker: Worker,
}

pub(crate) fn work(args: &WorkerArgs) -> anyhow::Result<()> {
    (args.experiment.work)(&args.worker)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::measure::bound::Bound;
    use crate::measure::process::Effort;
    use crate::measure::row::Row;
    use crate::measure::sample::Sample;
    use std::collections::BTreeSet;

    /// A publishable recording in which every row takes `ns(row, column)`, on any machine.
    pub(crate) fn recording<E: Experiment>(ns: impl Fn(&str, &str) -> u64) -> Recording {
        let effort = Effort::new(1, 1);
        let mut recording = Recording::new(
            E::NAME,
            (E::rows(), E::columns().expect("columns")),
            effort,
            1,
        );
        recording.run.machine.commit = "0123456789ab".to_owned();
        for row in &recording.run.rows {
            let columns = recording.run.columns.iter();
            recording.samples.extend(columns.map(|column| Sample {
                row: row.name.clone(),
                column: column.clone(),
                iterations: 1,
                value: ns(&row.name, column),
                ..Sample::default()
            }));
        }
        recording
    }

    /// The experiment's rows, and its bounds where all rows take equally long.
    fn rows_and_bounds<E: Experiment>() -> (Vec<Row>, Vec<Bound>) {
        let findings = E::findings(&recording::<E>(|_, _| 1_000));
        (E::rows(), findings.expect("findings").bounds)
    }

    #[test]
    fn names_differ_and_groups_stand_together_and_promises_are_of_somebody() {
        for (rows, bounds) in [
            rows_and_bounds::<Compare>(),
            rows_and_bounds::<Batches>(),
            rows_and_bounds::<Headers>(),
            rows_and_bounds::<Frost>(),
            rows_and_bounds::<Vrf>(),
        ] {
            let names: BTreeSet<_> = rows.iter().map(|row| &row.name).collect();
            assert_eq!(names.len(), rows.len());
            let mut groups: Vec<_> = rows.iter().map(|row| &row.group).collect();
            groups.dedup();
            let distinct: BTreeSet<_> = groups.iter().collect();
            assert_eq!(distinct.len(), groups.len(), "{groups:?}");
            let nobodys = bounds.iter().find(|bound| bound.measured.is_none());
            assert_eq!(nobodys, None);
        }
    }

    #[test]
    fn what_was_interrupted_or_has_no_commit_or_lacks_a_row_is_refused_by_name() {
        let refused = |change: fn(&mut Recording)| {
            let mut recording = recording::<Compare>(|_, _| 1_000);
            change(&mut recording);
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("compare");
            recording.write(&path).expect("written");
            let error = recorded::<Compare>(folder.path()).err();
            error.map(|error| {
                let error = format!("{error:#}");
                let reason = error.strip_prefix(&format!("{}: ", path.display()));
                reason.expect("it names the folder").to_owned()
            })
        };
        assert_eq!(refused(|_| ()), None);
        for (change, reason) in [
            (
                (|it| it.run.ended_early = Some("interrupted".to_owned())) as fn(&mut Recording),
                "the measurement ended early: interrupted",
            ),
            (
                |it| it.run.machine.commit += "-dirty",
                "it was not measured from a commit: 0123456789ab-dirty",
            ),
            (
                |it| it.samples.retain(|sample| sample.row != "ring"),
                "it has no samples of ring",
            ),
        ] {
            assert_eq!(refused(change).as_deref(), Some(reason));
        }
    }
}
