//! The vectors of RFC 9591, and those with large identifiers of frost-ed25519.

use crate::judge;
use frost_core::round1::Nonce;
use frost_ed25519::keys::{KeyPackage, PublicKeyPackage, SigningShare};
use frost_ed25519::round1::SigningNonces;
use frost_ed25519::{Identifier, SigningPackage, VerifyingKey};
use near_frost::dealt_groups::{Group, Round, Seeded};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

/// A file of vectors from frost-ed25519's own tests, in the sources that cargo fetched to compile this one.
fn published(file: &str) -> Value {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let registries = home.expect("a home of cargo").join("registry/src");
    let registries = fs::read_dir(registries).expect("registries");
    let mut paths = registries.map(|registry| {
        let sources = registry
            .expect("an entry")
            .path()
            .join("frost-ed25519-3.0.0");
        sources.join("tests/helpers").join(file)
    });
    let text = paths.find_map(|path| fs::read_to_string(path).ok());
    assert!(text.is_some(), "no {file}");
    serde_json::from_str(&text.unwrap_or_default()).expect("JSON")
}

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
