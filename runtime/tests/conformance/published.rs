//! Published vectors from peer data.

use near_runtime_ext::rules::{Answer, Rule, Triple};
use requirements::peers::ed25519::{RFC8032, Vector, WYCHEPROOF, sign_input, vectors};
use serde_json::Value;
use sha2::{Digest as _, Sha512};
use std::collections::BTreeSet;

/// A vector without its publisher's remarks.
pub fn triple(vector: Vector) -> Triple {
    Triple {
        signature: vector.signature,
        message: vector.message,
        public_key: vector.public_key,
    }
}

/// A file's vectors, if it is present.
pub fn triples(file: &str) -> Option<Vec<Triple>> {
    Some(vectors(file)?.into_iter().map(triple).collect())
}

/// The RFC's test SHA(abc), which the peer data lacks.
fn sha_abc() -> Triple {
    let public_key = "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf";
    let signature = "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589\
                     09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704";
    Triple {
        signature: hex::decode(signature).expect("hex"),
        message: Sha512::digest(b"abc").to_vec(),
        public_key: hex::decode(public_key).expect("hex"),
    }
}

/// Honest signatures of RFC 8032, section 7.1, and the first of sign.input, which Ed25519's authors
/// published with the scheme, without duplicates; `None` without peer data.
pub fn honest() -> Option<Vec<Triple>> {
    let sign_input = sign_input()?.into_iter().map(triple);
    let all = triples(RFC8032)?.into_iter().chain(sign_input);
    let all: BTreeSet<_> = all.chain([sha_abc()]).collect();
    Some(all.into_iter().collect())
}

/// The triples of nearcore's own tests; `None` without peer data.
pub fn of_nearcore() -> Option<Vec<Triple>> {
    let data = requirements::peers::json("near/nearcore_ed25519_verify_cases.json")?;
    let triple = |case: &Value| {
        let input = |name: &str| {
            let text = case[name].as_str().expect("text");
            let mut input = hex::decode(text).expect("hex");
            if let Some(len) = case[format!("{name}_len")].as_u64() {
                // The length argument may be less than the case's number of bytes.
                input.truncate(len.try_into().expect("a length"));
            }
            input
        };
        Triple {
            signature: input("sig"),
            message: input("msg"),
            public_key: input("pk"),
        }
    };
    let cases = data["cases"].as_array().expect("cases");
    Some(cases.iter().map(triple).collect())
}

#[test]
fn nep_364_accepts_what_wycheproof_calls_valid_and_nothing_else() {
    let vectors = vectors(WYCHEPROOF).expect("they need no file");
    for (at, vector) in vectors.into_iter().enumerate() {
        let is_valid = vector.flags == ["Valid"];
        let answer = Rule::Nep364.answer(&triple(vector).flags());
        assert_eq!(answer == Answer::Accepted, is_valid, "vector {at}");
    }
}
