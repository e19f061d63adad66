//! Published vectors from peer data.

use near_runtime_ext::rules::Triple;
use requirements::peers::ed25519::{RFC8032, Vector, sign_input, vectors};

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
