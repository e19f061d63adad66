//! One measuring process. It prints its samples as CSV, one a line.

use super::items::{items, key};
use super::plan::{Cell, Family, PLACES, cells};
use super::sample::Sample;
use crate::process;
use anyhow::{Context as _, bail};
use ed25519_lanes::{KeyTables, Layout, Verifier};
use near_ed25519::verification::placement::{PAGE, at_place};
use near_parameters::{RuntimeConfig, RuntimeConfigStore};
use near_runtime_ext::PROTOCOL_VERSION;
use near_runtime_ext::VerifyManyParameters;
use near_runtime_ext::host::{Host, HostContext, VerifyMany, bare_context};
use near_runtime_ext::imports::{Gates, Imports};
use near_vm_runner::logic::mocks::mock_external::MockedExternal;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

const NAME: &str = "ed25519_verify_many";

pub(super) fn run(launch: u32, rounds: u32) -> anyhow::Result<()> {
    process::pin();
    let mut output = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(io::stdout().lock());
    let network = Network::new();
    let mut plan = Vec::new();
    for cell in cells() {
        plan.push((cell, items(cell)?, [Duration::MAX; PLACES]));
    }
    let mut random = fastrand::Rng::with_seed(u64::from(launch));
    for _ in 0..rounds {
        random.shuffle(&mut plan);
        for (cell, items, least) in &mut plan {
            for (place, least) in least.iter_mut().enumerate() {
                let stack = place * PAGE / PLACES;
                let elapsed = at_place(stack, || network.time(*cell, items))?;
                *least = elapsed.min(*least);
            }
        }
    }
    plan.sort_unstable_by_key(|(cell, ..)| *cell);
    for (cell, _, least) in plan {
        for (place, least) in least.into_iter().enumerate() {
            let ns = u64::try_from(least.as_nanos())?;
            output.serialize(Sample::new(cell, launch, place * PAGE / PLACES, ns))?;
        }
    }
    Ok(output.flush()?)
}

/// A network that has the function.
struct Network {
    config: Arc<RuntimeConfig>,
    imports: Imports,
}

impl Network {
    fn new() -> Self {
        let config = Arc::clone(RuntimeConfigStore::new(None).get_config(PROTOCOL_VERSION));
        let imports = Imports::new(&config.wasm_config, &Gates::default().open(NAME));
        Self { config, imports }
    }

    fn time(&self, cell: Cell, items: &mut [u8]) -> anyhow::Result<Duration> {
        let verifier = Verifier::with_backend(cell.backend.backend())?;
        if cell.family == Family::Tables {
            let keys: Vec<_> = (0..cell.count)
                .map(|number| key(number).verifying_key().to_bytes())
                .collect();
            let tables = KeyTables::new(Layout::MEDIUM, cell.count * Layout::MEDIUM.bytes());
            let start = Instant::now();
            verifier.build(&tables, &keys);
            return Ok(start.elapsed());
        }
        let wasm_config = &self.config.wasm_config;
        let context = HostContext::from(bare_context(wasm_config.limit_config.max_gas_burnt, None));
        let mut external = MockedExternal::new();
        let fees = Arc::clone(&self.config.fees);
        // Free of charge, so that gas does not bound what is measured.
        let settings = VerifyMany {
            parameters: VerifyManyParameters {
                ed25519_verify_many_base: 1,
                ed25519_verify_many_item: 1,
                ed25519_verify_many_byte: 1,
            },
            verifier,
            // What they cost is measured apart.
            tables: KeyTables::new(Layout::MEDIUM, 0),
        };
        let mut host = Host::new(&mut external, &context, fees, Arc::clone(wasm_config))
            .verifying_many(Arc::new(settings));
        let function = self.imports.get("env", NAME);
        let function = function.context("the gate is open, and nothing behind it")?;
        let args = [items.len() as u64, 0, cell.family.rule() as u64, 0];
        let start = Instant::now();
        let accepted = function.call(&mut host, items, &args);
        let elapsed = start.elapsed();
        match accepted {
            Ok(accepted) if accepted == cell.count as u64 => Ok(elapsed),
            other => bail!("{cell:?}: {other:?} accepted"),
        }
    }
}
