//! Measured calls of a batch function: rows are backends and kinds of calls, columns are sizes.

use super::functions::signer_of;
use super::{Batch, calls};
use crate::measure::{Clock, Row, Shared, lacks};
use crate::verification::{Network, at_place, measured, named};
use anyhow::bail;
use ed25519_lanes::{Backend, KeyTables, Layout, Verifier};
use near_runtime_ext::host::Verification;
use std::sync::Arc;
use std::time::Duration;

/// Items of a call that varies the message length, without the tail.
pub(super) const MANY: usize = 64;

/// The largest number of items that a line is fitted to.
pub(super) const FITTED: usize = 128 + 8;

named! {
    /// Kind of call.
    pub(crate) Family:
    /// Honest signatures, by NEP-364.
    Valid "honest, NEP-364";
    /// Signatures whose R is another point of the same cofactor class, by ZIP-215: they need the
    /// second comparison too.
    OtherPoint "R another point, ZIP-215";
    /// Honest proofs of RFC 9381's TAI, each after one try.
    Tai "TAI, one try";
    /// Honest proofs of the other suites.
    Ell2 "ELL2";
    Draft03 "draft-03";
    Draft13 "draft-13";
    /// One honest proof of TAI, after many tries.
    Tries "tries of one item";
    /// Builds tables for the keys, and verifies nothing.
    Tables "tables of a key";
}

/// A measured call: backend, family and size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Call {
    pub(super) backend: Backend,
    pub(super) family: Family,
    /// The number of items, of keys, or of one item's tries.
    pub(super) count: usize,
    pub(super) message_bytes: usize,
}

impl Call {
    pub(super) fn items(self) -> usize {
        match self.family {
            Family::Tries => 1,
            _ => self.count,
        }
    }

    pub(super) fn tries(self) -> usize {
        match self.family {
            Family::Tai | Family::Tries => self.count,
            _ => 0,
        }
    }
}

/// Places of the stack that each cell is measured at; the slowest counts.
const PLACES: usize = 4;

/// A row for each backend and kind of call. Each call is timed at several places of the stack.
pub(super) fn rows<F: Batch>() -> Vec<(Row, Vec<Call>)> {
    let networks = Shared::new();
    let calls = calls::<F>();
    let rows = calls.chunk_by(|a, b| (a.backend, a.family) == (b.backend, b.family));
    let row = |calls: &[Call]| {
        let (backend, family) = (calls[0].backend, calls[0].family);
        let networks = networks.clone();
        let columns = calls.iter().map(|it| match family {
            Family::Tries => format!("{} tries", it.count),
            _ => format!("{} of {} bytes", it.count, it.message_bytes),
        });
        let calls = calls.to_vec();
        let cells = calls.clone();
        let prepare = move |_: &_| {
            let network = networks.get((), |()| Ok(Network::new()))?;
            let items = calls.iter().map(|it| Ok((*it, items_of(*it)?)));
            let mut calls = items.collect::<anyhow::Result<Vec<_>>>()?;
            Ok(move |column: usize, clock: &mut Clock| {
                let (call, items) = &mut calls[column];
                for stack in clock.places(PLACES) {
                    let elapsed = at_place(stack, || time::<F>(&network, *call, items))?;
                    clock.time(1, stack, elapsed)?;
                }
                Ok(())
            })
        };
        let (group, name) = (backend.name(), format!("{backend}: {family}"));
        let row = Row {
            // valgrind supports neither IFMA nor AVX-512. No price uses instruction counts of AVX2's
            // lanes, since one vector instruction does the work of four.
            is_counted: matches!(backend, Backend::Portable | Backend::Dalek),
            ..Row::new(group, name, columns, lacks(backend), prepare)
        };
        (row, cells)
    };
    rows.map(row).collect()
}

/// The items of a call, by as many keys, in its layout (nep-0364.md, ecvrf.md).
fn items_of(call: Call) -> anyhow::Result<Vec<u8>> {
    let count = match call.family {
        Family::Tables => 0,
        _ => call.items(),
    };
    let mut layout = u32::try_from(count)?.to_le_bytes().to_vec();
    for number in 0..count {
        let [key, signed, message] = call.item(number)?;
        let len = u32::try_from(message.len())?.to_le_bytes();
        layout.extend([&key, &signed, &len[..], &message].concat());
    }
    Ok(layout)
}

fn time<F: Batch>(network: &Network, call: Call, items: &mut [u8]) -> anyhow::Result<Duration> {
    let verifier = Verifier::with_backend(call.backend)?;
    if call.family == Family::Tables {
        let keys = (0..call.count).map(|number| signer_of(number).bytes);
        let keys: Vec<_> = keys.collect();
        let tables = KeyTables::new(Layout::MEDIUM, call.count * Layout::MEDIUM.bytes());
        let ((), elapsed) = measured(|| verifier.build(&tables, &keys));
        return Ok(elapsed);
    }
    let settings = Verification {
        verifier,
        // The building of tables is measured separately.
        tables: KeyTables::new(Layout::MEDIUM, 0),
        ..Verification::default()
    };
    let args = [items.len() as u64, 0, call.kind(), 0];
    let (accepted, elapsed) = network.call(F::NAMES.function, Arc::new(settings), items, &args)?;
    match accepted {
        Ok(accepted) if accepted == call.items() as u64 => Ok(elapsed),
        other => bail!("{call:?}: {other:?} accepted"),
    }
}
