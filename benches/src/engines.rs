//! `near-ed25519 engines`: the time of each engine to compile, load and call a contract, and its
//! gas a second.

use crate::compare::{NEP, backends, contract, deploy};
use crate::contender::verified;
use crate::measure::bound::Bound;
use crate::measure::clock::Clock;
use crate::measure::experiment::{Bench, Experiment, Findings, ready};
use crate::measure::process::Effort;
use crate::measure::recording::Recording;
use crate::measure::row::Row;
use anyhow::{Context as _, ensure};
use near_runtime_ext::{Backend, Contract, Runtime, RuntimeBuilder};
use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;
use test_contracts::Build;

/// A first call of the build `host`, not cached: mostly compilation.
const FIRST: &str = "first call";
/// A first call with the contract in the cache folder.
const LOADED: &str = "from the cache folder";
/// A call of a method that does nothing, with the contract in memory.
const WARM: &str = "warm call";

/// Warm calls in a turn; the sample is the least.
const CALLS: u32 = 400;
/// Signatures in a run of a build: in Wasm they use most of the gas of a call.
const SIGNATURES: usize = 100;

/// End of the command's help.
pub(crate) const EXAMPLES: &str = "Times depend on the machine: close other programs.\n\nExamples:\n  \
    near-ed25519 engines\n  near-ed25519 engines --json | jq '.rows[] | {name, ns: .columns[0].least_ns}'\n  \
    near-ed25519 engines --out engines";

/// The contract `signature-verifier`, on every engine.
pub(crate) struct Engines;

fn on(backend: Backend) -> RuntimeBuilder {
    Runtime::builder().backend(backend)
}

/// The row that others are compared with.
const UNIT: &str = "nearcore";

/// wasmer's Cranelift, for which bounds are stated.
const CRANELIFT: &str = "wasmer/cranelift";

/// Bounds: a row and column, those they are compared with, largest ratio.
const PROMISES: [([&str; 2], [&str; 2], f64); 2] = [
    // The cache is much faster than compiling.
    ([CRANELIFT, LOADED], [CRANELIFT, FIRST], 0.05),
    // ARCHITECTURE.md: the default compiles in less than half of Cranelift's time.
    (["wasmtime/winch", FIRST], [CRANELIFT, FIRST], 0.5),
];

/// Largest time of a warm call on wasmer's Cranelift, in microseconds.
const WARM_US: f64 = 150.0;

impl Experiment for Engines {
    const NAME: &'static str = "engines";
    const USUAL: Effort = Effort::new(2, 5);
    const QUICK: Effort = Effort::new(1, 1);

    fn rows() -> Vec<Row> {
        subjects().into_iter().map(|(row, _)| row).collect()
    }

    fn columns() -> anyhow::Result<Vec<String>> {
        let calls = [FIRST, LOADED, WARM].map(str::to_owned);
        let builds = Build::ALL.map(|it| it.to_string());
        Ok(calls.into_iter().chain(builds).collect())
    }

    fn bench(rows: &[Row], cache: &Path) -> anyhow::Result<Box<dyn Bench>> {
        let signed = vec![NEP.clone(); SIGNATURES];
        ready(rows, subjects(), |backend| {
            let (cache, signed) = (cache.to_owned(), signed.clone());
            let mut warm = deploy(on(backend), Build::Host, Some(&cache))?;
            noop(&mut warm)?;
            let builds = Build::ALL.map(|build| {
                anyhow::Ok((build.to_string(), contract(on(backend), build, &cache)?))
            });
            let mut builds = builds.into_iter().collect::<Result<HashMap<_, _>, _>>()?;
            Ok(move |column: &str, clock: &mut Clock| {
                let elapsed = match column {
                    FIRST => noop(&mut deploy(on(backend), Build::Host, None)?)?,
                    LOADED => noop(&mut deploy(on(backend), Build::Host, Some(&cache))?)?,
                    WARM => {
                        let calls = (0..CALLS).map(|_| noop(&mut warm));
                        let calls = calls.collect::<Result<Vec<_>, _>>()?;
                        calls.into_iter().min().context("there are calls")?
                    }
                    build => {
                        let contract = builds.get_mut(build).context("a build of this name")?;
                        let answer = verified(contract, &signed)?;
                        clock.gas(answer.burnt_gas.context("a contract burns gas")?)?;
                        answer.elapsed
                    }
                };
                clock.time(1, 0, elapsed)
            })
        })
    }

    fn findings(recording: &Recording) -> anyhow::Result<Findings> {
        let builds = Build::ALL.map(|build| format!("Tgas per second, {build}"));
        let calls = "engine | first call, ms | from the cache folder, ms | warm call, us";
        let titles = calls.split(" | ").map(str::to_owned).chain(builds);
        let cell = |name: &str, column: &str| -> anyhow::Result<String> {
            let Some(times) = recording.times(name, column) else {
                return Ok(String::new());
            };
            let ns = times.least_ns;
            Ok(match (column, recording.gas(name, column)?) {
                (FIRST, _) => format!("{:.1}", ns / 1e6),
                (LOADED, _) => format!("{:.2}", ns / 1e6),
                (_, None) => format!("{:.1}", ns / 1e3),
                // Gas is in units, a Tgas is 10^12 of them, a second 10^9 ns.
                (_, Some(gas)) => format!("{:.1}", gas as f64 / ns / 1e3),
            })
        };
        let name = |name: &str| Some(name.to_owned());
        let table = recording.table(titles, name, |row| {
            let columns = recording.run.columns.iter();
            columns.map(|column| cell(&row.name, column)).collect()
        })?;
        let block = table.markdown() + "\nThe contract is `signature-verifier`. ";
        let block = block + &recording.measured_on();
        Ok(Findings {
            caption: "The contract `signature-verifier` on every engine".to_owned(),
            bounds: bounds(recording),
            blocks: vec![("engines", block)],
            table,
            json: recording.rows_json(UNIT)?,
            ..Findings::default()
        })
    }
}

fn bounds(recording: &Recording) -> Vec<Bound> {
    let times = |[row, column]: [&str; 2]| recording.times(row, column);
    let ratios = PROMISES.map(|(promised, unit, at_most)| {
        let both = times(promised).zip(times(unit));
        let ratio = both.map(|(times, unit)| times.beside(&unit));
        let [promised, unit] = [promised, unit].map(|[row, column]| format!("{column} on {row}"));
        Bound::new(format!("{promised}, times {unit}"), at_most, ratio)
    });
    let warm = times([CRANELIFT, WARM]).map(|times| times.least_ns / 1e3);
    let warm = Bound::new(
        format!("{WARM} on {CRANELIFT}, microseconds"),
        WARM_US,
        warm,
    );
    ratios.into_iter().chain([warm]).collect()
}

fn subjects() -> Vec<(Row, Backend)> {
    let row = |backend: Backend| Row::new("", backend.to_string(), None);
    backends().map(|backend| (row(backend), backend)).collect()
}

fn noop(contract: &mut Contract) -> anyhow::Result<Duration> {
    let outcome = contract.call("noop").transact()?;
    ensure!(outcome.is_success(), "{:?}", outcome.failure);
    Ok(outcome.wall)
}
