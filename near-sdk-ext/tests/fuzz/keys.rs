//! Keys and signatures as text, JSON and borsh.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use near_sdk::borsh::{self, BorshDeserialize, BorshSerialize};
use near_sdk_ext::{PublicKey, Signature};
use proptest::{prop_assert, prop_assert_eq};
use requirements::fuzzing::{CaseResult, Corpus, Target, fuzz};
use serde_json::Value;

/// A parsed value encodes to its input: each value has one text and one encoding.
fn check<T>(bytes: &[u8]) -> CaseResult
where
    T: BorshDeserialize + BorshSerialize + Debug + Display + FromStr + PartialEq,
    T: serde::de::DeserializeOwned + serde::Serialize,
{
    let decoded = borsh::from_slice::<T>(bytes);
    if let Ok(value) = &decoded {
        prop_assert_eq!(borsh::to_vec(value).expect("encoded"), bytes);
    }
    let Ok(text) = str::from_utf8(bytes) else {
        return Ok(["refused", "decoded"][usize::from(decoded.is_ok())]);
    };
    let json = Value::from(text);
    let Ok(value) = text.parse::<T>() else {
        prop_assert!(serde_json::from_value::<T>(json).is_err());
        return Ok("refused");
    };
    prop_assert_eq!(value.to_string(), text);
    prop_assert_eq!(serde_json::to_value(&value).expect("text"), json.clone());
    prop_assert_eq!(serde_json::from_value::<T>(json).expect("text"), value);
    Ok("parsed")
}

fn fuzz(name: &'static str, seed: u8, check: fn(&[u8]) -> CaseResult) {
    let key = PublicKey::from([seed; 32]);
    let signature = Signature::from([seed; 64]);
    let corpus = Corpus::default()
        .and("a key's text", key.to_string())
        .and("a signature's text", signature.to_string())
        .and("a key", *key.as_bytes())
        .and("a signature", *signature.as_bytes())
        .and("zeros", PublicKey::from([0; 32]).to_string());
    let target = Target::new(name, 20_000);
    fuzz!(target, like & corpus, |bytes: Vec<u8>| check(&bytes))
        .reaches(&["decoded", "parsed", "refused"], 100);
}

#[test]
fn a_public_key_has_one_text_and_one_encoding() {
    fuzz("public_key", 7, check::<PublicKey>);
}

#[test]
fn a_signature_has_one_text_and_one_encoding() {
    fuzz("signature", 200, check::<Signature>);
}
