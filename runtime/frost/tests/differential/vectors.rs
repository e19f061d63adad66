//! The vectors of RFC 9591 and of frost-ed25519.

use crate::dkg::{Map, Participant, part3};
use crate::judge;
use curve25519_dalek::scalar::Scalar;
use frost_core::round1::Nonce;
use frost_ed25519::keys::dkg::{round1, round2};
use frost_ed25519::keys::{
    KeyPackage, PublicKeyPackage, SigningShare, VerifiableSecretSharingCommitment,
};
use frost_ed25519::round1::SigningNonces;
use frost_ed25519::{Identifier, SigningPackage, VerifyingKey};
use near_frost::dealt_groups::{Group, Round, Seeded};
use requirements::frost::published;
use serde_json::Value;
use std::collections::BTreeMap;

fn bytes(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().expect("a string")).expect("hex")
}

fn identifier(value: &Value) -> Identifier {
    let number = value.as_u64().expect("a number");
    Identifier::try_from(u16::try_from(number).expect("16 bits")).expect("not zero")
}

fn list(value: &Value) -> impl Iterator<Item = (Identifier, &Value)> {
    let outputs = value.as_array().expect("a list").iter();
    outputs.map(|output| (identifier(&output["identifier"]), output))
}

/// Keys, nonces, commitments, shares and the signature equal the published ones.
#[test]
fn published_rounds_have_the_published_signature() {
    for file in ["vectors.json", "vectors-big-identifier.json"] {
        let vector = published(file);
        let inputs = &vector["inputs"];
        let key = VerifyingKey::deserialize(&bytes(&inputs["verifying_key_key"])).expect("a key");
        let mut keys = BTreeMap::new();
        let mut verifying = BTreeMap::new();
        for (signer, share) in list(&inputs["participant_shares"]) {
            let share = bytes(&share["participant_share"]);
            let share = SigningShare::deserialize(&share).expect("a share");
            verifying.insert(signer, share.into());
            keys.insert(signer, KeyPackage::new(signer, share, share.into(), key, 2));
        }
        let mut nonces = BTreeMap::new();
        let mut commitments = BTreeMap::new();
        for (signer, output) in list(&vector["round_one_outputs"]["outputs"]) {
            let nonce = |name: &str| Nonce::deserialize(&bytes(&output[name])).expect("a nonce");
            let of = SigningNonces::from_nonces(nonce("hiding_nonce"), nonce("binding_nonce"));
            let hiding = of.commitments().hiding().serialize().expect("a point");
            assert_eq!(hiding, bytes(&output["hiding_nonce_commitment"]));
            commitments.insert(signer, *of.commitments());
            nonces.insert(signer, of);
        }
        let public = PublicKeyPackage::new(verifying, key, Some(2));
        let group = Group::of(keys, public, Seeded::new(0)).expect("a key");
        let message = bytes(&inputs["message"]);
        let round = Round {
            nonces,
            package: SigningPackage::new(commitments, &message),
        };
        for (signer, output) in list(&vector["round_two_outputs"]["outputs"]) {
            let shares = group.shares(&round).expect("shares");
            assert_eq!(shares[&signer].serialize(), bytes(&output["sig_share"]));
        }
        let signature = judge::all(&group, &round);
        assert_eq!(signature.as_slice(), bytes(&vector["final_output"]["sig"]));
    }
}

/// frost-ed25519 published it.
#[test]
fn published_key_generation_has_the_published_keys() {
    let vector = published("vectors_dkg.json");
    let inputs = &vector["inputs"];
    let packages: Map<_> = ["1", "2", "3"]
        .map(|name| {
            let of = &inputs[name];
            let coefficients = of["vss_commitments"]
                .as_array()
                .expect("a list")
                .iter()
                .map(bytes);
            let commitment = VerifiableSecretSharingCommitment::deserialize(coefficients);
            let proof = frost_core::Signature::deserialize(&bytes(&of["proof_of_knowledge"]));
            let package =
                round1::Package::new(commitment.expect("points"), proof.expect("a proof"));
            (identifier(&of["identifier"]), package)
        })
        .into();
    for name in ["1", "2", "3"] {
        let of = &inputs[name];
        let own = identifier(&of["identifier"]);
        let mut round1 = packages.clone();
        let commitment = round1.remove(&own).expect("a package").commitment().clone();
        let received = |other: &Identifier| {
            let number = other.to_scalar().as_bytes()[0].to_string();
            let share = SigningShare::deserialize(&bytes(&of["signing_shares"][&number]));
            (*other, round2::Package::new(share.expect("a share")))
        };
        let round2: Map<_> = round1.keys().map(received).collect();
        // The participant's own share is the published sum minus the others' shares.
        let sum = SigningShare::deserialize(&bytes(&of["signing_share"])).expect("a share");
        let others = round2
            .values()
            .map(|it: &round2::Package| it.signing_share().to_scalar());
        let own_share = sum.to_scalar() - others.sum::<Scalar>();
        let secret = round2::SecretPackage::new(own, commitment, own_share, 2, 3);
        let group = part3(&Participant {
            secret,
            round1,
            round2,
        })
        .expect("keys");
        assert_eq!(group.key().as_slice(), bytes(&inputs["verifying_key"]));
        let key = &group.keys[&own];
        let share = key.verifying_share().serialize().expect("a point");
        assert_eq!(share, bytes(&of["verifying_share"]));
        assert_eq!(
            key.verifying_share(),
            &group.public.verifying_shares()[&own]
        );
    }
}
