//! Parts of the largest group's work, by frost-core and by near-frost.

use super::Work;
use super::group::{by_frost, work};
use super::wire::{ALL, Wire};
use crate::frost::cells::By;
use anyhow::{Context as _, ensure};
use ed25519_lanes::{PublicPoint, Verifier};
use frost_core::aggregate_custom;
use frost_ed25519::round1::NonceCommitment;
use frost_ed25519::round2::SignatureShare;
use frost_ed25519::{Error, Identifier};
use near_frost::VssCommitment;
use std::collections::BTreeMap;
use std::hint::black_box;

/// The largest group's session.
pub(super) struct Many(pub(super) Wire);

/// One share in this many is wrong.
const ONE_OF: usize = 100;

impl Many {
    /// All commitments, deserialised.
    pub(super) fn points(self, by: By) -> anyhow::Result<Work> {
        let commitments = self.0.commitments.iter();
        let points = commitments.flat_map(|it| [it.hiding, it.binding]);
        let points: Vec<_> = points.collect();
        Ok(match by {
            By::FrostCore => work(move || {
                let decoded = points.iter().map(|it| NonceCommitment::deserialize(it));
                decoded.collect::<Result<Vec<_>, _>>()
            }),
            By::Lanes(backend) => {
                let verifier = Verifier::with_backend(backend)?;
                Box::new(move || black_box(prime_order(verifier, &points)).map(drop))
            }
        })
    }

    /// A dealer's share, checked against the commitments to the polynomial, which are deserialised.
    pub(super) fn vss_share(self, by: By) -> anyhow::Result<Work> {
        let group = self.0.group;
        Ok(match by {
            By::FrostCore => work(move || group.signer.dealt.verify()),
            By::Lanes(backend) => {
                let verifier = Verifier::with_backend(backend)?;
                let commitment = VssCommitment::new_by(verifier, group.signer.dealt.commitment());
                work(move || {
                    let dealt = &group.signer.dealt;
                    let keys = commitment.verify(&[(*dealt.identifier(), dealt.signing_share())]);
                    keys.into_iter().collect::<Result<Vec<_>, _>>()
                })
            }
        })
    }

    /// The signature, from a session or from deserialised commitments.
    pub(super) fn after_session(self, by: By) -> anyhow::Result<Work> {
        let Wire { group, .. } = self.0.clone();
        Ok(match by {
            By::FrostCore => {
                work(move || aggregate_custom(&group.package, &group.shares, &group.public, ALL))
            }
            By::Lanes(backend) => {
                let session = by_frost(self.0.session(Verifier::with_backend(backend)?))?;
                work(move || session.aggregate(&group.shares, &group.public, ALL))
            }
        })
    }

    /// The signers of wrong shares.
    pub(super) fn culprits(self, by: By) -> anyhow::Result<Work> {
        let wire = self.0;
        let (shares, expected) = some_wrong(&wire.group.shares);
        let are_found = move |error: Option<Error>| match error {
            Some(Error::InvalidSignatureShare { culprits }) => culprits == expected,
            _ => false,
        };
        Ok(match by {
            By::FrostCore => Box::new(move || {
                let group = &wire.group;
                let signature = aggregate_custom(&group.package, &shares, &group.public, ALL);
                let signature = black_box(signature);
                ensure!(are_found(signature.err()), "other culprits");
                Ok(())
            }),
            By::Lanes(backend) => {
                let verifier = Verifier::with_backend(backend)?;
                Box::new(move || {
                    // A session of its own, since it keeps the coefficients: made anew it takes longer.
                    let session = by_frost(wire.session(verifier))?;
                    let signature = black_box(session.aggregate(&shares, &wire.group.public, ALL));
                    ensure!(are_found(signature.err()), "other culprits");
                    Ok(())
                })
            }
        })
    }
}

fn prime_order(verifier: Verifier, points: &[[u8; 32]]) -> anyhow::Result<Vec<PublicPoint>> {
    let decoded: Option<Vec<_>> = verifier.prime_order_many(points).into_iter().collect();
    decoded.context("a point that is not of prime order")
}

/// Swaps in wrong shares; returns the shares and the affected signers.
fn some_wrong(
    shares: &BTreeMap<Identifier, SignatureShare>,
) -> (BTreeMap<Identifier, SignatureShare>, Vec<Identifier>) {
    let others = shares.values().skip(1);
    let wrong = shares.keys().zip(others).step_by(ONE_OF);
    let wrong: Vec<_> = wrong.map(|(signer, share)| (*signer, *share)).collect();
    let culprits = wrong.iter().map(|(signer, _)| *signer).collect();
    let mut shares = shares.clone();
    shares.extend(wrong);
    (shares, culprits)
}
