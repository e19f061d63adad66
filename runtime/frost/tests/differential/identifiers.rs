//! Identifiers that are unknown, or too few. `wire` has odd ones.

use crate::judge::{aggregate, from_wire, group, identifier, sessions, shares, sign};
use frost_core::aggregate_custom;
use frost_ed25519::SigningPackage;
use near_frost::{CheaterDetection, Error};
use std::collections::BTreeMap;

/// Asserts that every answer is this error.
#[track_caller]
fn all_are<'a, T: 'a>(mut answers: impl Iterator<Item = &'a Result<T, Error>>, error: &Error) {
    assert!(answers.all(|it| it.as_ref().err() == Some(error)));
}

#[test]
fn no_commitments_make_a_session_in_which_nothing_is_signed() {
    let group = group(3, 2, 15);
    let round = group.round_of(2, b"m", 16);
    let (package, mut all) = from_wire(&group.key(), b"m", &[]).expect("a session");
    all.extend(sessions(&package, &group.public));
    let answers = aggregate(&all, &package, &BTreeMap::new(), &group.public);
    assert!(answers.iter().all(Result::is_err));
    let signed = sign(&all, &package, &group, &round);
    all_are(signed.values(), &Error::IncorrectNumberOfCommitments);
}

/// Too few signers, too few shares, and shares of other signers or of more.
#[test]
fn other_signers_than_the_sessions_are_refused_as_by_frost() {
    let group = group(6, 3, 21);
    let round = group.round_of(4, b"sets", 22);
    let all = sessions(&round.package, &group.public);
    let good = shares(&group, &round);
    let (one, share) = good.iter().next().expect("a share");

    let mut fewer = good.clone();
    fewer.remove(one);
    let mut others = fewer.clone();
    others.insert(identifier(6), *share);
    let mut unknown = fewer.clone();
    unknown.insert(identifier(99), *share);
    let mut more = good.clone();
    more.insert(identifier(6), *share);
    for shares in [BTreeMap::new(), fewer, others, unknown, more] {
        let answers = aggregate(&all, &round.package, &shares, &group.public);
        all_are(answers.iter(), &Error::UnknownIdentifier);
    }

    let few = group.round_of(2, b"sets", 23);
    let all = sessions(&few.package, &group.public);
    let signed = sign(&all, &few.package, &group, &few);
    all_are(signed.values(), &Error::IncorrectNumberOfCommitments);
    let shares = few.nonces.keys().map(|signer| (*signer, *share)).collect();
    let answers = aggregate(&all, &few.package, &shares, &group.public);
    all_are(answers.iter(), &Error::IncorrectNumberOfShares);
}

/// A signer whose commitments are missing, and one with another signer's nonces.
#[test]
fn a_signer_signs_only_what_has_its_commitments() {
    let group = group(5, 2, 24);
    let round = group.round_of(3, b"mine", 25);
    let all = sessions(&round.package, &group.public);
    let (outside, nonces) = (identifier(5), &round.nonces[&identifier(1)]);
    for (signer, error) in [
        (outside, Error::MissingCommitment),
        (identifier(2), Error::IncorrectCommitment),
    ] {
        let key = &group.keys[&signer];
        let expected = frost_core::round2::sign(&round.package, nonces, key);
        assert_eq!(expected, Err(error));
        for session in &all {
            assert_eq!(session.sign(nonces.clone(), key), expected);
        }
    }
}

/// Detection needs every verifying share; without detection none is needed.
#[test]
fn keys_that_lack_a_signer_are_refused_only_to_detect_cheaters() {
    let group = group(4, 2, 26);
    let round = group.round_of(3, b"keys", 27);
    let shares = shares(&group, &round);
    let mut verifying = group.public.verifying_shares().clone();
    verifying.remove(&identifier(2));
    let key = *group.public.verifying_key();
    for min in [None, Some(2), Some(3)] {
        let keys = frost_ed25519::keys::PublicKeyPackage::new(verifying.clone(), key, min);
        let all = sessions(&round.package, &keys);
        let answers = aggregate(&all, &round.package, &shares, &keys);
        assert!(answers[0].is_ok());
        assert_eq!(
            answers[1..],
            [Err(Error::UnknownIdentifier), Err(Error::UnknownIdentifier)]
        );
    }
}

/// A package with one signer, of a group whose threshold is not recorded.
#[test]
fn a_single_signer_is_treated_as_by_frost() {
    let group = group(3, 2, 28);
    let round = group.round_of(1, b"alone", 29);
    let commitments = round.package.signing_commitments().clone();
    let package = SigningPackage::new(commitments, b"alone");
    let zero = frost_ed25519::round2::SignatureShare::deserialize(&[0; 32]).expect("a scalar");
    let shares = BTreeMap::from([(identifier(1), zero)]);
    let public = &group.public;
    let (verifying, key) = (public.verifying_shares().clone(), *public.verifying_key());
    let keys = frost_ed25519::keys::PublicKeyPackage::new(verifying, key, None);
    let answers = aggregate(&sessions(&package, &keys), &package, &shares, &keys);
    let expected = aggregate_custom(&package, &shares, &keys, CheaterDetection::AllCheaters);
    assert_eq!(answers[2].clone().err(), expected.err());
}
