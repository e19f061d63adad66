//! `near-ed25519 engines`: what each engine takes to compile, load and call a contract, and how much gas
//! a second it runs through.

use crate::compare::{Contender as _, ContractMethod, Signed};
use crate::measure::command::Measuring;
use crate::measure::experiment::{Bench, Experiment, Findings, Row};
use crate::measure::recording::Recording;
use crate::measure::table::Table;
use crate::measure::worker::Clock;
use crate::process::Effort;
use anyhow::{Context as _, ensure};
use near_runtime_ext::{Backend, Compiler, Contract, Runtime};
use serde_json::json;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use test_contracts::{Build, signature_verifier};

/// A first call of the build `host`, of a contract that is not in the cache: compiling it, mostly.
const FIRST: &str = "first call";
/// The same where the cache folder has it.
const LOADED: &str = "from the cache folder";
/// A call of a method that does nothing, of a contract in memory.
const WARM: &str = "warm call";

/// Warm calls in a turn, of which the least is the sample.
const CALLS: u32 = 400;
/// Signatures in a run of a build: as many as most of the gas that a call can have pays for in Wasm.
const SIGNATURES: u32 = 100;

#[derive(clap::Args)]
#[command(
    after_help = "Times are worth what the machine is: close what else runs.\n\nExamples:\n  \
    near-ed25519 engines\n  near-ed25519 engines --json | jq -r '.engines[] | \"\\(.name) \\(.columns)\"'\n  \
    near-ed25519 engines --out engines"
)]
pub struct EnginesArgs {
    #[command(flatten)]
    pub(crate) measuring: Measuring,
}

/// The contract `signature-verifier`, on every engine.
pub(crate) struct Engines;

fn backends() -> impl Iterator<Item = Backend> {
    let overlays = Compiler::ALL.map(Backend::Overlay);
    [Backend::Nearcore].into_iter().chain(overlays)
}

impl Experiment for Engines {
    const NAME: &'static str = "engines";
    const USUAL: Effort = Effort {
        launches: 2,
        rounds: 5,
    };
    const QUICK: Effort = Effort {
        launches: 1,
        rounds: 1,
    };

    fn rows() -> Vec<Row> {
        let row = |backend: Backend| Row {
            name: backend.to_string(),
            group: String::new(),
            unavailable: None,
        };
        backends().map(row).collect()
    }

    fn columns() -> anyhow::Result<Vec<String>> {
        let calls = [FIRST, LOADED, WARM].map(str::to_owned);
        Ok(calls
            .into_iter()
            .chain(Build::ALL.map(|it| it.to_string()))
            .collect())
    }

    fn bench(rows: &[Row], cache: &Path) -> anyhow::Result<Box<dyn Bench>> {
        let mut engines = HashMap::new();
        let is_asked_for = |it: &Backend| rows.iter().any(|row| row.name == it.to_string());
        for backend in backends().filter(is_asked_for) {
            let mut warm = deploy(backend, Some(cache))?;
            noop(&mut warm)?;
            let builds = Build::ALL.map(|build| {
                let method = ContractMethod::new(backend, build, cache)?;
                anyhow::Ok((build.to_string(), method))
            });
            let builds = builds.into_iter().collect::<Result<_, _>>()?;
            engines.insert(
                backend.to_string(),
                Engine {
                    backend,
                    cache: cache.to_owned(),
                    warm,
                    builds,
                },
            );
        }
        Ok(Box::new(Ready(engines)))
    }

    fn findings(&self, recording: &Recording) -> anyhow::Result<Findings> {
        let run = &recording.run;
        let builds = Build::ALL.map(|build| format!("Tgas a second, {build}"));
        let calls = [
            "engine",
            "first call, ms",
            "from the cache folder, ms",
            "warm call, us",
        ];
        let mut table = Table::new(calls.map(str::to_owned).into_iter().chain(builds));
        let mut engines = Vec::new();
        for Row { name, .. } in &run.rows {
            let (mut cells, mut found) = (Vec::new(), serde_json::Map::new());
            for column in &run.columns {
                let Some(times) = recording.times(name, column) else {
                    cells.push(String::new());
                    continue;
                };
                let ns = times.least_ns;
                let (cell, value) = match (column.as_str(), recording.gas(name, column)?) {
                    (FIRST, _) => (format!("{:.1}", ns / 1e6), json!({ "least_ns": ns })),
                    (LOADED, _) => (format!("{:.2}", ns / 1e6), json!({ "least_ns": ns })),
                    (_, None) => (format!("{:.1}", ns / 1e3), json!({ "least_ns": ns })),
                    (_, Some(gas)) => {
                        // Gas is in units, a Tgas is 10^12 of them, a second 10^9 ns.
                        let per_second = gas as f64 / ns / 1e3;
                        let value = json!({ "least_ns": ns, "tgas_per_second": per_second });
                        (format!("{per_second:.1}"), value)
                    }
                };
                cells.push(cell);
                found.insert(column.clone(), value);
            }
            table.row("", name, cells);
            engines.push(json!({ "name": name, "columns": found }));
        }
        let on = recording.measured_on();
        Ok(Findings {
            caption: "The contract `signature-verifier` on every engine".to_owned(),
            bounds: Vec::new(),
            blocks: vec![(
                "engines",
                format!(
                    "{}\nThe contract is `signature-verifier`. {on}",
                    table.markdown()
                ),
            )],
            table,
            files: Vec::new(),
            json: json!({ "engines": engines }),
        })
    }
}

struct Ready(HashMap<String, Engine>);

struct Engine {
    backend: Backend,
    cache: PathBuf,
    warm: Contract,
    builds: HashMap<String, ContractMethod>,
}

impl Bench for Ready {
    fn turn(&mut self, row: &str, column: &str, clock: &mut Clock) -> anyhow::Result<()> {
        let engine = self.0.get_mut(row).context("an engine of this name")?;
        let elapsed = match column {
            FIRST => noop(&mut deploy(engine.backend, None)?)?,
            LOADED => noop(&mut deploy(engine.backend, Some(&engine.cache))?)?,
            WARM => {
                let calls = (0..CALLS).map(|_| noop(&mut engine.warm));
                let calls = calls.collect::<Result<Vec<_>, _>>()?;
                calls.into_iter().min().context("there are calls")?
            }
            build => {
                let method = engine.builds.get_mut(build);
                let method = method.context("a build of this name")?;
                let run = method.verify(&Signed::NEP, SIGNATURES)?;
                ensure!(run.is_accepted, "refused the NEP's signature");
                clock.gas(run.burnt_gas.context("a contract burns gas")?)?;
                run.elapsed
            }
        };
        clock.time(1, 0, elapsed)
    }
}

/// The contract, in a runtime that has not seen it.
fn deploy(backend: Backend, cache: Option<&Path>) -> anyhow::Result<Contract> {
    let mut builder = Runtime::builder().backend(backend);
    if let Some(folder) = cache {
        builder = builder.cache_folder(folder);
    }
    let wasm = signature_verifier(Build::Host).wasm();
    let runtime = builder.build()?;
    Ok(runtime.deploy("contract.near".parse()?, wasm.to_vec())?)
}

fn noop(contract: &mut Contract) -> anyhow::Result<Duration> {
    let outcome = contract.call("noop").transact()?;
    ensure!(outcome.is_success(), "{:?}", outcome.failure);
    Ok(outcome.wall)
}
