//! Groups and their rounds, by frost-core.

use dealt_groups::Seeded;
use frost_core::keys::{IdentifierList, generate_with_dealer};
use frost_ed25519::keys::{KeyPackage, PublicKeyPackage};
use frost_ed25519::round1::{SigningNonces, commit};
use frost_ed25519::round2::SignatureShare;
use frost_ed25519::{Identifier, SigningPackage};
use near_frost::Commitments;
use std::collections::BTreeMap;

pub fn identifier(number: u16) -> Identifier {
    Identifier::try_from(number).expect("not zero")
}

/// A group with a dealer.
pub struct Group {
    pub keys: BTreeMap<Identifier, KeyPackage>,
    pub public: PublicKeyPackage,
}

impl Group {
    pub fn new(identifiers: &[Identifier], threshold: u16, random: &mut Seeded) -> Self {
        let members = identifiers.len().try_into().expect("a small group");
        let list = IdentifierList::Custom(identifiers);
        let (shares, public) =
            generate_with_dealer(members, threshold, list, random).expect("a group");
        let key = |share| KeyPackage::try_from(share).expect("a right share");
        let keys = shares.into_iter().map(|(id, share)| (id, key(share)));
        Self {
            keys: keys.collect(),
            public,
        }
    }

    /// Members 1, 2 and so on.
    pub fn numbered(members: u16, threshold: u16, seed: u64) -> Self {
        let identifiers: Vec<_> = (1..=members).map(identifier).collect();
        Self::new(&identifiers, threshold, &mut Seeded::new(seed))
    }

    pub fn key(&self) -> [u8; 32] {
        let key = self.public.verifying_key().serialize();
        key.expect("a key").try_into().expect("32 bytes")
    }

    /// The first round of these signers.
    pub fn round(&self, signers: &[Identifier], message: &[u8], random: &mut Seeded) -> Round {
        let mut nonces = BTreeMap::new();
        let mut commitments = BTreeMap::new();
        for signer in signers {
            let (its_nonces, its_commitments) = commit(self.keys[signer].signing_share(), random);
            nonces.insert(*signer, its_nonces);
            commitments.insert(*signer, its_commitments);
        }
        Round {
            nonces,
            package: SigningPackage::new(commitments, message),
        }
    }

    /// The first round of as many members, from the lowest.
    pub fn round_of(&self, signers: usize, message: &[u8], seed: u64) -> Round {
        let signers: Vec<_> = self.keys.keys().copied().take(signers).collect();
        self.round(&signers, message, &mut Seeded::new(seed))
    }

    /// The second round, by frost-core.
    pub fn shares(&self, round: &Round) -> BTreeMap<Identifier, SignatureShare> {
        let sign = |(signer, nonces): (&Identifier, &SigningNonces)| {
            let share = frost_core::round2::sign(&round.package, nonces, &self.keys[signer]);
            (*signer, share.expect("a share"))
        };
        round.nonces.iter().map(sign).collect()
    }
}

/// A first round.
#[derive(Clone)]
pub struct Round {
    pub nonces: BTreeMap<Identifier, SigningNonces>,
    pub package: SigningPackage,
}

impl Round {
    /// Its commitments as they come over the wire.
    pub fn wire(&self) -> Vec<Commitments> {
        let all = self.package.signing_commitments().iter();
        let encoded = all.map(|(signer, its)| Commitments::of(signer, its).expect("points"));
        encoded.collect()
    }
}
