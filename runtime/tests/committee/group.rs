//! Groups that sign by FROST, of a dealer's keys. The main job has this file too.

use frost_core::keys::{IdentifierList, generate_with_dealer};
use frost_ed25519::Identifier;
use frost_ed25519::keys::{KeyPackage, PublicKeyPackage};
use frost_ed25519::rand_core::{CryptoRng, Error as Failed, RngCore};
use frost_ed25519::round1::commit;
use near_frost::{CheaterDetection, Commitments, Error, Session};
use std::collections::BTreeMap;

/// A seeded generator as frost-core takes it: the same signatures in every run.
struct Seeded(fastrand::Rng);

impl RngCore for Seeded {
    fn next_u32(&mut self) -> u32 {
        self.0.u32(..)
    }

    fn next_u64(&mut self) -> u64 {
        self.0.u64(..)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Failed> {
        self.0.fill(bytes);
        Ok(())
    }
}

/// For keys that hold nothing: what it generates is known.
impl CryptoRng for Seeded {}

/// A group's key, and the shares of just enough members to sign.
pub(crate) struct Group {
    key: [u8; 32],
    public: PublicKeyPackage,
    signers: BTreeMap<Identifier, KeyPackage>,
    random: Seeded,
}

impl Group {
    /// A group in which `threshold` of so many members sign.
    pub(crate) fn new(threshold: u16, members: u16, seed: u64) -> Result<Self, Error> {
        let mut random = Seeded(fastrand::Rng::with_seed(seed));
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
            key: array(public.verifying_key().serialize()?)?,
            public,
            signers,
            random,
        })
    }

    /// The key that the group's signatures are verified by.
    pub(crate) const fn key(&self) -> [u8; 32] {
        self.key
    }

    /// The group's signature: commitments and shares of its signers, aggregated.
    pub(crate) fn sign(&mut self, message: &[u8]) -> Result<[u8; 64], Error> {
        let mut nonces = Vec::new();
        let mut wire = Vec::new();
        for (signer, key) in &self.signers {
            let (of_signer, commitments) = commit(key.signing_share(), &mut self.random);
            wire.push(Commitments {
                identifier: array(signer.serialize())?,
                hiding: array(commitments.hiding().serialize()?)?,
                binding: array(commitments.binding().serialize()?)?,
            });
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

/// What frost serialised, in as many bytes as it has.
fn array<const N: usize>(bytes: Vec<u8>) -> Result<[u8; N], Error> {
    bytes.try_into().map_err(|_| Error::SerializationError)
}
