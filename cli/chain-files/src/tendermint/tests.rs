//! Values in JSON, compared with tendermint-proto's own reading. The command's tests have each form of
//! a block, and what is refused.

use serde_json::{Value, json};

use super::generate::{Chain, Power};
use super::rpc;
use super::{LightBlock, forms};
use tendermint_proto::v0_38::types::{SignedHeader, Validator};

/// A block, and the answer of `/commit`.
fn answers() -> (LightBlock, Value) {
    let block = Chain::new(3, Power::Equal, "rpc").block(5, "");
    let commit = (forms::COMMIT.write)(&block);
    (block, commit)
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
    let signed = expected.signed_header;
    assert_eq!(Some(read.header), signed.header);
    assert_eq!(Some(read.commit), signed.commit);
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
    let times = [read.header.time, read.commit.signatures[0].timestamp];
    assert_eq!(times, [Some(Default::default()); 2]);
}
