//! All experiments, for `report` and `bounds`.

use crate::calibrate::{many, verify};
use crate::measure::{Experiment, Recording};
use crate::{batches, chains, compare, frost, headers, vrf};
use anyhow::Context as _;
use std::path::Path;

/// All experiments. A new one needs a line here, and a command.
pub(crate) static EXPERIMENTS: [&Experiment; 9] = [
    &verify::EXPERIMENT,
    &many::SIGNATURES,
    &many::PROOFS,
    &compare::EXPERIMENT,
    &batches::EXPERIMENT,
    &headers::EXPERIMENT,
    &chains::EXPERIMENT,
    &frost::EXPERIMENT,
    &vrf::EXPERIMENT,
];

impl Experiment {
    /// Its recording in the folder of all recordings; an error if it is missing or must not be published.
    pub(crate) fn recording(&'static self, folder: &Path) -> anyhow::Result<Recording> {
        let folder = folder.join(self.name);
        let recording = Recording::read(&folder, self)?;
        let check = recording.everywhere().try_for_each(Recording::check);
        check.with_context(|| folder.display().to_string())?;
        Ok(recording)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Effort, SEARCH, Sample};
    use std::collections::BTreeSet;

    #[test]
    fn names_differ_and_groups_stand_together() {
        for experiment in EXPERIMENTS {
            let rows = (experiment.rows)();
            let names: BTreeSet<_> = rows.iter().map(|row| &row.name).collect();
            assert_eq!(names.len(), rows.len(), "{}", experiment.name);
            let mut groups: Vec<_> = rows.iter().map(|row| row.group).collect();
            groups.dedup();
            let distinct: BTreeSet<_> = groups.iter().collect();
            assert_eq!(distinct.len(), groups.len(), "{groups:?}");
            for row in &rows {
                let names: BTreeSet<_> = row.columns.iter().map(|it| &it.0).collect();
                assert_eq!(names.len(), row.columns.len(), "{}", row.name);
                assert!(row.columns.iter().all(|it| it.0 != SEARCH));
            }
        }
    }

    /// Preparing a row checks the verdicts of its contender.
    #[test]
    fn every_contender_takes_what_is_good_and_no_forgery() {
        for experiment in [&compare::EXPERIMENT, &batches::EXPERIMENT, &vrf::EXPERIMENT] {
            let folder = tempfile::tempdir().expect("a folder");
            let mut rows = (experiment.rows)();
            rows.retain(|row| row.unavailable().is_none());
            for row in rows {
                let error = (row.prepare)(folder.path()).err();
                assert!(error.is_none(), "{}: {error:?}", row.name);
            }
        }
    }

    #[test]
    fn what_was_interrupted_or_has_no_commit_or_lacks_a_row_is_refused() {
        let refused = |change: fn(&mut Recording)| {
            let mut it = Recording::new(&compare::EXPERIMENT, Effort::new(1, 1), 1);
            it.run.machine.commit = "0123456789ab".to_owned();
            it.samples.extend(it.run.rows.iter().map(|row| Sample {
                row: row.name.clone(),
                ..Sample::default()
            }));
            change(&mut it);
            it.check().err().map(|error| error.to_string())
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
