//! A signature's session from data in wire format, and parts of its work: by frost-core, or by
//! near-frost with a verifier.

use super::tasks::{By, Size, Work, work};
use anyhow::{Context as _, ensure};
use ed25519_lanes::{PublicPoint, Verifier};
use frost_core::round2::sign;
use frost_core::{CheaterDetection, aggregate_custom};
use frost_ed25519::keys::{IdentifierList, KeyPackage, generate_with_dealer};
use frost_ed25519::round1::{NonceCommitment, SigningCommitments, SigningNonces};
use frost_ed25519::round2::SignatureShare;
use frost_ed25519::{Error, Identifier, SigningPackage, VerifyingKey};
use near_frost::dealt_groups::{Group, Seeded};
use near_frost::{Commitments, Session, VssCommitment};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::rc::Rc;

/// The message that every group signs.
const MESSAGE: &[u8] = b"message";

/// A group from a trusted dealer, and one signature of a threshold of its first members; the measured
/// signer is the last of them.
pub(super) struct Wire {
    group: Group,
    /// The signers' messages to the coordinator.
    commitments: Vec<Commitments>,
    /// The same, deserialised.
    package: SigningPackage,
    shares: BTreeMap<Identifier, SignatureShare>,
    /// The measured signer's secrets.
    key: KeyPackage,
    nonces: SigningNonces,
}

/// Every measured check of shares finds all wrong ones.
const ALL: CheaterDetection = CheaterDetection::AllCheaters;

/// One share in this many is wrong.
const ONE_OF: usize = 100;

impl Wire {
    pub(super) fn new(size: Size) -> anyhow::Result<Self> {
        let group = Group::new(size.signers, size.members, 1)?;
        let mut round = group.round_of(size.signers.into(), MESSAGE, 2);
        let commitments = round.wire()?;
        // A session computes what is equal for all signers once: `round2::sign` for each takes
        // quadratic time.
        let session = Session::from_wire(Verifier::detect(), &group.key, MESSAGE, &commitments)?;
        let share = |(signer, nonces): (&Identifier, &SigningNonces)| {
            let share = session.sign(nonces.clone(), &group.keys[signer])?;
            Ok::<_, Error>((*signer, share))
        };
        let shares = round.nonces.iter().map(share).collect::<Result<_, _>>()?;
        let (signer, nonces) = round.nonces.pop_last().context("a group has signers")?;
        Ok(Self {
            package: package(&group.key, &commitments)?,
            key: group.keys[&signer].clone(),
            group,
            commitments,
            shares,
            nonces,
        })
    }

    pub(super) fn signature(self: Rc<Self>, by: By) -> anyhow::Result<Work> {
        Ok(match by {
            None => work(move || {
                let package = package(&self.group.key, &self.commitments)?;
                aggregate_custom(&package, &self.shares, &self.group.public, ALL)
            }),
            Some(verifier) => work(move || {
                let session = self.session(verifier)?;
                session.aggregate(&self.shares, &self.group.public, ALL)
            }),
        })
    }

    pub(super) fn share(self: Rc<Self>, by: By) -> anyhow::Result<Work> {
        Ok(match by {
            None => work(move || {
                let package = package(&self.group.key, &self.commitments)?;
                sign(&package, &self.nonces, &self.key)
            }),
            Some(verifier) => work(move || {
                let session = self.session(verifier)?;
                // The call consumes the nonces, since nobody may sign twice with the same ones.
                session.sign(self.nonces.clone(), &self.key)
            }),
        })
    }

    /// All commitments, deserialised.
    pub(super) fn points(self: Rc<Self>, by: By) -> anyhow::Result<Work> {
        let points = self.commitments.iter();
        let points: Vec<_> = points.flat_map(|it| [it.hiding, it.binding]).collect();
        Ok(match by {
            None => work(move || {
                let decoded = points.iter().map(|it| NonceCommitment::deserialize(it));
                decoded.collect::<Result<Vec<_>, _>>()
            }),
            Some(verifier) => Box::new(move || {
                let decoded = verifier.prime_order_many(&points).into_iter();
                let decoded = black_box(decoded.collect::<Option<Vec<PublicPoint>>>());
                decoded.context("a point is not of prime order").map(drop)
            }),
        })
    }

    /// The signature, from a session or from deserialised commitments.
    pub(super) fn after_session(self: Rc<Self>, by: By) -> anyhow::Result<Work> {
        let session = by.map(|verifier| self.session(verifier)).transpose()?;
        Ok(work(move || {
            let (shares, public) = (&self.shares, &self.group.public);
            match &session {
                None => aggregate_custom(&self.package, shares, public, ALL).map(drop),
                Some(session) => session.aggregate(shares, public, ALL).map(drop),
            }
        }))
    }

    /// The signers of wrong shares. near-frost's session is new each time, since it keeps the
    /// coefficients.
    pub(super) fn culprits(self: Rc<Self>, by: By) -> anyhow::Result<Work> {
        let mut shares = self.shares.clone();
        let wrong = self.shares.keys().zip(self.shares.values().skip(1));
        let wrong = wrong.step_by(ONE_OF);
        shares.extend(wrong.clone().map(|(signer, share)| (*signer, *share)));
        let expected: Vec<_> = wrong.map(|(signer, _)| *signer).collect();
        Ok(Box::new(move || {
            let public = &self.group.public;
            let signature = match by {
                None => aggregate_custom(&self.package, &shares, public, ALL).map(drop),
                Some(verifier) => {
                    let session = self.session(verifier)?;
                    session.aggregate(&shares, public, ALL).map(drop)
                }
            };
            let are_found = matches!(
                black_box(signature),
                Err(Error::InvalidSignatureShare { culprits }) if culprits == expected
            );
            ensure!(are_found, "other culprits");
            Ok(())
        }))
    }

    /// near-frost's session for these messages.
    fn session(&self, verifier: Verifier) -> Result<Session, Error> {
        Session::from_wire(verifier, &self.group.key, MESSAGE, &self.commitments)
    }
}

/// frost-core's package for these messages. The key is deserialised too, as in a session.
fn package(key: &[u8; 32], commitments: &[Commitments]) -> Result<SigningPackage, Error> {
    black_box(VerifyingKey::deserialize(key)?);
    let of_signer = |it: &Commitments| {
        let hiding = NonceCommitment::deserialize(&it.hiding)?;
        let binding = NonceCommitment::deserialize(&it.binding)?;
        let identifier = Identifier::deserialize(&it.identifier)?;
        Ok((identifier, SigningCommitments::new(hiding, binding)))
    };
    let commitments = commitments.iter().map(of_signer);
    let commitments = commitments.collect::<Result<_, Error>>()?;
    Ok(SigningPackage::new(commitments, MESSAGE))
}

/// A dealer's share in a group of this size, checked against deserialised commitments to the
/// polynomial.
pub(super) fn vss_share(size: Size, by: By) -> anyhow::Result<Work> {
    let Size { signers, members } = size;
    let (list, mut random) = (IdentifierList::Default, Seeded::new(1));
    let (mut dealt, _) = generate_with_dealer(members, signers, list, &mut random)?;
    let (member, dealt) = dealt.pop_last().context("a group has members")?;
    Ok(match by {
        None => work(move || dealt.verify()),
        Some(verifier) => {
            let commitment = VssCommitment::new(verifier, dealt.commitment());
            work(move || {
                let keys = commitment.verify(&[(member, dealt.signing_share())]);
                keys.into_iter().collect::<Result<Vec<_>, _>>()
            })
        }
    })
}
