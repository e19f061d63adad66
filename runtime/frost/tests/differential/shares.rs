//! Bad shares of another message or session, and their culprits. `random` has one and some bad shares.

use crate::judge::{Shares, aggregate, culprits, every_session, group, identifier, shares};
use curve25519_dalek::scalar::Scalar;
use frost_ed25519::Identifier;
use frost_ed25519::round2::SignatureShare;
use near_frost::Error;
use near_frost::dealt_groups::{Group, Round};

/// The share plus `by`.
pub fn moved(share: &SignatureShare, by: Scalar) -> SignatureShare {
    let z = share.serialize().try_into().expect("32 bytes");
    let z = Scalar::from_bytes_mod_order(z) + by;
    SignatureShare::deserialize(z.as_bytes()).expect("a scalar")
}

fn bad(culprits: &[Identifier]) -> Error {
    Error::InvalidSignatureShare {
        culprits: culprits.to_vec(),
    }
}

/// Asserts each answer if exactly the shares of the signers `wrong` are wrong.
fn assert_culprits(group: &Group, round: &Round, shares: &Shares, wrong: &[Identifier]) {
    let all = every_session(group, round);
    let answers = aggregate(&all, &round.package, shares, &group.public);
    let expected = [Error::InvalidSignature, bad(&wrong[..1]), bad(wrong)].map(Err);
    assert_eq!(answers, expected);
    for session in all {
        assert_eq!(session.culprits(shares, &group.public), Ok(wrong.to_vec()));
    }
}

#[test]
fn shares_that_are_zero_or_of_each_other_are_bad() {
    let group = group(4, 3, 36);
    let round = group.round_of(3, b"zero", 37);
    let [one, two] = [1, 2].map(identifier);
    let good = shares(&group, &round);
    let mut zero = good.clone();
    zero.insert(
        two,
        SignatureShare::deserialize(&[0; 32]).expect("a scalar"),
    );
    assert_culprits(&group, &round, &zero, &[two]);
    // The sum of the exchanged shares is right.
    let mut exchanged = good.clone();
    exchanged.insert(one, good[&two]);
    exchanged.insert(two, good[&one]);
    let all = every_session(&group, &round);
    let answers = aggregate(&all, &round.package, &exchanged, &group.public);
    assert!(answers.iter().all(Result::is_ok));
    let found = culprits(&round.package, &exchanged, &group.public);
    assert_eq!(found, Ok(vec![one, two]));
}

#[test]
fn shares_of_another_message_or_session_are_bad() {
    let group = group(5, 3, 38);
    let round = group.round_of(4, b"this", 39);
    let mut other_message = round.clone();
    other_message.package =
        frost_ed25519::SigningPackage::new(round.package.signing_commitments().clone(), b"that");
    let other_nonces = group.round_of(4, b"this", 40);
    let mut other_signers = group.round_of(3, b"this", 39);
    other_signers.nonces.remove(&identifier(3));
    let good = shares(&group, &round);
    for other in [&other_message, &other_nonces, &other_signers] {
        let others = shares(&group, other);
        for count in 1..=others.len() {
            let wrong: Vec<_> = others.keys().copied().take(count).collect();
            let mut shares = good.clone();
            shares.extend(others.iter().take(count));
            assert_culprits(&group, &round, &shares, &wrong);
        }
    }
    // This session's shares verify for no other message.
    assert_culprits(
        &group,
        &other_message,
        &good,
        &good.keys().copied().collect::<Vec<_>>(),
    );
}

/// Shares can be checked as they arrive.
#[test]
fn culprits_of_some_shares_are_found() {
    let group = group(12, 2, 41);
    let round = group.round_of(10, b"some", 42);
    let mut shares = shares(&group, &round);
    shares.retain(|signer, _| *signer > identifier(6));
    let wrong = identifier(8);
    shares.insert(wrong, moved(&shares[&wrong], Scalar::ONE));
    for session in every_session(&group, &round) {
        assert_eq!(session.culprits(&shares, &group.public), Ok(vec![wrong]));
        assert_eq!(session.culprits(&Shares::new(), &group.public), Ok(vec![]));
    }
    // The share of a member who does not sign.
    shares.insert(identifier(12), shares[&wrong]);
    let expected = culprits(&round.package, &shares, &group.public);
    assert_eq!(expected, Err(Error::UnknownIdentifier));
    for session in every_session(&group, &round) {
        assert_eq!(session.culprits(&shares, &group.public), expected);
    }
}
