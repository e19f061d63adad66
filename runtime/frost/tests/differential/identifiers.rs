//! Odd identifiers: zero, not canonical, there twice, unknown, derived from a hash, too few.

use crate::group::{Group, identifier};
use crate::judge::{aggregate, all, from_wire, sessions, sign};
use dealt_groups::Seeded;
use frost_core::{FieldError, aggregate_custom};
use frost_ed25519::{Identifier, SigningPackage};
use near_frost::{CheaterDetection, Error};
use std::collections::BTreeMap;

/// The group's order `l`.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

#[test]
fn zero_and_numbers_of_l_and_above_are_refused_over_the_wire() {
    let group = Group::numbered(3, 2, 11);
    let good = group.round_of(3, b"m", 12).wire();
    let mut above = ORDER;
    above[0] += 1;
    let cases = [
        ([0; 32], FieldError::InvalidZeroScalar),
        (ORDER, FieldError::MalformedScalar),
        (above, FieldError::MalformedScalar),
        ([0xff; 32], FieldError::MalformedScalar),
    ];
    for (encoded, error) in cases {
        for at in 0..good.len() {
            let mut commitments = good.clone();
            commitments[at].identifier = encoded;
            let found = from_wire(&group.key(), b"m", &commitments);
            assert_eq!(found.err(), Some(Error::FieldError(error)));
        }
    }
}

#[test]
fn an_identifier_that_is_there_twice_is_refused_over_the_wire() {
    let group = Group::numbered(3, 2, 13);
    let mut commitments = group.round_of(3, b"m", 14).wire();
    commitments.push(commitments[1]);
    for _ in 0..4 {
        commitments.rotate_left(1);
        let found = from_wire(&group.key(), b"m", &commitments);
        assert_eq!(found.err(), Some(Error::DuplicatedIdentifier));
    }
}

#[test]
fn no_commitments_make_a_session_in_which_nothing_is_signed() {
    let group = Group::numbered(3, 2, 15);
    let round = group.round_of(2, b"m", 16);
    let (package, mut all) = from_wire(&group.key(), b"m", &[]).expect("a session");
    all.extend(sessions(&package, &group.public));
    let answers = aggregate(&all, &package, &BTreeMap::new(), &group.public);
    assert!(answers.iter().all(Result::is_err));
    let signed = sign(&all, &package, &group, &round);
    assert!(
        signed
            .values()
            .all(|it| *it == Err(Error::IncorrectNumberOfCommitments))
    );
}

/// Long identifiers, and short ones beside them.
#[test]
fn identifiers_derived_from_a_hash_sign() {
    let derived = |name: &str| Identifier::derive(name.as_bytes()).expect("not zero");
    let names = ["alice.near", "bob.near", "carol.near", "dave.near"].map(derived);
    let mixed = [names[0], identifier(1), names[1], identifier(u16::MAX)];
    for (seed, identifiers) in [(17, names), (18, mixed)] {
        let mut random = Seeded::new(seed);
        let group = Group::new(&identifiers, 3, &mut random);
        all(&group, &group.round(&identifiers, b"derived", &mut random));
        all(
            &group,
            &group.round(&identifiers[1..], b"derived", &mut random),
        );
    }
}

#[test]
fn commitments_come_in_any_order() {
    let group = Group::numbered(300, 4, 19);
    let signers = [256, 1, 255, 2, 300, 257].map(identifier);
    let round = group.round(&signers, b"order", &mut Seeded::new(20));
    let shares = group.shares(&round);
    let mut commitments = round.wire();
    for _ in 0..commitments.len() {
        commitments.rotate_left(1);
        let (package, sessions) =
            from_wire(&group.key(), b"order", &commitments).expect("a session");
        let answers = aggregate(&sessions, &package, &shares, &group.public);
        assert!(answers.iter().all(Result::is_ok));
    }
}

/// Too few to sign, too few shares, shares of others, and of more.
#[test]
fn other_signers_than_the_sessions_are_refused_as_by_frost() {
    let group = Group::numbered(6, 3, 21);
    let round = group.round_of(4, b"sets", 22);
    let all = sessions(&round.package, &group.public);
    let good = group.shares(&round);
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
        assert!(
            answers
                .iter()
                .all(|it| *it == Err(Error::UnknownIdentifier))
        );
    }

    let few = group.round_of(2, b"sets", 23);
    let all = sessions(&few.package, &group.public);
    let signed = sign(&all, &few.package, &group, &few);
    assert!(
        signed
            .values()
            .all(|it| *it == Err(Error::IncorrectNumberOfCommitments))
    );
    let shares = few.nonces.keys().map(|signer| (*signer, *share)).collect();
    let answers = aggregate(&all, &few.package, &shares, &group.public);
    assert!(
        answers
            .iter()
            .all(|it| *it == Err(Error::IncorrectNumberOfShares))
    );
}

/// A signer whose commitments are in no package, and one with another's nonces.
#[test]
fn a_signer_signs_only_what_has_its_commitments() {
    let group = Group::numbered(5, 2, 24);
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

/// Detection needs everybody's verifying share; without detection none is needed.
#[test]
fn keys_that_lack_a_signer_are_refused_only_to_detect_cheaters() {
    let group = Group::numbered(4, 2, 26);
    let round = group.round_of(3, b"keys", 27);
    let shares = group.shares(&round);
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

/// A package of one signer, of a group without a threshold on record.
#[test]
fn a_single_signer_is_treated_as_by_frost() {
    let group = Group::numbered(3, 2, 28);
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
