//! Timed calls of the host function.

use super::cell::{Cell, Family};
use super::items::{items as items_of, signer};
use crate::measure::clock::Clock;
use crate::measure::experiment::Bench;
use crate::measure::row::Row;
use crate::verification::meter::measured;
use crate::verification::network::{Network, VERIFY_MANY};
use crate::verification::placement::at_place;
use anyhow::{Context as _, bail};
use ed25519_lanes::{KeyTables, Layout, Verifier};
use near_runtime_ext::VerifyManyParameters;
use near_runtime_ext::host::Verification;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// Places of the stack that each cell is measured at; the slowest counts.
const PLACES: usize = 4;

/// Cells of the measured rows, with their items in the host function's layout.
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
    /// One call at each of several places of the stack, of which the slowest counts.
    fn turn(&mut self, row: &str, column: &str, clock: &mut Clock) -> anyhow::Result<()> {
        let cell = self.items.get_mut(&(row.to_owned(), column.to_owned()));
        let (cell, items) = cell.context("a cell of this name")?;
        for stack in clock.places(PLACES) {
            let elapsed = at_place(stack, || time(&self.network, *cell, items))?;
            clock.time(1, stack, elapsed)?;
        }
        Ok(())
    }
}

fn time(network: &Network, cell: Cell, items: &mut [u8]) -> anyhow::Result<Duration> {
    let verifier = Verifier::with_backend(cell.backend)?;
    if cell.family == Family::Tables {
        let keys = (0..cell.count).map(|number| signer(number).public_key);
        let keys: Vec<_> = keys.collect();
        let tables = KeyTables::new(Layout::MEDIUM, cell.count * Layout::MEDIUM.bytes());
        let ((), elapsed) = measured(|| verifier.build(&tables, &keys));
        return Ok(elapsed);
    }
    // Nearly free, so that gas does not limit the call.
    let settings = Verification {
        many_parameters: VerifyManyParameters {
            ed25519_verify_many_base: 1,
            ed25519_verify_many_item: 1,
            ed25519_verify_many_byte: 1,
        },
        verifier,
        // Building tables is measured apart.
        tables: KeyTables::new(Layout::MEDIUM, 0),
        ..Verification::default()
    };
    let args = [items.len() as u64, 0, cell.family.rule() as u64, 0];
    let (accepted, elapsed) = network.call(VERIFY_MANY, Arc::new(settings), items, &args)?;
    match accepted {
        Ok(accepted) if accepted == cell.count as u64 => Ok(elapsed),
        other => bail!("{cell:?}: {other:?} accepted"),
    }
}
