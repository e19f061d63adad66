//! Groups that sign by FROST with a dealer's keys.

use crate::Seeded;
use frost_core::keys::{IdentifierList, generate_with_dealer};
use frost_ed25519::Identifier;
use frost_ed25519::keys::{KeyPackage, PublicKeyPackage};
use frost_ed25519::round1::commit;
use near_frost::{CheaterDetection, Commitments, Error, Session};
use std::collections::BTreeMap;

/// A group's key, and the shares of just enough members to sign.
#[derive(Debug)]
pub struct Group {
    key: [u8; 32],
    public: PublicKeyPackage,
    signers: BTreeMap<Identifier, KeyPackage>,
    random: Seeded,
}

impl Group {
    /// A group in which `threshold` of this many members sign.
    ///
    /// # Errors
    ///
    /// frost-core's, for a group of such a size.
    pub fn new(threshold: u16, members: u16, seed: u64) -> Result<Self, Error> {
        let mut random = Seeded::new(seed);
        let list = IdentifierList::Default;
        let (shares, public) = generate_with_dealer(members, threshold, list, &mut random)?;
        let mut signers = BTreeMap::new();
        for (signer, share) in shares.into_iter().take(threshold.into()) {
            // Not verified against the dealer's commitment, which takes long for all.
            let (signing, verifying) = (*share.signing_share(), public.verifying_shares()[&signer]);
            let group = *public.verifying_key();
            let key = KeyPackage::new(signer, signing, verifying, group, threshold);
            signers.insert(signer, key);
        }
        Ok(Self {
            key: key(&public)?,
            public,
            signers,
            random,
        })
    }

    /// The key that the group's signatures are verified by.
    #[must_use]
    pub const fn key(&self) -> [u8; 32] {
        self.key
    }

    /// The group's signature: commitments and shares of its signers, aggregated.
    ///
    /// # Errors
    ///
    /// frost-core's; none is known.
    pub fn sign(&mut self, message: &[u8]) -> Result<[u8; 64], Error> {
        let mut nonces = Vec::new();
        let mut wire = Vec::new();
        for (signer, key) in &self.signers {
            let (of_signer, commitments) = commit(key.signing_share(), &mut self.random);
            wire.push(Commitments::of(signer, &commitments)?);
            nonces.push(of_signer);
        }
        let session = Session::from_wire(&self.key, message, &wire)?;
        let mut shares = BTreeMap::new();
        for ((signer, key), nonces) in self.signers.iter().zip(nonces) {
            shares.insert(*signer, session.sign(nonces, key)?);
        }
        let detection = CheaterDetection::FirstCheater;
        session.aggregate(&shares, &self.public, detection)
    }
}

fn key(public: &PublicKeyPackage) -> Result<[u8; 32], Error> {
    let key = public.verifying_key().serialize()?;
    key.try_into().map_err(|_| Error::SerializationError)
}
