//! Odd commitments: torsioned, not canonical, neutral, no point's.

use crate::group::{Group, Round};
use crate::judge::{aggregate, from_wire, sessions, sign};
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::Identity as _;
use frost_core::round1::NonceCommitment;
use frost_core::{GroupError, compute_binding_factor_list, derive_interpolating_value};
use frost_ed25519::round1::SigningCommitments;
use frost_ed25519::round2::SignatureShare;
use frost_ed25519::{Ed25519Sha512, Identifier, SigningPackage};
use near_frost::Error;
use std::collections::BTreeMap;

fn point(encoded: &[u8; 32]) -> EdwardsPoint {
    CompressedEdwardsY(*encoded).decompress().expect("a point")
}

/// Encodings that frost refuses, by the error.
fn odd(good: &[u8; 32]) -> Vec<([u8; 32], GroupError)> {
    let mut odd = Vec::new();
    for torsion in &EIGHT_TORSION[1..] {
        let torsioned = (point(good) + torsion).compress().to_bytes();
        odd.push((torsioned, GroupError::InvalidNonPrimeOrderElement));
    }
    for encoded in requirements::small_order::encodings() {
        let error = match point(&encoded) == EdwardsPoint::identity() {
            true => GroupError::InvalidIdentityElement,
            false => GroupError::InvalidNonPrimeOrderElement,
        };
        odd.push((encoded, error));
    }
    // y from p to 2^255 - 1, neither 0 nor 1: points of mixed order, or none.
    for lowest in 0xef..=0xff_u8 {
        let mut encoded = [0xff; 32];
        (encoded[0], encoded[31]) = (lowest, 0x7f);
        let error = match CompressedEdwardsY(encoded).decompress() {
            Some(_) => GroupError::InvalidNonPrimeOrderElement,
            None => GroupError::MalformedElement,
        };
        odd.push((encoded, error));
    }
    let no_point = |y: &u8| {
        let mut encoded = *good;
        encoded[0] = *y;
        CompressedEdwardsY(encoded)
            .decompress()
            .is_none()
            .then_some(encoded)
    };
    let y = (0..=u8::MAX).collect::<Vec<_>>();
    odd.extend(
        y.iter()
            .filter_map(no_point)
            .take(4)
            .map(|it| (it, GroupError::MalformedElement)),
    );
    odd
}

/// In any place, over the wire.
#[test]
fn an_odd_commitment_is_refused_over_the_wire_as_by_frost() {
    let group = Group::numbered(5, 3, 1);
    let round = group.round_of(4, b"message", 2);
    let good = round.wire();
    let odd = odd(&good[0].hiding);
    assert!(odd.len() > 40);
    for (at, (encoded, error)) in odd.iter().enumerate() {
        let expected = Some(Error::GroupError(*error));
        let mut commitments = good.clone();
        match at % 2 {
            0 => commitments[at % 4].hiding = *encoded,
            _ => commitments[at % 4].binding = *encoded,
        }
        let found = from_wire(&group.key(), b"message", &commitments);
        assert_eq!(found.err(), expected, "{encoded:x?}");
        let found = from_wire(encoded, b"message", &good);
        assert_eq!(found.err(), expected, "{encoded:x?} as the key");
    }
}

/// The first refused is the answer, whatever follows.
#[test]
fn of_several_the_first_is_the_answer() {
    let group = Group::numbered(3, 2, 3);
    let mut commitments = group.round_of(3, b"", 4).wire();
    commitments[1].binding = [2; 32];
    commitments[2].hiding = EdwardsPoint::identity().compress().to_bytes();
    commitments[2].identifier = [0; 32];
    commitments.swap(0, 2);
    for _ in 0..3 {
        commitments.rotate_left(1);
        assert!(from_wire(&group.key(), b"", &commitments).is_err());
    }
}

/// The round with its first two signers' hiding commitments moved by these points.
fn moved(round: &Round, by: [EdwardsPoint; 2]) -> SigningPackage {
    let mut commitments = round.package.signing_commitments().clone();
    for (of_signer, by) in commitments.values_mut().zip(by) {
        let hiding = NonceCommitment::new(of_signer.hiding().value() + by);
        *of_signer = SigningCommitments::new(hiding, *of_signer.binding());
    }
    SigningPackage::new(commitments, round.package.message())
}

/// The group commitment of a package, by frost-core.
fn sum(group: &Group, package: &SigningPackage) -> EdwardsPoint {
    let key = group.public.verifying_key();
    let factors = compute_binding_factor_list::<Ed25519Sha512>(package, key, &[]);
    let sum = frost_core::compute_group_commitment(package, &factors.expect("factors"));
    sum.expect("a sum").to_element()
}

