//! The measured work: steps of FROST by frost-core in every ciphersuite of RFC 9591, and tasks by
//! frost-core and by near-frost.

mod generation;
mod group;
mod wire;

use super::cells::{By, Cell, DKG, MOST, Size, Step, Suite, Task};
use crate::measure::{Bench, Cell as _, Clock, kept, ready};
use crate::verification::measured;
use anyhow::Context as _;
use ed25519_lanes::Verifier;
use frost_ed448::Ed448Shake256;
use frost_ed25519::Ed25519Sha512;
use frost_p256::P256Sha256;
use frost_ristretto255::Ristretto255Sha512;
use frost_secp256k1::Secp256K1Sha256;
use generation::Generation;
use group::{Group, step};
use std::collections::HashMap;
use std::convert::identity;
use std::rc::Rc;
use wire::Wire;

/// A cell's prepared work, done once per call. It fails if the result is wrong.
type Work = Box<dyn FnMut() -> anyhow::Result<()>>;

/// Prepares these cells.
pub(super) fn bench(cells: &[Cell]) -> anyhow::Result<Bench<Cell>> {
    let mut groups = Groups::default();
    ready(cells, identity, |cell| {
        let work = match cell {
            Cell::Step(step, size, suite) => groups.step(step, size, suite),
            Cell::Task(task, by) => groups.task(task, by),
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

/// The groups of a ciphersuite, by size.
type Of<C> = HashMap<Size, Rc<Group<C>>>;

/// The groups of all ciphersuites and sizes; each is made when a cell first needs it.
#[derive(Default)]
struct Groups {
    ed25519: Of<Ed25519Sha512>,
    ristretto255: Of<Ristretto255Sha512>,
    p256: Of<P256Sha256>,
    secp256k1: Of<Secp256K1Sha256>,
    ed448: Of<Ed448Shake256>,
    generations: HashMap<Size, Rc<Generation>>,
}

impl Groups {
    /// A step of a group of this size, in a ciphersuite.
    fn step(&mut self, of: Step, size: Size, suite: Suite) -> anyhow::Result<Work> {
        match suite {
            Suite::Ed25519 => step(of, kept(&mut self.ed25519, size, Group::new)?),
            Suite::Ristretto255 => step(of, kept(&mut self.ristretto255, size, Group::new)?),
            Suite::P256 => step(of, kept(&mut self.p256, size, Group::new)?),
            Suite::Secp256k1 => step(of, kept(&mut self.secp256k1, size, Group::new)?),
            Suite::Ed448 => step(of, kept(&mut self.ed448, size, Group::new)?),
        }
    }

    /// A task, and the implementation that does it.
    fn task(&mut self, task: Task, by: By) -> anyhow::Result<Work> {
        let by = by.map(Verifier::with_backend).transpose()?;
        let mut wire = |size| Wire::new(kept(&mut self.ed25519, size, Group::new)?);
        let mut generation = || kept(&mut self.generations, DKG, Generation::new);
        Ok(match task {
            Task::WireToSignature(size) => wire(size)?.into_signature(by),
            Task::WireToShare(size) => wire(size)?.into_share(by),
            Task::Points => wire(MOST)?.points(by),
            Task::VssShare => wire(MOST)?.vss_share(by),
            Task::AfterSession => wire(MOST)?.after_session(by)?,
            Task::Culprits => wire(MOST)?.culprits(by),
            Task::DkgPackages => generation()?.packages(by),
            Task::DkgPart3 => generation()?.part3(by)?,
        })
    }
}
