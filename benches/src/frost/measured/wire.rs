//! A signature's session from data in wire format, and parts of its work: by frost-core, or by
//! near-frost with a verifier.

use super::Work;
use super::group::{Group, MESSAGE, by_frost, work};
use anyhow::{Context as _, ensure};
use ed25519_lanes::{PublicPoint, Verifier};
use frost_core::round2::sign;
use frost_core::{CheaterDetection, aggregate_custom};
use frost_ed25519::round1::{NonceCommitment, SigningCommitments};
use frost_ed25519::{Ed25519Sha512, Error, Identifier, SigningPackage, VerifyingKey};
use near_frost::{Commitments, Session, VssCommitment};
use std::hint::black_box;
use std::rc::Rc;

/// The coordinator's messages: the group's key, and each signer's commitments.
pub(super) struct Wire {
    group: Rc<Group<Ed25519Sha512>>,
    key: [u8; 32],
    commitments: Vec<Commitments>,
}

/// Every measured check of shares finds all wrong ones; this one does too.
const ALL: CheaterDetection = CheaterDetection::AllCheaters;

/// One share in this many is wrong.
const ONE_OF: usize = 100;

impl Wire {
    pub(super) fn new(group: Rc<Group<Ed25519Sha512>>) -> anyhow::Result<Self> {
        let key = by_frost(group.public.verifying_key().serialize())?;
        let all = group.package.signing_commitments().iter();
        let commitments = all.map(|(signer, its)| by_frost(Commitments::of(signer, its)));
        let commitments = commitments.collect::<anyhow::Result<_>>()?;
        Ok(Self {
            group,
            key: key.try_into().ok().context("a key has 32 bytes")?,
            commitments,
        })
    }

    pub(super) fn into_signature(self, by: Option<Verifier>) -> Work {
        match by {
            None => work(move || {
                let (package, group) = (self.package()?, &self.group);
                aggregate_custom(&package, &group.shares, &group.public, ALL)
            }),
            Some(verifier) => work(move || {
                let (session, group) = (self.session(verifier)?, &self.group);
                session.aggregate(&group.shares, &group.public, ALL)
            }),
        }
    }

    pub(super) fn into_share(self, by: Option<Verifier>) -> Work {
        match by {
            None => work(move || {
                let (package, group) = (self.package()?, &self.group);
                sign(&package, &group.nonces, &group.key)
            }),
            Some(verifier) => work(move || {
                let (session, group) = (self.session(verifier)?, &self.group);
                // The call takes the nonces, since nobody may sign twice with the same ones.
                session.sign(group.nonces.clone(), &group.key)
            }),
        }
    }

    /// All commitments, deserialised.
    pub(super) fn points(self, by: Option<Verifier>) -> Work {
        let points = self.commitments.iter();
        let points: Vec<_> = points.flat_map(|it| [it.hiding, it.binding]).collect();
        match by {
            None => work(move || {
                let decoded = points.iter().map(|it| NonceCommitment::deserialize(it));
                decoded.collect::<Result<Vec<_>, _>>()
            }),
            Some(verifier) => Box::new(move || {
                let decoded = verifier.prime_order_many(&points).into_iter();
                let decoded = black_box(decoded.collect::<Option<Vec<PublicPoint>>>());
                decoded.context("a point is not of prime order").map(drop)
            }),
        }
    }

    /// A dealer's share, checked against deserialised commitments to the polynomial.
    pub(super) fn vss_share(self, by: Option<Verifier>) -> Work {
        let group = self.group;
        match by {
            None => work(move || group.dealt.verify()),
            Some(verifier) => {
                let commitment = VssCommitment::new_by(verifier, group.dealt.commitment());
                work(move || {
                    let dealt = &group.dealt;
                    let keys = commitment.verify(&[(*dealt.identifier(), dealt.signing_share())]);
                    keys.into_iter().collect::<Result<Vec<_>, _>>()
                })
            }
        }
    }

    /// The signature, from a session or from deserialised commitments.
    pub(super) fn after_session(self, by: Option<Verifier>) -> anyhow::Result<Work> {
        let session = by.map(|verifier| by_frost(self.session(verifier)));
        let (session, group) = (session.transpose()?, self.group);
        Ok(work(move || {
            let (shares, public) = (&group.shares, &group.public);
            match &session {
                None => aggregate_custom(&group.package, shares, public, ALL).map(drop),
                Some(session) => session.aggregate(shares, public, ALL).map(drop),
            }
        }))
    }

    /// The signers of wrong shares. near-frost's session is new each time, since it keeps the
    /// coefficients.
    pub(super) fn culprits(self, by: Option<Verifier>) -> Work {
        let mut shares = self.group.shares.clone();
        let of_others = self.group.shares.values().skip(1);
        let wrong = self.group.shares.keys().zip(of_others).step_by(ONE_OF);
        shares.extend(wrong.clone().map(|(signer, share)| (*signer, *share)));
        let expected: Vec<_> = wrong.map(|(signer, _)| *signer).collect();
        Box::new(move || {
            let Group {
                package, public, ..
            } = &*self.group;
            let signature = match by {
                None => aggregate_custom(package, &shares, public, ALL).map(drop),
                Some(verifier) => {
                    let session = by_frost(self.session(verifier))?;
                    session.aggregate(&shares, public, ALL).map(drop)
                }
            };
            let are_found = matches!(
                black_box(signature),
                Err(Error::InvalidSignatureShare { culprits }) if culprits == expected
            );
            ensure!(are_found, "other culprits");
            Ok(())
        })
    }

    /// near-frost's session for these messages.
    fn session(&self, verifier: Verifier) -> Result<Session, Error> {
        Session::from_wire_by(verifier, &self.key, MESSAGE, &self.commitments)
    }

    /// frost-core's package for these messages. The key is deserialised too, as in a session.
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
