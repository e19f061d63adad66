//! Timed calls of the host function.

use super::batch::Batch;
use super::cell::{Cell, Family};
use super::signatures::signer_of;
use crate::measure::clock::Clock;
use crate::measure::experiment::{Bench, ready};
use crate::verification::meter::measured;
use crate::verification::network::Network;
use crate::verification::placement::at_place;
use anyhow::bail;
use ed25519_lanes::{KeyTables, Layout, Verifier};
use near_runtime_ext::host::Verification;
use std::convert::identity;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// Places of the stack that each cell is measured at; the slowest counts.
const PLACES: usize = 4;

/// Times a call at each of several places of the stack.
pub(super) fn bench<F: Batch>(cells: &[Cell]) -> anyhow::Result<Bench<Cell>> {
    let network = Rc::new(Network::new());
    ready(cells, identity, |cell| {
        let (network, mut items) = (Rc::clone(&network), items_of::<F>(cell)?);
        Ok(move |_, clock: &mut Clock| {
            for stack in clock.places(PLACES) {
                let elapsed = at_place(stack, || time::<F>(&network, cell, &mut items))?;
                clock.time(1, stack, elapsed)?;
            }
            Ok(())
        })
    })
}

/// The items of a call, by as many keys, in its layout (nep-0364.md, ecvrf.md).
fn items_of<F: Batch>(cell: Cell) -> anyhow::Result<Vec<u8>> {
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

fn time<F: Batch>(network: &Network, cell: Cell, items: &mut [u8]) -> anyhow::Result<Duration> {
    let verifier = Verifier::with_backend(cell.backend)?;
    if cell.family == Family::Tables {
        let keys = (0..cell.count).map(|number| signer_of(number).bytes);
        let keys: Vec<_> = keys.collect();
        let tables = KeyTables::new(Layout::MEDIUM, cell.count * Layout::MEDIUM.bytes());
        let ((), elapsed) = measured(|| verifier.build(&tables, &keys));
        return Ok(elapsed);
    }
    let settings = Verification {
        verifier,
        // The building of tables is measured separately.
        tables: KeyTables::new(Layout::MEDIUM, 0),
        ..Verification::default()
    };
    let args = [items.len() as u64, 0, F::kind(cell.family), 0];
    let (accepted, elapsed) = network.call(F::HOST_FUNCTION, Arc::new(settings), items, &args)?;
    match accepted {
        Ok(accepted) if accepted == cell.items() as u64 => Ok(elapsed),
        other => bail!("{cell:?}: {other:?} accepted"),
    }
}
