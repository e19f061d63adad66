//! Timed calls of the host function.

use super::cell::{Cell, Family};
use super::function::Function;
use super::signatures::signer;
use crate::measure::clock::Clock;
use crate::measure::experiment::Bench;
use crate::measure::row::Row;
use crate::verification::meter::measured;
use crate::verification::network::Network;
use crate::verification::placement::at_place;
use anyhow::{Context as _, bail};
use ed25519_lanes::{KeyTables, Layout, Verifier};
use near_runtime_ext::host::Verification;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// Places of the stack that each cell is measured at; the slowest counts.
const PLACES: usize = 4;

/// Cells of the measured rows, with their items in the host function's layout.
pub(super) struct Calls<F> {
    network: Network,
    items: HashMap<(String, String), (Cell, Vec<u8>)>,
    function: PhantomData<F>,
}

impl<F: Function> Calls<F> {
    pub(super) fn new(rows: &[Row]) -> anyhow::Result<Self> {
        let is_asked_for = |cell: &Cell| rows.iter().any(|row| row.name == cell.row());
        let items = Cell::all::<F>().into_iter().filter(is_asked_for);
        let items = items.map(|cell| {
            let items = items_of::<F>(cell)?;
            Ok(((cell.row(), cell.column()), (cell, items)))
        });
        Ok(Self {
            network: Network::new(),
            items: items.collect::<anyhow::Result<_>>()?,
            function: PhantomData,
        })
    }
}

/// The items of a call, by as many keys, in its layout (nep-0364.md, ecvrf.md).
fn items_of<F: Function>(cell: Cell) -> anyhow::Result<Vec<u8>> {
    let count = match cell.family {
        Family::Tables => 0,
        _ => cell.items(),
    };
    let mut layout = u32::try_from(count)?.to_le_bytes().to_vec();
    for number in 0..count {
        let [key, signed, message] = F::item(cell, number)?;
        let len = u32::try_from(message.len())?.to_le_bytes();
        layout.extend([&key, &signed, &len[..], &message].concat());
    }
    Ok(layout)
}

impl<F: Function> Bench for Calls<F> {
    /// One call at each of several places of the stack; the slowest counts.
    fn turn(&mut self, row: &str, column: &str, clock: &mut Clock) -> anyhow::Result<()> {
        let cell = self.items.get_mut(&(row.to_owned(), column.to_owned()));
        let (cell, items) = cell.context("a cell of this name")?;
        for stack in clock.places(PLACES) {
            let elapsed = at_place(stack, || time::<F>(&self.network, *cell, items))?;
            clock.time(1, stack, elapsed)?;
        }
        Ok(())
    }
}

fn time<F: Function>(network: &Network, cell: Cell, items: &mut [u8]) -> anyhow::Result<Duration> {
    let verifier = Verifier::with_backend(cell.backend)?;
    if cell.family == Family::Tables {
        let keys = (0..cell.count).map(|number| signer(number).public_key);
        let keys: Vec<_> = keys.collect();
        let tables = KeyTables::new(Layout::MEDIUM, cell.count * Layout::MEDIUM.bytes());
        let ((), elapsed) = measured(|| verifier.build(&tables, &keys));
        return Ok(elapsed);
    }
    let settings = Verification {
        verifier,
        // Building tables is measured apart.
        tables: KeyTables::new(Layout::MEDIUM, 0),
        ..F::nearly_free()
    };
    let args = [items.len() as u64, 0, F::kind(cell.family), 0];
    let (accepted, elapsed) = network.call(F::NAME, Arc::new(settings), items, &args)?;
    match accepted {
        Ok(accepted) if accepted == cell.items() as u64 => Ok(elapsed),
        other => bail!("{cell:?}: {other:?} accepted"),
    }
}