/// Shares for a package whose commitments are not those of the nonces: frost-core refuses to sign there. The
/// challenge is that of the sum `r`.
fn shares_by_hand(
    group: &Group,
    round: &Round,
    package: &SigningPackage,
    r: EdwardsPoint,
) -> BTreeMap<Identifier, SignatureShare> {
    let key = group.public.verifying_key();
    let factors = compute_binding_factor_list::<Ed25519Sha512>(package, key, &[]).expect("factors");
    let challenge = frost_core::challenge(&r, key, package.message()).expect("a challenge");
    let share = |signer: &Identifier| {
        let nonces = &round.nonces[signer];
        let factor = factors.get(signer).expect("a factor").serialize();
        let factor = Scalar::from_bytes_mod_order(factor.try_into().expect("32 bytes"));
        let lambda = derive_interpolating_value(signer, package).expect("a coefficient");
        let secret = group.keys[signer].signing_share().to_scalar();
        let z = nonces.hiding().to_scalar()
            + nonces.binding().to_scalar() * factor
            + lambda * secret * challenge.to_scalar();
        (
            *signer,
            SignatureShare::deserialize(z.as_bytes()).expect("a scalar"),
        )
    };
    round.nonces.keys().map(share).collect()
}

/// Two torsioned commitments whose sum is of prime order: over the wire they are refused; in packages
/// frost-core and sessions take them.
#[test]
fn torsion_that_cancels_in_the_sum_is_treated_as_by_frost() {
    let group = Group::numbered(4, 3, 5);
    let round = group.round_of(3, b"cancels", 6);
    for torsion in &EIGHT_TORSION[1..] {
        let package = moved(&round, [*torsion, -torsion]);
        let wire = Round {
            nonces: round.nonces.clone(),
            package: package.clone(),
        }
        .wire();
        let refused = from_wire(&group.key(), b"cancels", &wire).err();
        assert_eq!(
            refused,
            Some(GroupError::InvalidNonPrimeOrderElement.into())
        );

        let shares = shares_by_hand(&group, &round, &package, sum(&group, &package));
        let all = sessions(&package, &group.public);
        let answers = aggregate(&all, &package, &shares, &group.public);
        assert!(answers.iter().all(Result::is_ok), "{answers:?}");
        // The first two signers refuse: their commitments are others.
        let signed = sign(&all, &package, &group, &round);
        let refused = signed
            .values()
            .filter(|it| **it == Err(Error::IncorrectCommitment));
        assert_eq!(refused.count(), 2);
    }
}

/// In packages, torsion that remains and neutral commitments are found by whoever uses the session.
#[test]
fn odd_commitments_in_packages_are_found_as_by_frost() {
    let group = Group::numbered(4, 3, 7);
    let round = group.round_of(3, b"odd", 8);
    let shares = group.shares(&round);
    let neutral = -round
        .package
        .signing_commitments()
        .values()
        .next()
        .expect("one")
        .hiding()
        .value();
    let zero = EdwardsPoint::identity();
    let mut packages = vec![moved(&round, [neutral, zero])];
    packages.extend(
        EIGHT_TORSION[1..]
            .iter()
            .map(|torsion| moved(&round, [*torsion, zero])),
    );
    for package in packages {
        let all = sessions(&package, &group.public);
        let answers = aggregate(&all, &package, &shares, &group.public);
        assert!(answers.iter().all(Result::is_err));
        let signed = sign(&all, &package, &group, &round);
        assert!(signed.values().any(Result::is_err));
    }
}

/// Hiding commitments whose sum is neutral. The group's commitment is not neutral: nobody can make such a one,
/// since the binding factors follow from all commitments.
#[test]
fn a_neutral_sum_of_hiding_commitments_is_nothing_special() {
    let group = Group::numbered(3, 2, 9);
    let round = group.round_of(2, b"neutral", 10);
    let shares = group.shares(&round);
    let commitments: Vec<_> = round.package.signing_commitments().values().collect();
    let both = commitments[0].hiding().value() + commitments[1].hiding().value();
    let package = moved(&round, [-both, EdwardsPoint::identity()]);
    let wire = Round {
        nonces: round.nonces.clone(),
        package: package.clone(),
    }
    .wire();
    let (_, mut all) = from_wire(&group.key(), b"neutral", &wire).expect("a session");
    all.extend(sessions(&package, &group.public));
    let wrong = aggregate(&all, &package, &shares, &group.public);
    assert!(wrong.iter().all(Result::is_err));
    let shares = shares_by_hand(&group, &round, &package, sum(&group, &package));
    // The first signer's hiding nonce is that of another commitment.
    let answers = aggregate(&all, &package, &shares, &group.public);
    assert!(
        matches!(&answers[2], Err(Error::InvalidSignatureShare { culprits }) if culprits.len() == 1)
    );
}
