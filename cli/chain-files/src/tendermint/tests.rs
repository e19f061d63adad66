//! Values in JSON as nodes write them: accepted, or refused. The command's tests have each form of
//! a block.

use serde_json::{Value, json};

use super::generate::{Chain, Power};
use super::rpc::{self, Block};
use super::{LightBlock, forms};
use tendermint_proto::v0_38::types::{SignedHeader, Validator};

/// A block, and the answer of `/commit`.
fn answers() -> (LightBlock, Value) {
    let block = Chain::new(3, Power::Equal, "rpc").block(5, "");
    let commit = (forms::COMMIT.write)(&block);
    (block, commit)
}

/// The value with all numbers as text, or with all texts that are numbers as numbers.
fn with_numbers(json: &Value, as_text: bool) -> Value {
    match json {
        Value::Number(number) if as_text => number.to_string().into(),
        Value::String(text) if !as_text => {
            let number = text.parse::<u64>().map(Value::from);
            number.unwrap_or_else(|_| json.clone())
        }
        Value::Array(items) => {
            let items = items.iter().map(|item| with_numbers(item, as_text));
            items.collect()
        }
        Value::Object(fields) => {
            let fields = fields.iter();
            fields
                .map(|(name, field)| (name.clone(), with_numbers(field, as_text)))
                .collect()
        }
        _ => json.clone(),
    }
}

#[test]
fn numbers_may_be_text_and_hex_of_either_case() {
    let (block, commit) = answers();
    let expected = Block {
        signed_header: block.signed_header,
        validators: None,
        next_validators: None,
    };
    let header = &commit["signed_header"]["header"];
    let hash = header["validators_hash"].as_str().expect("a hash");
    let lower = commit.to_string().replace(hash, &hash.to_lowercase());
    for text in [
        with_numbers(&commit, true).to_string(),
        with_numbers(&commit, false).to_string(),
        lower,
    ] {
        assert_eq!(rpc::block(text.as_bytes()).expect("a block"), expected);
    }
}

/// tendermint-proto's own deserializers are the reference for what they accept.
#[test]
fn json_of_tendermint_proto_is_read_as_by_tendermint_proto() {
    #[derive(serde::Deserialize)]
    struct Reference {
        signed_header: SignedHeader,
        validators: Vec<Validator>,
    }
    let (block, commit) = answers();
    let mut json = json!({
        "signed_header": commit["signed_header"],
        "validators": block.validators,
    });
    let absent = json!({
        "block_id_flag": 1,
        "validator_address": "",
        "timestamp": "0001-01-01T00:00:00Z",
        "signature": null,
    });
    json["signed_header"]["commit"]["signatures"][0] = absent;
    let header = &mut json["signed_header"]["header"];
    header["last_block_id"] = json!({ "hash": "", "parts": { "total": 0, "hash": "" } });
    header["last_commit_hash"] = Value::Null;
    json["validators"][1]["proposer_priority"] = Value::Null;
    let text = json.to_string();
    let expected: Reference = serde_json::from_str(&text).expect("read");
    let read = rpc::block(text.as_bytes()).expect("read");
    assert_eq!(read.signed_header, expected.signed_header);
    assert_eq!(read.validators, Some(expected.validators));
}

/// tendermint-proto reads protobuf's default, the start of 1970, as a missing field. These blocks
/// come from Go, where every block and vote has a time.
#[test]
fn the_start_of_1970_is_a_time() {
    let (_, mut commit) = answers();
    let start = json!("1970-01-01T00:00:00Z");
    let signed = &mut commit["signed_header"];
    signed["header"]["time"] = start.clone();
    signed["commit"]["signatures"][0]["timestamp"] = start;
    let read = rpc::block(commit.to_string().as_bytes()).expect("read");
    let signed = read.signed_header;
    let vote = &signed.commit.expect("a commit").signatures[0];
    let time = signed.header.expect("a header").time;
    assert_eq!([time, vote.timestamp], [Some(Default::default()); 2]);
}

/// Fuzzing found these: tendermint-proto's deserializers panic on some.
#[test]
fn text_that_is_almost_base64_is_refused_without_a_panic() {
    let (_, mut commit) = answers();
    for almost in ["a===", "====", "=", "AAE=AAEC", "AAECA", "AA EC", "AAEC\n"] {
        commit["signed_header"]["commit"]["signatures"][1]["signature"] = json!(almost);
        let error = rpc::block(commit.to_string().as_bytes()).expect_err("refused");
        let expected = "signed_header.commit.signatures[1].signature: expected base64: ";
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}
