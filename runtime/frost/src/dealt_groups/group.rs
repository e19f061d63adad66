//! Groups that sign by FROST with a dealer's keys.

use super::{Round, Seeded};
use crate::{CheaterDetection, Error, Session, Verifier};
use frost_core::keys::{IdentifierList, generate_with_dealer};
use frost_ed25519::Identifier;
use frost_ed25519::keys::{KeyPackage, PublicKeyPackage};
use frost_ed25519::round2::SignatureShare;
use std::collections::BTreeMap;

/// A group.
#[derive(Debug)]
pub struct Group {
    /// The members' keys.
    pub keys: BTreeMap<Identifier, KeyPackage>,
    /// The group's key, and every member's verifying share.
    pub public: PublicKeyPackage,
    /// The dealer's and the signers' randomness.
    pub random: Seeded,
    /// The key that verifies the group's signatures.
    pub key: [u8; 32],
}

impl Group {
    /// A group with the members 1, 2 and so on; `threshold` of them sign.
    ///
    /// # Errors
    ///
    /// frost-core's, for a group of this size.
    pub fn new(threshold: u16, members: u16, seed: u64) -> Result<Self, Error> {
        let list = IdentifierList::Default;
        Self::dealt(list, threshold, members, Seeded::new(seed))
    }

    /// A group with these members.
    ///
    /// # Errors
    ///
    /// As [`Self::new`].
    pub fn dealt(
        list: IdentifierList<'_, frost_ed25519::Ed25519Sha512>,
        threshold: u16,
        members: u16,
        mut random: Seeded,
    ) -> Result<Self, Error> {
        let (shares, public) = generate_with_dealer(members, threshold, list, &mut random)?;
        let verifying = public.verifying_shares().values();
        // Not verified against the dealer's commitment: for all members that takes long.
        let keys = shares
            .iter()
            .zip(verifying)
            .map(|((member, share), verifying)| {
                let (signing, group) = (*share.signing_share(), *public.verifying_key());
                let key = KeyPackage::new(*member, signing, *verifying, group, threshold);
                (*member, key)
            });
        Self::of(keys.collect(), public, random)
    }

    /// The group with these keys, whoever made them.
    ///
    /// # Errors
    ///
    /// frost-core's, for a key that it does not serialise: the neutral element.
    pub fn of(
        keys: BTreeMap<Identifier, KeyPackage>,
        public: PublicKeyPackage,
        random: Seeded,
    ) -> Result<Self, Error> {
        let key = public.verifying_key().serialize()?.try_into();
        Ok(Self {
            key: key.map_err(|_| Error::SerializationError)?,
            keys,
            public,
            random,
        })
    }

    /// The first round of this many members, beginning with the lowest identifier.
    #[must_use]
    pub fn round_of(&self, signers: usize, message: &[u8], seed: u64) -> Round {
        let signers = self.keys.values().take(signers);
        Round::new(signers, message, &mut Seeded::new(seed))
    }

    /// The second round, by frost-core.
    ///
    /// # Errors
    ///
    /// frost-core's, for a round with too few signers.
    pub fn shares(&self, round: &Round) -> Result<BTreeMap<Identifier, SignatureShare>, Error> {
        let sign = |(signer, nonces)| {
            let share = frost_core::round2::sign(&round.package, nonces, &self.keys[signer])?;
            Ok((*signer, share))
        };
        round.nonces.iter().map(sign).collect()
    }

    /// The group's signature, from commitments and shares of a threshold of members.
    ///
    /// # Errors
    ///
    /// frost-core's; none is known.
    pub fn sign(&mut self, message: &[u8]) -> Result<[u8; 64], Error> {
        let threshold = self.public.min_signers().map_or(0, usize::from);
        let signers = self.keys.values().take(threshold);
        let round = Round::new(signers, message, &mut self.random);
        let session = Session::from_wire(Verifier::detect(), &self.key, message, &round.wire()?)?;
        let mut shares = BTreeMap::new();
        for (signer, nonces) in round.nonces {
            shares.insert(signer, session.sign(nonces, &self.keys[&signer])?);
        }
        let detection = CheaterDetection::FirstCheater;
        session.aggregate(&shares, &self.public, detection)
    }
}
