//! All experiments, for `report` and `bounds`.

use crate::batches::Batches;
use crate::calibrate::{Proofs, Signatures, Verify};
use crate::chains::Chains;
use crate::compare::Compare;
use crate::frost::Frost;
use crate::headers::Headers;
use crate::machine::Machine;
use crate::measure::{Experiment, Findings, Measured, Recording};
use crate::vrf::Vrf;
use anyhow::Context as _;
use std::iter;
use std::path::Path;

/// All experiments. A new one needs a line here, and a command.
pub(crate) static EXPERIMENTS: [AnyExperiment; 9] = [
    AnyExperiment::new::<Verify>(),
    AnyExperiment::new::<Signatures>(),
    AnyExperiment::new::<Proofs>(),
    AnyExperiment::new::<Compare>(),
    AnyExperiment::new::<Batches>(),
    AnyExperiment::new::<Headers>(),
    AnyExperiment::new::<Chains>(),
    AnyExperiment::new::<Frost>(),
    AnyExperiment::new::<Vrf>(),
];

/// The findings of an experiment's recordings, each with its machine.
type Recorded = Vec<(Machine, Findings)>;

/// An experiment without its type.
pub(crate) struct AnyExperiment {
    pub(crate) name: &'static str,
    /// Reads and evaluates its recording in the folder of all recordings, then those of other
    /// processors; an error if it is missing or one must not be published.
    pub(crate) recorded: fn(&Path) -> anyhow::Result<Recorded>,
    #[cfg(test)]
    check_names: fn(),
}

impl AnyExperiment {
    const fn new<E: Experiment>() -> Self {
        Self {
            name: E::NAME,
            recorded: recorded::<E>,
            #[cfg(test)]
            check_names: tests::check_names::<E>,
        }
    }
}

fn recorded<E: Experiment>(folder: &Path) -> anyhow::Result<Recorded> {
    let folder = folder.join(E::NAME);
    let recording = Recording::read(&folder, E::NAME)?;
    let name = || folder.display().to_string();
    let measured = Measured::new(&E::cells(), &recording);
    let all = iter::once(&measured).chain(&measured.elsewhere);
    let findings = all.map(|it| {
        it.recording.check()?;
        Ok((it.recording.run.machine.clone(), E::findings(it)?))
    });
    findings.collect::<anyhow::Result<_>>().with_context(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Cell as _, Effort, SEARCH, Sample, cell::rows};
    use std::collections::BTreeSet;

    pub(super) fn check_names<E: Experiment>() {
        let cells = E::cells();
        let names: BTreeSet<_> = cells.iter().map(|it| (it.row(), it.column())).collect();
        assert_eq!(names.len(), cells.len(), "{}", E::NAME);
        let rows = rows(&cells);
        let names: BTreeSet<_> = rows.iter().map(|row| &row.name).collect();
        assert_eq!(names.len(), rows.len(), "{}", E::NAME);
        let mut groups: Vec<_> = rows.iter().map(|row| &row.group).collect();
        groups.dedup();
        let distinct: BTreeSet<_> = groups.iter().collect();
        assert_eq!(distinct.len(), groups.len(), "{groups:?}");
        assert!(cells.iter().all(|it| it.column() != SEARCH));
    }

    #[test]
    fn names_differ_and_rows_and_groups_stand_together() {
        for experiment in &EXPERIMENTS {
            (experiment.check_names)();
        }
    }

    /// Prepares all cells that this machine can measure, which checks the verdicts of their
    /// contenders.
    fn check_contenders<E: Experiment>() {
        let mut cells = E::cells();
        cells.retain(|cell| cell.unavailable().is_none());
        let folder = tempfile::tempdir().expect("a folder");
        let error = E::bench(&cells, folder.path()).err();
        assert!(error.is_none(), "{}: {error:?}", E::NAME);
    }

    #[test]
    fn every_contender_takes_what_is_good_and_no_forgery() {
        check_contenders::<Compare>();
        check_contenders::<Batches>();
        check_contenders::<Vrf>();
    }

    #[test]
    fn what_was_interrupted_or_has_no_commit_or_lacks_a_row_is_refused() {
        let refused = |change: fn(&mut Recording)| {
            let cells = Compare::cells();
            let mut it = Recording::new(Compare::NAME, &cells, Effort::new(1, 1), 1);
            it.run.machine.commit = "0123456789ab".to_owned();
            it.samples.extend(cells.iter().map(|cell| Sample {
                row: cell.row(),
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
