//! If nothing is wrong, the lanes must answer. A fallback to frost-core would give the right answer
//! too, so tests that compare with frost-core would not notice it.

use crate::Verifier;
use crate::culprits::culprits;
use crate::dealt_groups::{Generation, Group, Seeded};
use crate::{Session, VssCommitment, aggregate, dkg, sign};
use ed25519_lanes::Backend;
use frost_core::aggregate as aggregate_by_frost;
use frost_core::keys::dkg::part3;
use frost_core::keys::{IdentifierList, generate_with_dealer};
use frost_ed25519::Identifier;
use frost_ed25519::round1::SigningNonces;
use std::collections::BTreeMap;

fn verifiers() -> impl Iterator<Item = Verifier> {
    let found = |backend: &Backend| Verifier::with_backend(*backend).ok();
    Backend::ALL.iter().filter_map(found)
}

#[test]
fn a_session_signs_and_aggregates() {
    for (signers, members) in [(2, 3), (7, 10), (40, 60)] {
        let group = Group::new(signers, members, 1).expect("a group");
        let round = group.round_of(signers.into(), b"lanes alone", 1);
        let (package, public_keys) = (&round.package, &group.public);
        for verifier in verifiers() {
            let session = Session::new(verifier, package, public_keys);
            let public = session.public().expect("computed");
            assert_eq!(public.package(), *package);
            let share = |(signer, nonces): (&Identifier, &SigningNonces)| {
                let key = &group.keys[signer];
                assert!(sign::agrees(public, nonces, key));
                (*signer, sign::share(public, nonces, key).expect("a share"))
            };
            let mut shares: BTreeMap<_, _> = round.nonces.iter().map(share).collect();
            let detection = crate::CheaterDetection::AllCheaters;
            assert!(aggregate::agrees(public, &shares, public_keys, &detection));
            let signature = aggregate::signature(public, &shares).expect("a signature");
            let expected = aggregate_by_frost(package, &shares, public_keys);
            let expected = expected.expect("a signature").serialize();
            assert_eq!(signature.as_slice(), expected.expect("64 bytes"));
            assert_eq!(culprits(public, &shares, public_keys), Some(Vec::new()));

            let (first, last) = (
                *shares.keys().next().expect("one"),
                *shares.keys().last().expect("one"),
            );
            shares.insert(first, shares[&last]);
            assert_eq!(aggregate::signature(public, &shares), None);
            assert_eq!(culprits(public, &shares, public_keys), Some(vec![first]));
        }
    }
}

#[test]
fn dealt_shares_are_checked() {
    let mut random = Seeded::new(3);
    for (threshold, members) in [(2, 3), (40, 60)] {
        let dealt = generate_with_dealer(members, threshold, IdentifierList::Default, &mut random);
        let (shares, public_keys) = dealt.expect("a group");
        let commitment = shares.values().next().expect("one").commitment();
        let of_members = shares.iter().map(|(id, it)| (*id, it.signing_share()));
        let of_members: Vec<_> = of_members.collect();
        let verifying = public_keys.verifying_shares().values();
        let expected = verifying.map(|it| Some((*it, *public_keys.verifying_key())));
        let expected: Vec<_> = expected.collect();
        for verifier in verifiers() {
            let commitment = VssCommitment::new(verifier, commitment);
            assert_eq!(commitment.by_lanes(&of_members).as_ref(), Some(&expected));
        }
    }
}

#[test]
fn keys_are_generated() {
    let members = (1..=12).map(|number| Identifier::try_from(number).expect("not zero"));
    let members: Vec<_> = members.collect();
    let it = Generation::new(members[4], &members, 7, 2).expect("a group");
    let expected = part3(&it.secret, &it.round1, &it.round2).expect("keys");
    let encoded = it.encoded().expect("packages");
    for verifier in verifiers() {
        let packages = dkg::decode_packages(verifier, &encoded).expect("packages");
        let found = dkg::part3::keys(verifier, &it.secret, &packages, &it.round2);
        assert_eq!(found.as_ref(), Some(&expected));
    }
}
