//! Published vectors of Ed25519, in one form.

use super::{json, read};
use serde_json::Value;

/// A signature to judge; fields of any length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// R and s.
    pub signature: Vec<u8>,
    /// The signed message.
    pub message: Vec<u8>,
    /// The signer's public key.
    pub public_key: Vec<u8>,
    /// The publisher's remarks, if they are words.
    pub flags: Vec<String>,
}

/// "Taming the many EdDSAs".
pub const SPECCHECK: &str = "speccheck_cases.json";
/// Zcash's points of small order, paired with each other.
pub const SMALL_ORDER: &str = "zip215_small_order_196.json";
/// C2SP's vectors.
pub const CCTV: &str = "cctv_ed25519vectors.json";
/// Google's vectors.
pub const WYCHEPROOF: &str = "wycheproof_ed25519_test.json";
/// The vectors of RFC 8032, section 7.1.
pub const RFC8032: &str = "rfc8032_ed25519.json";
/// The message of [`SMALL_ORDER`].
pub const ZCASH: &[u8] = b"Zcash";

/// The verifiers of the recorded verdicts, by their names there.
#[derive(Clone, Copy, Debug)]
pub enum Verifier {
    /// dalek's `verify`: NEP-364.
    Dalek,
    /// dalek's `verify_strict`.
    DalekStrict,
    /// ZIP-215.
    Zip215,
}

/// The vectors of a file in its order; `None` if it is absent.
///
/// # Panics
/// The file does not have its publisher's format.
#[must_use]
pub fn vectors(file: &str) -> Option<Vec<Vector>> {
    let json = json(&format!("ed25519/{file}"))?;
    let each = |one: fn(&Value) -> Vector| list(&json).iter().map(one).collect();
    Some(match file {
        SPECCHECK => each(|v| vector(&v["pub_key"], bytes(&v["message"]), &v["signature"])),
        SMALL_ORDER => each(|v| vector(&v["vk_bytes"], ZCASH.to_vec(), &v["sig_bytes"])),
        CCTV => each(|v| Vector {
            flags: v["flags"]
                .as_array()
                .into_iter()
                .flatten()
                .map(text)
                .collect(),
            ..vector(&v["key"], text(&v["msg"]).into_bytes(), &v["sig"])
        }),
        WYCHEPROOF => {
            let group = |group: &Value| {
                let key = group["publicKey"]["pk"].clone();
                let tests = list(&group["tests"]).to_vec();
                tests
                    .into_iter()
                    .map(move |v| vector(&key, bytes(&v["msg"]), &v["sig"]))
            };
            list(&json["testGroups"]).iter().flat_map(group).collect()
        }
        _ => each(|v| vector(&v["pub"], bytes(&v["msg"]), &v["sig"])),
    })
}

/// The first vectors of sign.input, which has accompanied Ed25519 from the start.
///
/// # Panics
/// The file has another format.
#[must_use]
pub fn sign_input() -> Option<Vec<Vector>> {
    let vector = |line: &str| {
        let field = |at| hex::decode(line.split(':').nth(at).expect("a field")).expect("hex");
        let mut signature: Vec<u8> = field(3);
        signature.truncate(64); // the message is repeated after it
        Vector {
            signature,
            message: field(2),
            public_key: field(1),
            flags: Vec::new(),
        }
    };
    let text = read("ed25519/dalek_TESTVECTORS_sign_input_128.txt")?;
    Some(text.lines().map(vector).collect())
}

/// The verdicts on the vectors of a file when the data was gathered, a digit each, 1 if accepted;
/// `None` if the file has no recorded verdicts.
#[must_use]
pub fn recorded(file: &str, by: Verifier) -> Option<String> {
    let column = match by {
        Verifier::Dalek => "dalek_verify",
        Verifier::DalekStrict => "dalek_strict",
        Verifier::Zip215 => "zip215",
    };
    let all = json("ed25519/expected_accept_reject.json")?;
    Some(all.get(file)?[column].as_str()?.to_owned())
}

fn vector(public_key: &Value, message: Vec<u8>, signature: &Value) -> Vector {
    Vector {
        signature: bytes(signature),
        message,
        public_key: bytes(public_key),
        flags: Vec::new(),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}

fn bytes(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().expect("text")).expect("hex")
}
