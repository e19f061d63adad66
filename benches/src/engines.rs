//! `near-ed25519 engines`: what each engine takes to compile, load and call a contract, and how much gas
//! a second it runs through.

use crate::cli;
use crate::compare::{Contender as _, ContractMethod, Signed};
use crate::machine::Machine;
use crate::stdout;
use anyhow::{Context as _, ensure};
use comfy_table::Table;
use near_runtime_ext::{Backend, Compiler, Contract, Gas, Runtime, replace_file};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::time::Duration;
use test_contracts::{Build, signature_verifier};

/// First calls and runs of which the least counts.
const RUNS: u32 = 5;
/// Calls of a method that does nothing, of which the least counts.
const CALLS: u32 = 2000;
/// Signatures in a run: as many as most of the gas that a call can have pays for in Wasm.
const SIGNATURES: u32 = 100;

/// What was measured, and on what.
#[derive(Serialize, Deserialize)]
pub(crate) struct Engines {
    machine: Machine,
    /// nearcore's runner first.
    engines: Vec<Engine>,
}

/// One engine, by the contract `signature-verifier`.
#[derive(Serialize, Deserialize)]
struct Engine {
    name: String,
    /// A first call of the build `host`, of a contract that is not in the cache: compiling it, mostly.
    compile_us: u64,
    /// The same where the cache folder has it.
    load_us: u64,
    /// A call of a method that does nothing, of a contract in memory.
    noop_ns: u64,
    builds: Vec<Running>,
}

/// A build that verifies.
#[derive(Serialize, Deserialize)]
struct Running {
    build: String,
    /// Gas that a second pays for.
    gas_per_second: u64,
}

pub(crate) fn run(args: &cli::Engines) -> anyhow::Result<()> {
    let measured = match &args.from {
        Some(path) => Engines::read(path)?,
        None => Engines::measure()?,
    };
    if let Some(path) = &args.out {
        let mut json = serde_json::to_vec_pretty(&measured)?;
        json.push(b'\n');
        replace_file(path, &json).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if args.json {
        return stdout::line(&serde_json::to_string(&measured)?);
    }
    let [head, rows @ ..] = &measured.cells()[..] else {
        return Ok(());
    };
    let mut table = Table::new();
    table.set_header(head).add_rows(rows);
    stdout::line(&table.to_string())
}

impl Engines {
    fn measure() -> anyhow::Result<Self> {
        let overlays = Compiler::ALL.map(Backend::Overlay);
        let backends = [Backend::Nearcore].into_iter().chain(overlays);
        Ok(Self {
            machine: Machine::this(),
            engines: backends.map(Engine::measure).collect::<Result<_, _>>()?,
        })
    }

    /// # Errors
    ///
    /// There is no such file, or it is not what `engines --out` writes.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_slice(&text)
            .with_context(|| format!("{} is no file of `engines`", path.display()))
    }

    /// The table, its head first.
    fn cells(&self) -> Vec<Vec<String>> {
        let head = [
            "engine",
            "first call, ms",
            "from the cache folder, ms",
            "warm call, us",
        ];
        let mut head: Vec<_> = head.map(str::to_owned).into();
        let builds = self.engines.first().map_or(&[][..], |it| &it.builds);
        head.extend(
            builds
                .iter()
                .map(|it| format!("Tgas a second, {}", it.build)),
        );
        let mut rows = vec![head];
        rows.extend(self.engines.iter().map(|engine| {
            let mut row = vec![
                engine.name.clone(),
                format!("{:.1}", engine.compile_us as f64 / 1e3),
                format!("{:.2}", engine.load_us as f64 / 1e3),
                format!("{:.1}", engine.noop_ns as f64 / 1e3),
            ];
            let tgas = |it: &Running| format!("{:.1}", it.gas_per_second as f64 / 1e12);
            row.extend(engine.builds.iter().map(tgas));
            row
        }));
        rows
    }

    /// The table, in Markdown.
    pub(crate) fn markdown(&self) -> String {
        let rows = self.cells();
        let mut lines: Vec<_> = rows
            .iter()
            .map(|row| format!("| {} |", row.join(" | ")))
            .collect();
        let columns = rows.first().map_or(0, Vec::len);
        lines.insert(1, "|---".repeat(columns) + "|");
        format!(
            "{}\n\nThe contract is `signature-verifier`; the least of {RUNS} on {}.\n",
            lines.join("\n"),
            self.machine.cpu
        )
    }
}

impl Engine {
    fn measure(backend: Backend) -> anyhow::Result<Self> {
        let cache = tempfile::tempdir()?;
        let build = |build| Running::measure(backend, build, cache.path());
        let builds = Build::ALL
            .into_iter()
            .map(build)
            .collect::<Result<_, _>>()?;
        let least = |mut run: Box<dyn FnMut() -> anyhow::Result<Duration> + '_>, runs| {
            let times = (0..runs).map(|_| run()).collect::<Result<Vec<_>, _>>()?;
            times.into_iter().min().context("there are runs")
        };
        let compile = least(Box::new(|| noop(&mut deploy(backend, None)?)), RUNS)?;
        let load = least(
            Box::new(|| noop(&mut deploy(backend, Some(cache.path()))?)),
            RUNS,
        )?;
        let mut contract = deploy(backend, Some(cache.path()))?;
        let warm = least(Box::new(|| noop(&mut contract)), CALLS)?;
        Ok(Self {
            name: backend.to_string(),
            compile_us: u64::try_from(compile.as_micros())?,
            load_us: u64::try_from(load.as_micros())?,
            noop_ns: u64::try_from(warm.as_nanos())?,
            builds,
        })
    }
}

impl Running {
    fn measure(backend: Backend, build: Build, cache: &Path) -> anyhow::Result<Self> {
        let mut method = ContractMethod::new(backend, build, cache)?;
        let mut best = 0;
        for _ in 0..RUNS {
            let run = method.verify(&Signed::NEP, SIGNATURES)?;
            ensure!(run.is_accepted, "refused the NEP's signature");
            let gas = run.burnt_gas.context("a contract burns gas")?;
            let per_second = u128::from(gas) * 1_000_000_000 / run.elapsed.as_nanos().max(1);
            best = best.max(u64::try_from(per_second)?);
        }
        Ok(Self {
            build: build.to_string(),
            gas_per_second: best,
        })
    }
}

/// The contract, in a runtime that has not seen it.
fn deploy(backend: Backend, cache: Option<&Path>) -> anyhow::Result<Contract> {
    let mut builder = Runtime::builder().backend(backend);
    if let Some(folder) = cache {
        builder = builder.cache_folder(folder);
    }
    let wasm = signature_verifier(Build::Host).wasm();
    Ok(builder
        .build()?
        .deploy("contract.near".parse()?, wasm.to_vec())?)
}

fn noop(contract: &mut Contract) -> anyhow::Result<Duration> {
    let outcome = contract
        .call("noop")
        .gas(Gas::from_teragas(300))
        .transact()?;
    ensure!(outcome.is_success(), "{:?}", outcome.failure);
    Ok(outcome.wall)
}
