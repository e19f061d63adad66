//! The groups of all ciphersuites and sizes, each made when a cell first needs it.

use super::Work;
use super::generation::Generation;
use super::group::Group;
use super::many::Many;
use super::step::step;
use super::wire::Wire;
use crate::frost::cells::{By, DKG, MOST, Size, Step, Suite, Task};
use frost_core::Ciphersuite;
use frost_ed448::Ed448Shake256;
use frost_ed25519::Ed25519Sha512;
use frost_p256::P256Sha256;
use frost_ristretto255::Ristretto255Sha512;
use frost_secp256k1::Secp256K1Sha256;
use std::collections::HashMap;
use std::rc::Rc;

/// All groups.
#[derive(Default)]
pub(super) struct Groups {
    ed25519: Of<Ed25519Sha512>,
    ristretto255: Of<Ristretto255Sha512>,
    p256: Of<P256Sha256>,
    secp256k1: Of<Secp256K1Sha256>,
    ed448: Of<Ed448Shake256>,
    generation: Option<Rc<Generation>>,
}

impl Groups {
    /// A step of a group of this size, in a ciphersuite.
    pub(super) fn step(&mut self, of: Step, size: Size, suite: Suite) -> anyhow::Result<Work> {
        match suite {
            Suite::Ed25519 => step(of, self.ed25519.size(size)?),
            Suite::Ristretto255 => step(of, self.ristretto255.size(size)?),
            Suite::P256 => step(of, self.p256.size(size)?),
            Suite::Secp256k1 => step(of, self.secp256k1.size(size)?),
            Suite::Ed448 => step(of, self.ed448.size(size)?),
        }
    }

    /// A task, and the implementation that does it.
    pub(super) fn task(&mut self, task: Task, by: By) -> anyhow::Result<Work> {
        match task {
            Task::WireToSignature(size) => Wire::new(self.ed25519.size(size)?)?.into_signature(by),
            Task::WireToShare(size) => Wire::new(self.ed25519.size(size)?)?.into_share(by),
            Task::Points => self.many()?.points(by),
            Task::VssShare => self.many()?.vss_share(by),
            Task::AfterSession => self.many()?.after_session(by),
            Task::Culprits => self.many()?.culprits(by),
            Task::DkgPackages => self.generation()?.packages(by),
            Task::DkgPart3 => self.generation()?.part3(by),
        }
    }

    fn many(&mut self) -> anyhow::Result<Many> {
        Ok(Many(Wire::new(self.ed25519.size(MOST)?)?))
    }

    fn generation(&mut self) -> anyhow::Result<Rc<Generation>> {
        if let Some(generation) = &self.generation {
            return Ok(Rc::clone(generation));
        }
        let generation = Rc::new(Generation::new(DKG)?);
        self.generation = Some(Rc::clone(&generation));
        Ok(generation)
    }
}

/// The groups of a ciphersuite, by size.
struct Of<C: Ciphersuite>(HashMap<Size, Rc<Group<C>>>);

impl<C: Ciphersuite> Default for Of<C> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<C: Ciphersuite> Of<C> {
    fn size(&mut self, size: Size) -> anyhow::Result<Rc<Group<C>>> {
        if let Some(group) = self.0.get(&size) {
            return Ok(Rc::clone(group));
        }
        let group = Rc::new(Group::new(size)?);
        self.0.insert(size, Rc::clone(&group));
        Ok(group)
    }
}
