//! Published vectors from peer data.

use near_runtime_ext::rules::{Answer, Rule, Triple};
use requirements::peers::ed25519::{RFC8032, Vector, WYCHEPROOF, sign_input, vectors};

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

/// Honest signatures: some of RFC 8032's, and the first of sign.input's.
pub fn honest() -> Option<Vec<Triple>> {
    let sign_input = sign_input()?.into_iter().map(triple);
    Some(triples(RFC8032)?.into_iter().chain(sign_input).collect())
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
