//! Random sessions of 2 to 20 signers, some of whom cheat.

use crate::judge::{Shares, aggregate, from_wire, identifier, moved, sessions, sign, wire};
use crate::long_runs::SESSIONS;
use curve25519_dalek::scalar::Scalar;
use frost_core::keys::IdentifierList;
use frost_ed25519::Identifier;
use near_frost::Error;
use near_frost::dealt_groups::{Group, Round, Seeded};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use requirements::fuzzing::fuzz;

/// A session, by:
///
/// - the seed of its random numbers
/// - the number of signers
/// - the number of members who do not sign
/// - the threshold less two, as a fraction of the signers less one: from 1 on there are
///   too few signers, if there are other members
/// - whether identifiers are derived from a hash
/// - the message
/// - the signers who cheat, and the number that each adds to its share
type Case = (u64, u16, u16, f64, bool, Vec<u8>, Vec<(Index, u64)>);

fn cases() -> impl Strategy<Value = Case> {
    let cheater = (any::<Index>(), 0..3_u64);
    (
        any::<u64>(),
        2..=20_u16,
        0..4_u16,
        0.0..1.05,
        prop::bool::weighted(0.2),
        vec(any::<u8>(), 0..200),
        prop_oneof![Just(Vec::new()), vec(cheater, 1..8)],
    )
}

fn one(case: Case) -> &'static str {
    let (seed, signers, others, threshold, is_derived, message, cheaters) = case;
    let mut random = Seeded::new(seed);
    let members = signers + others;
    let mut identifiers: Vec<_> = (1..=members)
        .map(|number| match is_derived {
            true => Identifier::derive(&number.to_le_bytes()).expect("not zero"),
            false => identifier(number * random.0.u16(1..=3_000 / members) % 3_000 + 1),
        })
        .collect();
    identifiers.sort();
    identifiers.dedup();
    let members = u16::try_from(identifiers.len()).expect("at most 23");
    if members < 2 {
        return "too few members";
    }
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most 25"
    )]
    let threshold = 2 + (threshold * f64::from(signers - 1)) as u16;
    let list = IdentifierList::Custom(&identifiers);
    let group = Group::dealt(list, threshold.min(members), members, random);
    let mut group = group.expect("a group");
    group.random.0.shuffle(&mut identifiers);
    identifiers.truncate(signers.into());
    let signers = identifiers.iter().map(|signer| &group.keys[signer]);
    let round = Round::new(signers, &message, &mut group.random);

    let mut wire = wire(&round);
    group.random.0.shuffle(&mut wire);
    let (package, mut all) = from_wire(&group.key, &message, &wire).expect("a session");
    all.extend(sessions(&package, &group.public));
    let signed = sign(&all, &package, &group, &round);
    let shares: Result<_, _> = signed
        .into_iter()
        .map(|(signer, share)| Ok((signer, share?)))
        .collect();
    let mut shares: Shares = match shares {
        Ok(shares) => shares,
        Err(Error::IncorrectNumberOfCommitments) => return "too few signers",
        Err(error) => panic!("{error:?}"),
    };
    for (cheater, by) in cheaters {
        let cheater = identifiers[cheater.index(identifiers.len())];
        shares.insert(cheater, moved(&shares[&cheater], Scalar::from(by)));
    }
    let [_, _, all_cheaters] = aggregate(&all, &package, &shares, &group.public);
    match all_cheaters {
        Ok(_) => "signed",
        Err(Error::InvalidSignatureShare { culprits }) if culprits.len() == 1 => "one culprit",
        Err(Error::InvalidSignatureShare { .. }) => "culprits",
        Err(error) => panic!("{error:?}"),
    }
}

#[test]
fn random_sessions_are_frosts() {
    let tally = fuzz!(SESSIONS, cases(), |case: Case| Ok(one(case)));
    tally.reaches(&["signed", "one culprit", "culprits"], 20);
    tally.reaches(&["too few signers"], 100);
}
