//! The measured work: tasks by frost-core and by near-frost.

mod generation;
mod wire;

use super::cells::{Cell, DKG, MOST, Task};
use crate::measure::{Bench, Cell as _, Clock, kept, ready};
use crate::verification::measured;
use anyhow::Context as _;
use ed25519_lanes::Verifier;
use generation::Generation;
use near_frost::Error;
use std::collections::HashMap;
use std::convert::identity;
use std::hint::black_box;
use wire::Wire;

/// A cell's prepared work, done once per call. It fails if the result is wrong.
type Work = Box<dyn FnMut() -> anyhow::Result<()>>;

/// Prepares these cells. Groups and key generations are made when a cell first needs them.
pub(super) fn bench(cells: &[Cell]) -> anyhow::Result<Bench<Cell>> {
    let (mut groups, mut generations) = (HashMap::new(), HashMap::new());
    ready(cells, identity, |cell| {
        let by = cell.by.map(Verifier::with_backend).transpose()?;
        let mut wire = |size| kept(&mut groups, size, Wire::new);
        let mut generation = || kept(&mut generations, DKG, Generation::new);
        let work = match cell.task {
            Task::WireToSignature(size) => Ok(wire(size)?.signature(by)),
            Task::WireToShare(size) => Ok(wire(size)?.share(by)),
            Task::Points => Ok(wire(MOST)?.points(by)),
            Task::VssShare => wire::vss_share(MOST, by),
            Task::AfterSession => wire(MOST)?.after_session(by),
            Task::Culprits => Ok(wire(MOST)?.culprits(by)),
            Task::DkgPackages => Ok(generation()?.packages(by)),
            Task::DkgPart3 => generation()?.part3(by),
        };
        let mut work = work.with_context(|| cell.column())?;
        // The first timing finds the caches as other cells left them, and is seldom the least.
        Ok(move |_, clock: &mut Clock| {
            clock.times(1, || {
                let (result, elapsed) = measured(&mut *work);
                result.map(|()| elapsed)
            })
        })
    })
}

/// Work that fails if frost-core or near-frost does.
fn work<T>(mut body: impl FnMut() -> Result<T, Error> + 'static) -> Work {
    Box::new(move || {
        black_box(body())?;
        Ok(())
    })
}
