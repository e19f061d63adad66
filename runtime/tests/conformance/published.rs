//! Vectors that others published, as peer data beside the checkout has them.

use crate::judge::judge;
use crate::rule::{Answer, Rule};
use crate::triple::Triple;
use serde_json::Value;
use test_contracts::peers;

/// The message of the small-order set.
pub const ZCASH: &[u8] = b"Zcash";

fn json(file: &str) -> Option<Value> {
    let text = peers::read(&format!("ed25519/{file}"))?;
    Some(serde_json::from_str(&text).expect("JSON"))
}

/// The members of a list, each as one thing.
fn list<T>(value: &Value, one: impl Fn(&Value) -> T) -> Vec<T> {
    value.as_array().expect("a list").iter().map(one).collect()
}

pub fn bytes(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().expect("text")).expect("hex")
}

/// Some of RFC 8032's vectors, and one of sign.input's.
pub fn rfc8032() -> Option<Vec<Triple>> {
    let triple = |vector: &Value| Triple {
        signature: bytes(&vector["sig"]),
        message: bytes(&vector["msg"]),
        public_key: bytes(&vector["pub"]),
    };
    Some(list(&json("rfc8032_ed25519.json")?, triple))
}

/// The first vectors of sign.input.
pub fn sign_input() -> Option<Vec<Triple>> {
    let text = peers::read("ed25519/dalek_TESTVECTORS_sign_input_128.txt")?;
    let triple = |line: &str| {
        let field = |at| hex::decode(line.split(':').nth(at).expect("a field")).expect("hex");
        let mut signature: Vec<u8> = field(3);
        signature.truncate(64); // the message is repeated behind it
        Triple {
            signature,
            message: field(2),
            public_key: field(1),
        }
    };
    Some(text.lines().map(triple).collect())
}

/// ed25519-speccheck, "Taming the many EdDSAs".
pub fn speccheck() -> Option<Vec<Triple>> {
    let triple = |vector: &Value| Triple {
        signature: bytes(&vector["signature"]),
        message: bytes(&vector["message"]),
        public_key: bytes(&vector["pub_key"]),
    };
    Some(list(&json(SPECCHECK)?, triple))
}

/// Zcash's points of small order, with each other.
pub fn small_order() -> Option<Vec<Triple>> {
    let triple = |vector: &Value| Triple {
        signature: bytes(&vector["sig_bytes"]),
        message: ZCASH.to_vec(),
        public_key: bytes(&vector["vk_bytes"]),
    };
    Some(list(&json(SMALL_ORDER)?, triple))
}

/// C2SP CCTV: each triple, and its publisher's flags.
pub fn cctv() -> Option<Vec<(Triple, Vec<String>)>> {
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let vector = |vector: &Value| {
        let triple = Triple {
            signature: bytes(&vector["sig"]),
            message: text(&vector["msg"]).into_bytes(),
            public_key: bytes(&vector["key"]),
        };
        let flags = match &vector["flags"] {
            Value::Null => Vec::new(),
            flags => list(flags, text),
        };
        (triple, flags)
    };
    Some(list(&json(CCTV)?, vector))
}

/// Wycheproof's, as JSON beside the checkout.
pub fn wycheproof() -> Option<Vec<Triple>> {
    let groups = list(&json(WYCHEPROOF)?["testGroups"], |group| {
        list(&group["tests"], |test| Triple {
            signature: bytes(&test["sig"]),
            message: bytes(&test["msg"]),
            public_key: bytes(&group["publicKey"]["pk"]),
        })
    });
    Some(groups.concat())
}

const SPECCHECK: &str = "speccheck_cases.json";
const SMALL_ORDER: &str = "zip215_small_order_196.json";
const CCTV: &str = "cctv_ed25519vectors.json";
const WYCHEPROOF: &str = "wycheproof_ed25519_test.json";

/// Compares with what the libraries answered to a file's triples when the peer data was gathered.
#[track_caller]
fn compare_with_recorded(file: &str, triples: &[Triple]) {
    let recorded = json("expected_accept_reject.json").expect("it is beside the file");
    let columns = ["dalek_verify", "dalek_strict", "zip215"];
    for (rule, column) in Rule::ALL.into_iter().zip(columns) {
        let answer = |triple: &Triple| match rule.answer(&triple.flags()) {
            Answer::Accepted => '1',
            _ => '0',
        };
        let answers: String = triples.iter().map(answer).collect();
        assert_eq!(recorded[file][column], answers, "{file}, {rule}");
    }
}

#[test]
fn speccheck_is_judged_by_what_is_odd_about_each_vector() {
    let Some(triples) = speccheck() else { return };
    judge("speccheck", &triples);
    compare_with_recorded(SPECCHECK, &triples);
}

#[test]
fn the_small_order_set_is_judged_by_what_is_odd_about_each_vector() {
    let Some(triples) = small_order() else { return };
    judge("small order", &triples);
    compare_with_recorded(SMALL_ORDER, &triples);
}

#[test]
fn cctv_is_judged_by_what_is_odd_about_each_vector() {
    let Some(vectors) = cctv() else { return };
    let triples: Vec<_> = vectors.into_iter().map(|(triple, _)| triple).collect();
    judge("CCTV", &triples);
    compare_with_recorded(CCTV, &triples);
}

#[test]
fn wycheproof_in_the_peer_data_is_the_crates() {
    let Some(triples) = wycheproof() else { return };
    assert_eq!(triples, crate::wycheproof::triples());
    compare_with_recorded(WYCHEPROOF, &triples);
}
