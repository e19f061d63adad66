//! Commitments with torsion. `wire` has others that are odd.

use crate::judge::{aggregate, from_wire, group, identifier, sessions, sign, wire, with_hiding};
use curve25519_dalek::constants::EIGHT_TORSION;
use curve25519_dalek::scalar::Scalar;
use frost_core::{GroupError, compute_binding_factor_list, derive_interpolating_value};
use frost_ed25519::round2::SignatureShare;
use frost_ed25519::{Ed25519Sha512, Identifier, SigningPackage};
use near_frost::Error;
use near_frost::dealt_groups::{Group, Round};
use std::collections::BTreeMap;

/// Shares for a package whose commitments do not belong to the nonces, which frost-core refuses to
/// sign.
fn shares_by_hand(
    group: &Group,
    round: &Round,
    package: &SigningPackage,
) -> BTreeMap<Identifier, SignatureShare> {
    let key = group.public.verifying_key();
    let factors = compute_binding_factor_list::<Ed25519Sha512>(package, key, &[]).expect("factors");
    let sum = frost_core::compute_group_commitment(package, &factors).expect("a sum");
    let challenge = frost_core::challenge(&sum.to_element(), key, package.message());
    let challenge = challenge.expect("a challenge").to_scalar();
    let share = |signer: &Identifier| {
        let nonces = &round.nonces[signer];
        let factor = factors.get(signer).expect("a factor").serialize();
        let factor = Scalar::from_bytes_mod_order(factor.try_into().expect("32 bytes"));
        let lambda = derive_interpolating_value(signer, package).expect("a coefficient");
        let secret = group.keys[signer].signing_share().to_scalar();
        let z = nonces.hiding().to_scalar()
            + nonces.binding().to_scalar() * factor
            + lambda * secret * challenge;
        (
            *signer,
            SignatureShare::deserialize(z.as_bytes()).expect("a scalar"),
        )
    };
    round.nonces.keys().map(share).collect()
}

/// Two commitments with torsion whose sum has prime order: sessions refuse them in wire format, but
/// accept them in packages, as frost-core does.
#[test]
fn torsion_that_cancels_in_the_sum_is_treated_as_by_frost() {
    let group = group(4, 3, 5);
    let round = group.round_of(3, b"cancels", 6);
    for torsion in &EIGHT_TORSION[1..] {
        let [one, two] = [1, 2].map(identifier);
        let package = with_hiding(&round.package, one, |it| it + torsion);
        let package = with_hiding(&package, two, |it| it - torsion);
        let wire = wire(&Round {
            nonces: round.nonces.clone(),
            package: package.clone(),
        });
        let refused = from_wire(&group.key, b"cancels", &wire).err();
        let torsioned = GroupError::InvalidNonPrimeOrderElement.into();
        assert_eq!(refused, Some(torsioned));

        let shares = shares_by_hand(&group, &round, &package);
        let all = sessions(&package, &group.public);
        let answers = aggregate(&all, &package, &shares, &group.public);
        assert!(answers.iter().all(Result::is_ok), "{answers:?}");
        // The first two signers refuse, because the commitments are not theirs.
        let signed = sign(&all, &package, &group, &round);
        let refused = signed
            .values()
            .filter(|it| **it == Err(Error::IncorrectCommitment));
        assert_eq!(refused.count(), 2);
    }
}
