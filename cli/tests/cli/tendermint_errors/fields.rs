//! Files that are no block, and fields that are not what they should be.

use super::Texts;
use crate::tendermint_forms::chain;
use serde_json::{Value, json};
use test_contracts::tendermint::forms::{LIGHT_BLOCK, SIGNED_BLOCK, enveloped};

pub(super) fn files(texts: &mut Texts) {
    texts.section("Files");
    let untrusted = (LIGHT_BLOCK.write)(&chain().block(9, ""));
    texts.add(
        "absent",
        &[
            "--trusted-commit",
            "absent.json",
            "--untrusted-commit",
            "file.json",
        ],
    );
    texts.add(
        "a folder",
        &["--trusted-commit", ".", "--untrusted-commit", "file.json"],
    );
    texts.add(
        "endless",
        &[
            "--trusted-commit",
            "/dev/zero",
            "--untrusted-commit",
            "file.json",
        ],
    );
    let cut = &untrusted.to_string()[..300];
    for (case, content) in [
        ("empty", ""),
        ("not JSON", "not json"),
        ("bytes", "\u{1f}\u{8b}"),
        ("cut off", cut),
        ("two values", "{} {}"),
        ("a list", "[]"),
        ("a number", "7"),
        ("null", "null"),
        ("no field", "{}"),
        ("another object", r#"{"block_metas":[]}"#),
        (
            "result is null",
            r#"{"jsonrpc":"2.0","id":-1,"result":null}"#,
        ),
        (
            "result is text",
            r#"{"jsonrpc":"2.0","id":-1,"result":"9"}"#,
        ),
        (
            "the node's error",
            r#"{"jsonrpc":"2.0","id":-1,"error":{"code":-32603,"message":"Internal error","data":"height 9 is not available"}}"#,
        ),
        (
            "the node's error, without words",
            r#"{"error":{"code":-32603}}"#,
        ),
        ("another error", r#"{"error":"no"}"#),
        ("/block", r#"{"block_id":{},"block":{"header":{}}}"#),
        (
            "no header, no commit",
            r#"{"signed_header":{"header":null,"commit":null}}"#,
        ),
    ] {
        texts.add_file(case, content);
    }
    let mut block = (SIGNED_BLOCK.write)(&chain().block(9, ""));
    block["commit"] = Value::Null;
    texts.add_file("no commit", &block);
    texts.add_file("no commit, in an envelope", enveloped(&block));
    let doubled = untrusted
        .to_string()
        .replacen('{', r#"{"signed_header":null,"#, 1);
    texts.add_file("a field twice", doubled);
}

pub(super) fn fields(texts: &mut Texts) {
    texts.section("Fields");
    let header = |field: &str| format!("/signed_header/header/{field}");
    for (field, value) in [
        ("height", json!("nine")),
        ("height", json!(9.5)),
        ("height", json!(-1)),
        ("height", json!("18446744073709551615")),
        ("height", json!(null)),
        ("version", json!(null)),
        ("chain_id", json!(7)),
        ("chain_id", json!("")),
        ("chain_id", json!("c".repeat(60))),
        ("time", json!("yesterday")),
        ("time", json!(null)),
        ("validators_hash", json!("00")),
        ("validators_hash", json!("0")),
        ("validators_hash", json!("zz")),
        ("last_block_id", json!([])),
        ("proposer_address", json!("00")),
    ] {
        texts.add_changed(&header(field), value);
    }
    let commit = |field: &str| format!("/signed_header/commit/{field}");
    for (field, value) in [
        ("height", json!("8")),
        ("round", json!(-1)),
        ("block_id", json!(null)),
        ("block_id/parts/total", json!(-1)),
        ("signatures", json!({})),
        ("signatures/1/block_id_flag", json!("BLOCK_ID_FLAG_COMMIT")),
        ("signatures/1/block_id_flag", json!(7)),
        ("signatures/1/block_id_flag", json!(1)),
        ("signatures/1/validator_address", json!("00")),
        ("signatures/1/timestamp", json!(null)),
        ("signatures/1/timestamp", json!(0)),
        ("signatures/1/signature", json!("a===")),
        ("signatures/1/signature", json!("AAEC")),
        ("signatures/1/signature", json!(null)),
    ] {
        texts.add_changed(&commit(field), value);
    }
    for (field, value) in [
        ("validators", json!([])),
        ("validators/1", json!({})),
        ("validators/1/pub_key", json!(null)),
        (
            "validators/1/pub_key/type",
            json!("tendermint/PubKeySecp256k1"),
        ),
        (
            "validators/1/pub_key/type",
            json!("tendermint/PubKeySr25519"),
        ),
        (
            "validators/1/pub_key/type",
            json!("cometbft/PubKeyBls12_381"),
        ),
        ("validators/1/pub_key/value", json!("AAEC")),
        ("validators/1/pub_key/value", json!("a===")),
        ("validators/1/address", json!("00".repeat(20))),
        ("validators/1/voting_power", json!("-1")),
        ("validators/1/voting_power", json!("9000000000000000000")),
    ] {
        texts.add_changed(&format!("/validator_set/{field}"), value);
    }
    let mut block = (LIGHT_BLOCK.write)(&chain().block(9, ""));
    let vote = block["signed_header"]["commit"]["signatures"][0].clone();
    block["signed_header"]["commit"]["signatures"] = vec![vote; 10_001].into();
    texts.add_file("more votes than CometBFT has", block);
}
