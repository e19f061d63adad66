//! `near-ed25519-bench vrf`: VRF proofs one by one, in constant and variable time, by batch equations
//! with one verdict for all, and by the lanes of `ed25519-lanes` with a verdict for each; in one run.

mod findings;
mod subjects;

use crate::contender::Rotation;
use crate::measure::{Bench, Clock, Effort, Experiment, Findings, Measured, kept, ready};
use std::collections::HashMap;
use std::path::Path;
use subjects::{Cell, TIMED, pool};

/// The VRF proofs that every contender makes and verifies, for each number at once.
pub(crate) struct Vrf;

impl Experiment for Vrf {
    type Cell = Cell;
    const NAME: &'static str = "vrf";
    const USUAL: Effort = Effort::new(8, 12);
    const QUICK: Effort = Effort::new(2, 2);
    const EXAMPLES: &'static str = "Times depend on the machine: close other programs.\n\n\
    Examples:\n  near-ed25519-bench vrf --only 'variable time, ell2' --only 'avx2, new keys, ell2'\n  \
    near-ed25519-bench vrf --quick --json | jq '.rows[] | {name, us: (.columns[-1].least_ns / 1e3)}'";

    fn cells() -> Vec<Cell> {
        subjects::cells()
    }

    fn bench(cells: &[Cell], _: &Path) -> anyhow::Result<Bench<Cell>> {
        let mut pools = HashMap::new();
        ready(
            cells,
            |cell| cell.subject,
            |subject| {
                let pool = kept(&mut pools, subject.suite, |suite| Ok(pool(suite)))?;
                let mut contender = subject.contender(&pool)?;
                Ok(move |Cell { size, .. }, clock: &mut Clock| {
                    let rotation = Rotation::of(size);
                    rotation.turn(&mut contender, &pool[TIMED], clock, |_, _| Ok(()))
                })
            },
        )
    }

    fn findings(measured: &Measured<'_, Cell>) -> anyhow::Result<Findings> {
        findings::of(measured)
    }
}
