//! Odd bad shares and their culprits, and culprits of some shares. `random` has one and some bad shares.

use crate::judge::{Shares, aggregate, culprits, every_session, group, identifier, shares};
use curve25519_dalek::scalar::Scalar;
use frost_ed25519::round2::SignatureShare;
use near_frost::Error;

/// The share plus `by`.
pub fn moved(share: &SignatureShare, by: Scalar) -> SignatureShare {
    let z = share.serialize().try_into().expect("32 bytes");
    let z = Scalar::from_bytes_mod_order(z) + by;
    SignatureShare::deserialize(z.as_bytes()).expect("a scalar")
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
    let all = every_session(&group, &round);
    let answers = aggregate(&all, &round.package, &zero, &group.public);
    let cheater = Err(Error::InvalidSignatureShare {
        culprits: vec![two],
    });
    assert_eq!(answers[1..], [cheater.clone(), cheater]);
    // The sum of the exchanged shares is right.
    let mut exchanged = good.clone();
    exchanged.insert(one, good[&two]);
    exchanged.insert(two, good[&one]);
    let answers = aggregate(&all, &round.package, &exchanged, &group.public);
    assert!(answers.iter().all(Result::is_ok));
    let found = culprits(&round.package, &exchanged, &group.public);
    assert_eq!(found, Ok(vec![one, two]));
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
