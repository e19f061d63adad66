//! A group from a trusted dealer, one signature, and the steps of it by frost-core, in any ciphersuite.

use super::Work;
use crate::frost::cells::{Size, Step};
use anyhow::{Context as _, anyhow};
use frost_core::keys::{
    IdentifierList, KeyPackage, PublicKeyPackage, SecretShare, generate_with_dealer,
};
use frost_core::round1::{NonceCommitment, SigningCommitments, SigningNonces, commit};
use frost_core::round2::{SignatureShare, sign};
use frost_core::{
    CheaterDetection, Ciphersuite, Error, Identifier, SigningPackage, aggregate_custom,
    compute_binding_factor_list, compute_group_commitment, compute_lagrange_coefficient,
    verify_signature_share,
};
use near_frost::dealt_groups::Seeded;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::rc::Rc;

/// The message that every group signs.
pub(super) const MESSAGE: &[u8] = b"message";

/// frost-core's result; its errors are of each ciphersuite's own type.
pub(super) fn by_frost<C: Ciphersuite, T>(result: Result<T, Error<C>>) -> anyhow::Result<T> {
    result.map_err(|error| anyhow!("frost-core: {error}"))
}

/// Work that fails if frost-core or near-frost does.
pub(super) fn work<C: Ciphersuite, T>(
    mut body: impl FnMut() -> Result<T, Error<C>> + 'static,
) -> Work {
    Box::new(move || by_frost(black_box(body())).map(drop))
}

/// The group, and the signature of a threshold of its first members; the measured signer is the last
/// one.
pub(super) struct Group<C: Ciphersuite> {
    pub(super) public: PublicKeyPackage<C>,
    /// Commitments, deserialised as if others had sent them.
    pub(super) package: SigningPackage<C>,
    pub(super) shares: BTreeMap<Identifier<C>, SignatureShare<C>>,
    /// The measured signer's secrets.
    pub(super) key: KeyPackage<C>,
    pub(super) nonces: SigningNonces<C>,
    /// The same signer's share, as the dealer sent it.
    pub(super) dealt: SecretShare<C>,
}

impl<C: Ciphersuite> Group<C> {
    pub(super) fn new(size: Size) -> anyhow::Result<Self> {
        let mut random = Seeded::new(1);
        let Size { signers, members } = size;
        let list = IdentifierList::Default;
        let dealt = generate_with_dealer(members, signers, list, &mut random);
        let (dealt, public) = by_frost(dealt)?;
        let (mut commitments, mut of_signers) = (BTreeMap::new(), Vec::new());
        for (identifier, dealt) in dealt.into_iter().take(signers.into()) {
            let (nonces, its) = commit(dealt.signing_share(), &mut random);
            commitments.insert(identifier, by_frost(deserialised(&its))?);
            // The share is not verified: for all signers that takes quadratic time.
            let verifying = public.verifying_shares().get(&identifier);
            let key = KeyPackage::new(
                identifier,
                *dealt.signing_share(),
                *verifying.context("every member has a verifying share")?,
                *public.verifying_key(),
                signers,
            );
            of_signers.push((key, nonces, dealt));
        }
        let package = SigningPackage::new(commitments, MESSAGE);
        let shares = by_frost(shares(&package, &of_signers))?;
        let (key, nonces, dealt) = of_signers.pop().context("a group has signers")?;
        Ok(Self {
            public,
            package,
            shares,
            key,
            nonces,
            dealt,
        })
    }
}

fn deserialised<C: Ciphersuite>(
    commitments: &SigningCommitments<C>,
) -> Result<SigningCommitments<C>, Error<C>> {
    let again = |it: &NonceCommitment<C>| NonceCommitment::deserialize(&it.serialize()?);
    let (hiding, binding) = (commitments.hiding(), commitments.binding());
    Ok(SigningCommitments::new(again(hiding)?, again(binding)?))
}

/// Each signer's share. Values that are equal for all signers are computed once: `round2::sign` for
/// each takes quadratic time.
fn shares<C: Ciphersuite>(
    package: &SigningPackage<C>,
    signers: &[(KeyPackage<C>, SigningNonces<C>, SecretShare<C>)],
) -> Result<BTreeMap<Identifier<C>, SignatureShare<C>>, Error<C>> {
    let first = signers.first().ok_or(Error::MissingCommitment)?;
    let group_key = first.0.verifying_key();
    let factors = compute_binding_factor_list(package, group_key, &[])?;
    let commitment = compute_group_commitment(package, &factors)?;
    let challenge = C::challenge(&commitment.clone().to_element(), group_key, MESSAGE)?;
    let identifiers = package.signing_commitments().keys().copied().collect();
    let share = |(key, nonces, _): &(KeyPackage<C>, SigningNonces<C>, _)| {
        let identifier = *key.identifier();
        let factor = factors.get(&identifier).ok_or(Error::UnknownIdentifier)?;
        let coefficient = compute_lagrange_coefficient(&identifiers, None, identifier)?;
        let factor = factor.clone();
        let compute = C::compute_signature_share;
        let share = compute(&commitment, nonces, factor, coefficient, key, challenge);
        Ok((identifier, share))
    };
    signers.iter().map(share).collect()
}

/// A step of a signature in this group.
pub(super) fn step<C: Ciphersuite + 'static>(
    step: Step,
    group: Rc<Group<C>>,
) -> anyhow::Result<Work> {
    let identifier = *group.key.identifier();
    Ok(match step {
        Step::Round1 => {
            let mut random = Seeded::new(2);
            Box::new(move || {
                black_box(commit(group.key.signing_share(), &mut random));
                Ok(())
            })
        }
        Step::Round2 => work(move || sign(&group.package, &group.nonces, &group.key)),
        Step::Aggregate => work(move || {
            let detection = CheaterDetection::AllCheaters;
            aggregate_custom(&group.package, &group.shares, &group.public, detection)
        }),
        Step::VerifyShare => {
            let share = group.shares.get(&identifier);
            let share = *share.context("every signer has a share")?;
            work(move || {
                let key = &group.key;
                let (verifying, group_key) = (key.verifying_share(), key.verifying_key());
                verify_signature_share(identifier, verifying, &share, &group.package, group_key)
            })
        }
    })
}
