//! Published vectors of VRF proofs (RFC 9381 and its drafts), in one form.

use super::{bytes, json, list, read};
use serde_json::Value;

/// A proof, and its statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// 3 for RFC 9381's TAI, 4 for its ELL2, 0x0304 for draft-03, 0x0d04 for draft-13.
    pub suite: u32,
    /// The seed of the prover's key, unless it is secret.
    pub secret_key: Option<[u8; 32]>,
    /// The prover's public key.
    pub public_key: [u8; 32],
    /// alpha, the input.
    pub alpha: Vec<u8>,
    /// pi.
    pub proof: Vec<u8>,
    /// beta; `None` if it is the proof of another alpha.
    pub output: Option<Vec<u8>>,
}

/// RFC 9381's examples, from its last draft.
const RFC: &str = "vrf/draft_irtf_cfrg_vrf_15_ecvrf_edwards25519.json";
/// IOHK's vectors of draft-03.
const IOHK: &str = "vrf/iohk_vrf03.json";
/// Cardano's vectors of draft-03, and of draft-13 with U and V in the proof.
const CARDANO: &str = "vrf/cardano_praos_draft03_draft13batchcompat.json";
/// Headers of Cardano's test chain "preview", an object in each line.
const PREVIEW: &str = "vrf/cardano_preview_headers.jsonl";

/// All 51 vectors, in the order of their files, with valid proofs; `None` if a file is absent.
///
/// # Panics
/// A file does not have its publisher's format.
#[must_use]
pub fn vectors() -> Option<Vec<Vector>> {
    let mut vectors = Vec::new();
    let rfc = json(RFC)?;
    for (name, suite) in [("TAI", 3), ("ELL2", 4)] {
        let examples = &rfc[format!("ECVRF-EDWARDS25519-SHA512-{name}")];
        vectors.extend(
            list(examples)
                .iter()
                .map(|value| vector(suite, ["SK", "PK"], value)),
        );
    }
    let iohk = json(IOHK)?;
    vectors.extend(
        list(&iohk["vectors"])
            .iter()
            .map(|value| vector(0x0304, ["sk", "pk"], value)),
    );
    let cardano = json(CARDANO)?;
    vectors.extend(list(&cardano).iter().map(|value| {
        let suite = match value["ver"].as_str() {
            Some("ietfdraft13") => 0x0d04,
            version => {
                assert_eq!(version, Some("ietfdraft03"), "{CARDANO}: another version");
                0x0304
            }
        };
        vector(suite, ["sk", "pk"], value)
    }));
    assert_eq!(vectors.len(), 51, "vectors of VRFs");
    Some(vectors)
}

/// The proofs by draft-03 of 402 real blocks, in the chain's order; `None` if the file is absent. alpha is made
/// of the slot, the epoch's nonce, and in the TPraos era the proof's purpose. Each proof is followed by copies with
/// two or three inputs that it does not prove, such as those of other slots.
///
/// # Panics
/// The file has another format.
#[must_use]
pub fn headers() -> Option<Vec<Vector>> {
    let text = read(PREVIEW)?;
    assert_eq!(text.lines().count(), 402, "{PREVIEW}");
    Some(text.lines().flat_map(header).collect())
}

fn header(line: &str) -> Vec<Vector> {
    let value: Value = serde_json::from_str(line).expect("JSON");
    assert_eq!(value["suite"], "draft03", "{PREVIEW}: another suite");
    let of = |alpha: &Value, output| Vector {
        suite: 0x0304,
        secret_key: None,
        public_key: bytes(&value["pk"]).try_into().expect("32 bytes"),
        alpha: bytes(alpha),
        proof: bytes(&value["proof"]),
        output,
    };
    let right = of(&value["alpha"], Some(bytes(&value["expect"])));
    let wrong = list(&value["wrong"]).iter().map(|alpha| of(alpha, None));
    [right].into_iter().chain(wrong).collect()
}

fn vector(suite: u32, keys: [&str; 2], value: &Value) -> Vector {
    let bytes = |name: &str| match value[name].as_str() {
        Some("empty") => Vec::new(),
        _ => bytes(&value[name]),
    };
    let [secret_key, public_key] = keys.map(|name| bytes(name).try_into().expect("32 bytes"));
    Vector {
        suite,
        secret_key: Some(secret_key),
        public_key,
        alpha: bytes("alpha"),
        proof: bytes("pi"),
        output: Some(bytes("beta")),
    }
}
