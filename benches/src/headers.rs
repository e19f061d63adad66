//! `near-ed25519-bench headers`: the time of a header in a light client, by build and verify backend.

use crate::measure::{
    At, Bench, Cell as _, Clock, Effort, Experiment, Findings, Measured, Subject as _, cell, lacks,
    ready,
};
use anyhow::{Context as _, ensure};
use ed25519_lanes::{ITEMS_FOR_TABLES, USES_BEFORE_TABLES};
use near_ed25519::light_clients::made_up::{Header, headers};
use near_ed25519::light_clients::runtime_builder;
use near_runtime_ext::{Outcome, Runtime, VerifyBackend};
use std::fmt;
use std::path::Path;
use std::sync::LazyLock;
use test_contracts::Build;

/// A header of each made-up chain.
static HEADERS: LazyLock<Vec<Header>> = LazyLock::new(headers);

/// A build of the light clients, and the host that runs it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Host {
    build: Build,
    /// The verify backend, and whether it keeps tables of keys; `None` for builds that call no host
    /// function.
    backend: Option<(VerifyBackend, bool)>,
}

/// The row that the others are compared with.
const UNIT: Host = Host {
    build: Build::Host,
    backend: Some((VerifyBackend::Dalek, false)),
};

/// Every host. Builds that call a host function are measured with each verify backend, with and
/// without tables of the header's keys; dalek has no tables.
fn hosts() -> Vec<Host> {
    let mut hosts = Vec::new();
    for build in Build::CLIENT {
        let mut push = |backend| hosts.push(Host { build, backend });
        if matches!(build, Build::Wasm | Build::WasmBest) {
            push(None);
            continue;
        }
        for &backend in VerifyBackend::ALL {
            // Portable code builds tables only in batch calls.
            let is_alone = build == Build::Host && backend == VerifyBackend::Portable;
            if backend != VerifyBackend::Dalek && !is_alone {
                push(Some((backend, true)));
            }
            push(Some((backend, false)));
        }
    }
    hosts
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let build = self.build;
        match self.backend {
            None => write!(f, "{build}"),
            Some((backend @ VerifyBackend::Dalek, _)) => write!(f, "{build}: {backend}"),
            Some((backend, true)) => write!(f, "{build}: {backend}, keys seen before"),
            Some((backend, false)) => write!(f, "{build}: {backend}, new keys"),
        }
    }
}

impl Host {
    /// The runtime; `cache` keeps compiled contracts, as on a node.
    fn runtime(&self, cache: &Path) -> anyhow::Result<Runtime> {
        let mut builder = runtime_builder().cache_folder(cache);
        if let Some((backend, has_tables)) = self.backend {
            builder = builder.verify_backend(backend);
            if !has_tables {
                builder = builder.verify_tables_byte_cap(0);
            }
        }
        Ok(builder.build()?)
    }
}

impl cell::Subject for Host {
    fn unavailable(&self) -> Option<&'static str> {
        self.backend.and_then(|(backend, _)| lacks(backend))
    }
}

/// The index of a header in [`HEADERS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Index(usize);

impl fmt::Display for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEADERS[self.0].name())
    }
}

/// A header that a host verifies.
type Cell = At<Host, Index>;

/// With IFMA and known keys a header takes much less time than with dalek.
const PROMISED: Cell = Cell {
    subject: Host {
        build: Build::Host,
        backend: Some((VerifyBackend::Ifma, true)),
    },
    at: Index(0),
};

/// A header of each made-up chain, verified by every host.
pub(crate) struct Headers;

impl Experiment for Headers {
    type Cell = Cell;
    const NAME: &'static str = "headers";
    /// Enough turns that each row is once at a good place of the stack.
    const USUAL: Effort = Effort::new(8, 6);
    const EXAMPLES: &'static str = "Times depend on the machine: close other programs. `demo` prints the gas.\n\n\
    Examples:\n  near-ed25519-bench headers --only 'host: dalek' --out headers\n  \
    near-ed25519-bench headers --quick \\\n      --json | jq '.rows[] | {name, ms: (.columns[0].least_ns / 1e6)}'";

    fn cells() -> Vec<Cell> {
        hosts().into_iter().flat_map(cells_of).collect()
    }

    fn bench(cells: &[Cell], cache: &Path) -> anyhow::Result<Bench<Cell>> {
        ready(cells, Cell::subject, |host| {
            let runtime = host.runtime(cache)?;
            // Enough uses for all keys to have tables: each use of a header with n signatures
            // builds the tables of at least n / 32 keys, and n / 32 rounded down is at least n /
            // 64.
            let learnt = USES_BEFORE_TABLES as usize + 2 * ITEMS_FOR_TABLES;
            let has_tables = host.backend.is_some_and(|(_, has_tables)| has_tables);
            let uses = if has_tables { learnt } else { 1 };
            for header in HEADERS.iter() {
                for _ in 0..uses {
                    let outcome = verify(header, &runtime, host.build);
                    let _: Outcome = outcome.with_context(|| header.name())?;
                }
            }
            Ok(move |cell: Cell, clock: &mut Clock| {
                let verify = || verify(&HEADERS[cell.at.0], &runtime, host.build);
                let outcome = verify()?; // other rows have left the caches cold
                clock.gas(outcome.burnt_gas.as_gas())?;
                clock.times(1, || Ok(verify()?.wall))
            })
        })
    }

    fn findings(measured: &Measured<'_, Cell>) -> anyhow::Result<Findings> {
        let titles = HEADERS.iter().map(|it| it.name().replacen(", ", "\n", 1));
        let titles = [format!("ms (times {UNIT})")].into_iter().chain(titles);
        let ratio = |cell: Cell| measured.ratio(cell, UNIT.at(cell.at));
        let table = measured.table(
            titles,
            |cell| Some(cell.row()),
            |cell| {
                let text = |cell: Cell| {
                    let ms = measured.times(cell)?.us() / 1e3;
                    Some(match ratio(cell) {
                        Some(ratio) => format!("{ms:.3} ({ratio:.3})"),
                        None => format!("{ms:.3}"),
                    })
                };
                Ok(cells_of(cell.subject).map(text).collect())
            },
        )?;
        let (row, column) = (PROMISED.row(), PROMISED.column());
        let promised = format!("{column}: {row}, times {UNIT}");
        let caption =
            "A header in a light client, from handing the call to the VM until its outcome:";
        let blocks = ["header times", "header times on"];
        Ok(Findings {
            bounds: vec![measured.bound(promised, 0.45, &[(PROMISED, UNIT.at(PROMISED.at))])],
            ..measured.findings(caption, table, blocks, &UNIT.to_string(), ratio)?
        })
    }
}

/// The cells of a host.
fn cells_of(host: Host) -> impl Iterator<Item = Cell> {
    (0..HEADERS.len()).map(move |header| host.at(Index(header)))
}

/// Verifies with a newly deployed client, since an update changes the state that the next one
/// depends on.
fn verify(header: &Header, runtime: &Runtime, build: Build) -> anyhow::Result<Outcome> {
    let outcome = header.update.outcome(runtime, build)?;
    ensure!(outcome.is_success(), "{:?}", outcome.failure);
    Ok(outcome)
}
