//! What RFC 9381 publishes of the steps of its examples: H, k, U and V.

use curve25519_dalek_5::edwards::EdwardsPoint;
use serde_json::Value;

use crate::{
    SecretKey, Suite,
    encode_to_curve::encode_to_curve,
    proof::Proof,
    verify::{Statement, compress, decode_key},
};

const FILE: &str = "vrf/draft_irtf_cfrg_vrf_15_ecvrf_edwards25519.json";

/// A field's bytes; U and V are written after what they are, such as `k*B =`.
fn bytes<const N: usize>(example: &Value, field: &str) -> [u8; N] {
    let text = example[field].as_str().expect("text");
    let digits = text.rsplit('=').next().unwrap_or(text).trim();
    let bytes = hex::decode(digits).expect("hex");
    bytes.try_into().expect("the field's length")
}

fn check(suite: Suite, example: &Value) {
    let alpha = hex::decode(example["alpha"].as_str().expect("text")).expect("hex");
    let secret_key = SecretKey::from_seed(bytes(example, "SK"));
    let public_key = bytes(example, "PK");
    assert_eq!(*secret_key.public_key(), public_key);
    let h = encode_to_curve(suite, &public_key, &alpha).expect("a point");
    let [h_bytes] = compress(&[h]);
    assert_eq!(h_bytes, bytes(example, "H"));
    let k = secret_key.nonce(&h_bytes);
    assert_eq!(k.as_bytes(), &bytes(example, "k"));
    let of_prover = compress(&[EdwardsPoint::mul_base(&k), *k * h]);
    assert_eq!(of_prover, [bytes(example, "U"), bytes(example, "V")]);

    let proof: [u8; 80] = bytes(example, "pi");
    let decoded = Proof::decode(suite, suite.form(), &proof).expect("a proof");
    let statement = Statement {
        suite,
        public_key: &public_key,
        key: decode_key(&public_key).expect("a key"),
        h,
    };
    let c = proof[32..].first_chunk().expect("a challenge");
    let (u, v) = statement.commitments(c, &decoded);
    assert_eq!(compress(&[u, v]), of_prover);
}

#[test]
fn the_steps_are_those_of_the_rfcs_examples() {
    let Some(examples) = requirements::peers::json(FILE) else {
        return;
    };
    for (suite, name) in [
        (Suite::Tai, "ECVRF-EDWARDS25519-SHA512-TAI"),
        (Suite::Ell2, "ECVRF-EDWARDS25519-SHA512-ELL2"),
    ] {
        let examples = examples[name].as_array().expect("a list");
        assert_eq!(examples.len(), 3, "{name}");
        examples.iter().for_each(|example| check(suite, example));
    }
}
