//! First rounds.

use super::Seeded;
use crate::{Commitments, Error};
use frost_ed25519::keys::KeyPackage;
use frost_ed25519::round1::{SigningNonces, commit};
use frost_ed25519::{Identifier, SigningPackage};
use std::collections::BTreeMap;

/// A first round: the signers' nonces, which they keep, and their commitments.
#[derive(Clone, Debug)]
pub struct Round {
    /// The signers' nonces.
    pub nonces: BTreeMap<Identifier, SigningNonces>,
    /// Their commitments, and the message.
    pub package: SigningPackage,
}

impl Round {
    /// The first round of signers with these keys.
    pub fn new<'a>(
        signers: impl IntoIterator<Item = &'a KeyPackage>,
        message: &[u8],
        random: &mut Seeded,
    ) -> Self {
        let (mut nonces, mut commitments) = (BTreeMap::new(), BTreeMap::new());
        for key in signers {
            let (its_nonces, its_commitments) = commit(key.signing_share(), random);
            nonces.insert(*key.identifier(), its_nonces);
            commitments.insert(*key.identifier(), its_commitments);
        }
        let package = SigningPackage::new(commitments, message);
        Self { nonces, package }
    }

    /// The commitments in wire format.
    ///
    /// # Errors
    ///
    /// frost-core's, for a commitment that it does not serialise: the neutral element.
    pub fn wire(&self) -> Result<Vec<Commitments>, Error> {
        let all = self.package.signing_commitments().iter();
        all.map(|(signer, its)| Commitments::of(signer, its))
            .collect()
    }
}
