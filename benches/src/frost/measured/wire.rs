//! From what comes over the wire to a signature or a share, by frost-core and by near-frost.

use super::Work;
use super::group::{Group, MESSAGE, by_frost, work};
use crate::frost::cells::By;
use anyhow::anyhow;
use ed25519_lanes::Verifier;
use frost_core::round2::sign;
use frost_core::{CheaterDetection, aggregate_custom};
use frost_ed25519::round1::{NonceCommitment, SigningCommitments};
use frost_ed25519::{Ed25519Sha512, Error, Identifier, SigningPackage, VerifyingKey};
use near_frost::{Commitments, Session};
use std::hint::black_box;
use std::rc::Rc;

/// What a group's coordinator sends: the group's key, and each signer's commitments.
#[derive(Clone)]
pub(super) struct Wire {
    pub(super) group: Rc<Group<Ed25519Sha512>>,
    key: [u8; 32],
    pub(super) commitments: Vec<Commitments>,
}

/// Like every measured check of shares, this one finds all wrong ones.
pub(super) const ALL: CheaterDetection = CheaterDetection::AllCheaters;

impl Wire {
    pub(super) fn new(group: Rc<Group<Ed25519Sha512>>) -> anyhow::Result<Self> {
        let key = encoded(by_frost(group.public.verifying_key().serialize())?)?;
        let all = group.package.signing_commitments().iter();
        let commitments = all.map(|(signer, its)| by_frost(Commitments::of(signer, its)));
        let commitments = commitments.collect::<anyhow::Result<_>>()?;
        Ok(Self {
            group,
            key,
            commitments,
        })
    }

    pub(super) fn into_signature(self, by: By) -> anyhow::Result<Work> {
        Ok(match by {
            By::FrostCore => work(move || {
                let (package, group) = (self.package()?, &self.group);
                aggregate_custom(&package, &group.shares, &group.public, ALL)
            }),
            By::Lanes(backend) => {
                let verifier = Verifier::with_backend(backend)?;
                work(move || {
                    let (session, group) = (self.session(verifier)?, &self.group);
                    session.aggregate(&group.shares, &group.public, ALL)
                })
            }
        })
    }

    pub(super) fn into_share(self, by: By) -> anyhow::Result<Work> {
        Ok(match by {
            By::FrostCore => work(move || {
                let (package, signer) = (self.package()?, &self.group.signer);
                sign(&package, &signer.nonces, &signer.key)
            }),
            By::Lanes(backend) => {
                let verifier = Verifier::with_backend(backend)?;
                work(move || {
                    let (session, signer) = (self.session(verifier)?, &self.group.signer);
                    // Taken, since nobody may sign by the same nonces twice.
                    session.sign(signer.nonces.clone(), &signer.key)
                })
            }
        })
    }

    /// near-frost's session of it.
    pub(super) fn session(&self, verifier: Verifier) -> Result<Session, Error> {
        Session::from_wire_by(verifier, &self.key, MESSAGE, &self.commitments)
    }

    /// frost-core's package of it. The key is deserialised too, as a session's is.
    fn package(&self) -> Result<SigningPackage, Error> {
        black_box(VerifyingKey::deserialize(&self.key)?);
        let of_signer = |it: &Commitments| {
            let hiding = NonceCommitment::deserialize(&it.hiding)?;
            let binding = NonceCommitment::deserialize(&it.binding)?;
            let identifier = Identifier::deserialize(&it.identifier)?;
            Ok((identifier, SigningCommitments::new(hiding, binding)))
        };
        let commitments = self.commitments.iter().map(of_signer);
        let commitments = commitments.collect::<Result<_, Error>>()?;
        Ok(SigningPackage::new(commitments, MESSAGE))
    }
}

/// A point or a scalar as frost-core serialises it.
fn encoded(bytes: Vec<u8>) -> anyhow::Result<[u8; 32]> {
    let array = bytes.try_into();
    array.map_err(|bytes: Vec<u8>| anyhow!("{} bytes instead of 32", bytes.len()))
}
