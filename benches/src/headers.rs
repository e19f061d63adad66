//! `near-ed25519-bench headers`: the time of a header in a light client, by build and verify backend.

use crate::measure::{Clock, Effort, Experiment, Findings, Recording, Row, lacks};
use anyhow::Context as _;
use ed25519_lanes::{ITEMS_FOR_TABLES, USES_BEFORE_TABLES};
use near_ed25519::light_clients::made_up::{Header, headers};
use near_ed25519::light_clients::runtime_builder;
use near_runtime_ext::{Runtime, Success, VerifyBackend};
use std::path::Path;
use std::sync::LazyLock;
use test_contracts::Build;

/// A header of each made-up chain.
static HEADERS: LazyLock<Vec<Header>> = LazyLock::new(headers);

/// The row that the others are compared with.
const UNIT: &str = "host: dalek";

/// With IFMA and known keys a header takes much less time than with dalek.
const PROMISED: &str = "host: ifma, keys seen before";

/// A header of each made-up chain, verified by every host.
pub(crate) static EXPERIMENT: Experiment = Experiment {
    name: "headers",
    // Enough turns that each row is once at a good place of the stack.
    usual: Effort::new(8, 6),
    quick: Effort::new(2, 2),
    examples: "Times depend on the machine: close other programs. `demo` prints the gas.\n\n\
    Examples:\n  near-ed25519-bench headers --only 'host: dalek' --out headers\n  \
    near-ed25519-bench headers --quick \\\n      --json | jq '.rows[] | {name, ms: (.columns[0].least_ns / 1e6)}'",
    is_steady: false,
    rows,
    findings,
};

/// Builds that call a host function are measured with each verify backend, with and without tables of the
/// header's keys.
fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for build in Build::CLIENT {
        if matches!(build, Build::Wasm | Build::WasmBest) {
            rows.push(row(build, &build.to_string(), None));
            continue;
        }
        for &backend in VerifyBackend::ALL {
            let states: &[_] = match backend {
                VerifyBackend::Dalek => &[("", false)], // it has no tables
                // Portable code builds tables only in batch calls.
                VerifyBackend::Portable if build == Build::Host => &[(", new keys", false)],
                _ => &[(", keys seen before", true), (", new keys", false)],
            };
            rows.extend(states.iter().map(|&(keys, has_tables)| {
                let name = format!("{build}: {backend}{keys}");
                row(build, &name, Some((backend, has_tables)))
            }));
        }
    }
    rows
}

/// A build of the light clients, on a host with this verify backend, with or without tables of keys;
/// `None` if it calls no host function.
fn row(build: Build, name: &str, backend: Option<(VerifyBackend, bool)>) -> Row {
    let prepare = move |cache: &Path| {
        // The folder keeps compiled contracts, as on a node.
        let mut builder = runtime_builder().cache_folder(cache);
        let mut uses = 1;
        if let Some((backend, has_tables)) = backend {
            builder = builder.verify_backend(backend);
            if has_tables {
                // Enough uses for all keys to have tables: each use of a header with n signatures
                // builds the tables of at least n / 32 keys, and n / 32 rounded down is at least n /
                // 64.
                uses = USES_BEFORE_TABLES as usize + 2 * ITEMS_FOR_TABLES;
            } else {
                builder = builder.verify_tables_byte_cap(0);
            }
        }
        let runtime = builder.build()?;
        for header in HEADERS.iter() {
            for _ in 0..uses {
                let verified = verify(header, &runtime, build);
                verified.with_context(|| header.name())?;
            }
        }
        Ok(move |header: usize, clock: &mut Clock| {
            let verify = || verify(&HEADERS[header], &runtime, build);
            let outcome = verify()?; // other rows have left the caches cold
            clock.gas(outcome.burnt_gas.as_gas())?;
            clock.times(1, || Ok(verify()?.wall))
        })
    };
    let unavailable = backend.and_then(|(backend, _)| lacks(backend));
    let headers = HEADERS.iter().map(Header::name);
    Row::new("", name, headers, unavailable, prepare)
}

fn findings(measured: &Recording) -> anyhow::Result<Findings> {
    let names: Vec<_> = HEADERS.iter().map(Header::name).collect();
    let titles = names.iter().map(|it| it.replacen(", ", "\n", 1));
    let titles = [format!("ms (times {UNIT})")].into_iter().chain(titles);
    let ratio = |row: &str, header: &str| measured.ratio((row, header), (UNIT, header));
    let table = measured.table(
        titles,
        |row| Some(row.name.clone()),
        |row| {
            let text = |header: &String| {
                let ms = measured.times((row, header))?.us() / 1e3;
                Some(match ratio(row, header) {
                    Some(ratio) => format!("{ms:.3} ({ratio:.3})"),
                    None => format!("{ms:.3}"),
                })
            };
            Ok(names.iter().map(text).collect())
        },
    )?;
    let promised = format!("{}: {PROMISED}, times {UNIT}", names[0]);
    let ratios = [[(PROMISED, &names[0]), (UNIT, &names[0])]];
    let caption = "A header in a light client, from handing the call to the VM until its outcome:";
    let blocks = ["header times", "header times on"];
    Ok(Findings {
        bounds: vec![measured.bound(promised, 0.45, ratios)],
        ..measured.findings(caption, table, blocks, UNIT, ratio)?
    })
}

/// Verifies with a newly deployed client, since an update changes the state that the next one
/// depends on.
fn verify(header: &Header, runtime: &Runtime, build: Build) -> anyhow::Result<Success> {
    Ok(header.update.outcome(runtime, build)?.into_result()?)
}
