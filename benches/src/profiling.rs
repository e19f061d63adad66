//! `near-ed25519-bench profiling`: what it costs to record the gas of each function.

use crate::headers::verify;
use crate::measure::{
    At, Bench, Cell as _, Clock, Experiment, Findings, Measured, Subject as _, cell,
};
use crate::verification::named;
use near_ed25519::light_clients::made_up::headers;
use near_ed25519::light_clients::runtime_builder;
use std::path::Path;
use test_contracts::Build;

/// The same header in a build.
type Cell = At<Build, Run>;

named! {
    /// How the header is run.
    pub(crate) Run:
    Plain "ms";
    Recorded "ms, functions recorded";
}

const BUILDS: [Build; 3] = [Build::Host, Build::HostMany, Build::Wasm];

impl cell::Subject for Build {}

/// A header of 150 validators in three builds.
pub(crate) struct Profiling;

impl Experiment for Profiling {
    type Cell = Cell;
    const NAME: &'static str = "profiling";
    const EXAMPLES: &'static str = "Times depend on the machine: close other programs.\n\n\
    Examples:\n  near-ed25519-bench profiling --out profiling\n  near-ed25519-bench profiling --quick";

    fn cells() -> Vec<Cell> {
        let both = |build: Build| Run::ALL.map(|run| build.at(run));
        BUILDS.into_iter().flat_map(both).collect()
    }

    fn bench(_: &[Cell], cache: &Path) -> anyhow::Result<Bench<Cell>> {
        let runtime = runtime_builder().cache_folder(cache).build()?;
        let headers = headers()?;
        Ok(Box::new(move |cell: Cell, clock: &mut Clock| {
            let is_recorded = cell.at == Run::Recorded;
            let verify = || verify(&headers[0], &runtime, cell.subject, is_recorded);
            let outcome = verify()?; // other cells have left the caches cold
            clock.gas(outcome.burnt_gas.as_gas())?;
            clock.times(1, || Ok(verify()?.wall))
        }))
    }

    fn findings(measured: &Measured<'_, Cell>) -> anyhow::Result<Findings> {
        let ms = |cell| measured.times(cell).map(|it| it.us() / 1e3);
        let table = measured.table(
            ["", "ms", "functions recorded", "times"],
            |cell| Some(cell.row()),
            |cell| {
                let recorded = cell.subject.at(Run::Recorded);
                let ratio = measured.ratio(recorded, cell);
                Ok(vec![
                    ms(cell).map(|it| format!("{it:.3}")),
                    ms(recorded).map(|it| format!("{it:.3}")),
                    ratio.map(|it| format!("{it:.2}")),
                ])
            },
        )?;
        let caption =
            "A header of a light client, with the gas of its functions recorded and without:";
        let blocks = ["profiling times", "profiling times on"];
        measured.findings(caption, table, blocks, "", |_| None)
    }
}
