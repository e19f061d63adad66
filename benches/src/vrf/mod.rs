//! `near-ed25519-bench vrf`: VRF proofs one by one, in constant and variable time, by batch equations
//! with one verdict for all, and by the lanes of `ed25519-lanes` with a verdict for each; in one run.

mod findings;
mod pool;
mod subjects;

use crate::contender::Contender;
use crate::measure::clock::Clock;
use crate::measure::experiment::{Bench, Experiment, Findings, ready};
use crate::measure::process::Effort;
use crate::measure::recording::Recording;
use crate::measure::row::Row;
use crate::rotation::Rotation;
use pool::{Pools, Proved, TIMED};
use std::path::Path;
use std::rc::Rc;
use subjects::{Subject, subjects};

/// Numbers of proofs at once.
const SIZES: [usize; 8] = [1, 2, 4, 8, 16, 64, 256, 1_024];

/// The column of one proof.
const ALONE: &str = "1";

/// End of the help.
pub(crate) const EXAMPLES: &str = "Times depend on the machine: close other programs.\n\n\
    Examples:\n  near-ed25519-bench vrf --only 'variable time, ell2' --only 'avx2, new keys, ell2'\n  \
    near-ed25519-bench vrf --quick --json | jq '.rows[] | {name, us: (.columns[-1].least_ns / 1e3)}'";

/// VRF proofs made and verified by every contender, for each number at once.
pub(crate) struct Vrf;

impl Experiment for Vrf {
    const NAME: &'static str = "vrf";
    const USUAL: Effort = Effort::new(8, 12);
    const QUICK: Effort = Effort::new(2, 2);

    fn rows() -> Vec<Row> {
        subjects().into_iter().map(|(row, _)| row).collect()
    }

    fn columns() -> anyhow::Result<Vec<String>> {
        Ok(SIZES.iter().map(usize::to_string).collect())
    }

    fn columns_of(row: &Row) -> anyhow::Result<Vec<String>> {
        let mut subjects = subjects().into_iter();
        let subject = subjects.find(|(it, _)| it.name == row.name);
        let sizes = subject.map_or(&SIZES[..], |(_, subject)| subject.sizes());
        Ok(sizes.iter().map(usize::to_string).collect())
    }

    fn bench(rows: &[Row], _: &Path) -> anyhow::Result<Box<dyn Bench>> {
        let mut pools = Pools::default();
        ready(rows, subjects(), |subject: Subject| {
            let pool = pools.of(subject.suite);
            let mut contender: Contender<Proved> = subject.contender(&pool)?;
            Ok(move |column: &str, clock: &mut Clock| {
                let timed = &Rc::clone(&pool)[TIMED];
                let rotation = Rotation::of(column.parse()?);
                rotation.turn(&mut contender, timed, clock, |_, _| Ok(()))
            })
        })
    }

    fn findings(recording: &Recording) -> anyhow::Result<Findings> {
        findings::of(recording)
    }
}
