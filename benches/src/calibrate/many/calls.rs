//! Calls of the host function, timed.

use super::cell::{Cell, Family};
use super::items::{items as items_of, signer};
use crate::measure::experiment::{Bench, Row};
use crate::measure::worker::Clock;
use crate::verification::meter::measured;
use crate::verification::placement::at_place;
use anyhow::{Context as _, bail};
use ed25519_lanes::{KeyTables, Layout, Verifier};
use near_parameters::{RuntimeConfig, RuntimeConfigStore};
use near_runtime_ext::PROTOCOL_VERSION;
use near_runtime_ext::VerifyManyParameters;
use near_runtime_ext::host::{Host, HostContext, VerifyMany, bare_context};
use near_runtime_ext::imports::{Gates, Imports};
use near_vm_runner::logic::mocks::mock_external::MockedExternal;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// How many places of the stack each cell is measured at; the slowest counts.
const PLACES: usize = 4;

const NAME: &str = "ed25519_verify_many";

/// Cells that are ready, with their items in the host function's layout.
pub(super) struct Calls {
    network: Network,
    items: HashMap<(String, String), (Cell, Vec<u8>)>,
}

impl Calls {
    pub(super) fn new(rows: &[Row]) -> anyhow::Result<Self> {
        let is_asked_for = |cell: &Cell| rows.iter().any(|row| row.name == cell.row());
        let items = Cell::all().into_iter().filter(is_asked_for);
        let items = items.map(|cell| Ok(((cell.row(), cell.column()), (cell, items_of(cell)?))));
        Ok(Self {
            network: Network::new(),
            items: items.collect::<anyhow::Result<_>>()?,
        })
    }
}

impl Bench for Calls {
    /// Once at each of some places of the stack, of which the slowest counts.
    fn turn(&mut self, row: &str, column: &str, clock: &mut Clock) -> anyhow::Result<()> {
        let cell = self.items.get_mut(&(row.to_owned(), column.to_owned()));
        let (cell, items) = cell.context("a cell of this name")?;
        for stack in clock.places(PLACES) {
            let elapsed = at_place(stack, || self.network.time(*cell, items))?;
            clock.time(1, stack, elapsed)?;
        }
        Ok(())
    }
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
        let verifier = Verifier::with_backend(cell.backend)?;
        if cell.family == Family::Tables {
            let keys = (0..cell.count).map(|number| signer(number).public_key);
            let keys: Vec<_> = keys.collect();
            let tables = KeyTables::new(Layout::MEDIUM, cell.count * Layout::MEDIUM.bytes());
            let ((), elapsed) = measured(|| verifier.build(&tables, &keys));
            return Ok(elapsed);
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
        let (accepted, elapsed) = measured(|| function.call(&mut host, items, &args));
        match accepted {
            Ok(accepted) if accepted == cell.count as u64 => Ok(elapsed),
            other => bail!("{cell:?}: {other:?} accepted"),
        }
    }
}
