//! Keys that are not the session's, and odd keys.

use crate::judge::{
    aggregate, culprits, every_session, from_wire, group, sessions, shares, sign, wire,
};
use crate::shares::moved;
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::scalar::Scalar;
use frost_core::VerifyingKey;
use frost_core::keys::VerifyingShare;
use frost_ed25519::keys::{KeyPackage, PublicKeyPackage};

/// A session belongs to one key. With another key's packages it answers as a session of that key
/// would.
#[test]
fn another_groups_packages_are_treated_as_by_frost() {
    let [ours, theirs] = [50, 51].map(|seed| group(4, 2, seed));
    let round = ours.round_of(3, b"ours", 52);
    let shares = shares(&ours, &round);
    let all = every_session(&ours, &round);
    let answers = aggregate(&all, &round.package, &shares, &theirs.public);
    assert!(answers.iter().all(Result::is_err));
    for (signer, share) in sign(&all, &round.package, &theirs, &round) {
        assert!(share.is_ok_and(|share| share != shares[&signer]));
    }
}

/// A session that was made for another key still signs and aggregates as frost-core does.
#[test]
fn a_session_of_another_key_answers_for_the_packages() {
    let [ours, theirs] = [53, 54].map(|seed| group(4, 2, seed));
    let round = ours.round_of(2, b"ours", 55);
    let shares = shares(&ours, &round);
    let (_, all) = from_wire(&theirs.key(), b"ours", &wire(&round)).expect("a session");
    let answers = aggregate(&all, &round.package, &shares, &ours.public);
    assert!(answers.iter().all(Result::is_ok));
    let signed = sign(&all, &round.package, &ours, &round);
    assert!(signed.values().all(Result::is_ok));
}

/// frost-core's internal constructors allow keys with torsion.
#[test]
fn torsioned_keys_are_treated_as_by_frost() {
    let group = group(4, 2, 56);
    let round = group.round_of(3, b"torsion", 57);
    let good = shares(&group, &round);
    let public = &group.public;
    for torsion in &EIGHT_TORSION[1..] {
        let key = VerifyingKey::new(public.verifying_key().to_element() + torsion);
        let verifying = public.verifying_shares().clone();
        let odd_key = PublicKeyPackage::new(verifying.clone(), key, Some(2));
        let all = sessions(&round.package, &odd_key);
        let answers = aggregate(&all, &round.package, &good, &odd_key);
        assert!(answers.iter().all(Result::is_err));

        let mut odd_shares = verifying;
        let (signer, share) = odd_shares.iter_mut().next().expect("a share");
        *share = VerifyingShare::new(share.to_element() + torsion);
        let mut bad = good.clone();
        bad.insert(*signer, moved(&good[signer], Scalar::ONE));
        let odd_shares = PublicKeyPackage::new(odd_shares, *public.verifying_key(), Some(2));
        let all = sessions(&round.package, &odd_shares);
        for shares in [&good, &bad] {
            // The signature does not depend on verifying shares.
            let answers = aggregate(&all, &round.package, shares, &odd_shares);
            assert!(answers.iter().all(|it| it.is_ok() == (*shares == good)));
            let expected = culprits(&round.package, shares, &odd_shares);
            assert!(expected.is_ok());
        }
    }
}

/// A signer whose own key package has another group key or a higher threshold.
#[test]
fn a_key_package_decides_for_its_signer() {
    let group = group(5, 3, 58);
    let round = group.round_of(3, b"package", 59);
    let all = sessions(&round.package, &group.public);
    let (signer, nonces) = round.nonces.iter().next().expect("a signer");
    let key = &group.keys[signer];
    for min in 1..6 {
        let (share, verifying) = (*key.signing_share(), *key.verifying_share());
        let package = KeyPackage::new(*signer, share, verifying, *key.verifying_key(), min);
        let expected = frost_core::round2::sign(&round.package, nonces, &package);
        assert_eq!(expected.is_ok(), min <= 3);
        for session in &all {
            assert_eq!(session.sign(nonces.clone(), &package), expected);
        }
    }
}
