//! The client's events and messages, and headers of no chain that is followed. `tendermint_scenarios` has conflicts and
//! time.

use crate::client::broken_rule;
use crate::tendermint::{chain_and_client, header, parameters, time_ns};
use prost::Message as _;
use serde_json::json;
use tendermint_proto::google::protobuf::Any;
use test_contracts::tendermint::generate::{BlockHeader, CHAIN_ID, Chain, Power, honestly};
use test_contracts::tendermint::wire::{self, Misbehaviour, Named};
use test_contracts::tendermint::{LightBlock, any, create_client};

/// The chain's block as an update from the trusted state at this height.
fn update(chain: &Chain, trusted: u64, block: &LightBlock) -> wire::Header {
    block.update(trusted, &chain.validators())
}

#[test]
fn events_tell_what_was_stored_and_that_the_client_is_frozen() {
    let (chain, mut client) = chain_and_client();
    let mut event = |block: &LightBlock| -> serde_json::Value {
        let success = client
            .update(&update(&chain, 100, block))
            .expect("verified");
        let [log] = &success.0.logs[..] else {
            panic!("one event");
        };
        serde_json::from_str(log.strip_prefix("EVENT_JSON:").expect("NEP-297")).expect("JSON")
    };
    let [block, fork] = ["", "fork"].map(|variant| chain.block(300, variant));
    let time = time_ns(header(&block)).to_string();
    let stored = json!({ "height": 300, "trusted_height": 100, "timestamp_ns": time, "pruned": 0 });
    for (block, name, data) in [
        (block, "updated", stored),
        (fork, "frozen", json!({ "height": 300 })),
    ] {
        let expected = json!({
            "standard": "tendermint-client", "version": "1.0.0", "event": name, "data": data,
        });
        assert_eq!(event(&block), expected);
    }
}

/// A block that its validators sign although it is wrong.
fn signed_all_the_same(
    chain: &Chain,
    height: u32,
    change: impl Fn(&mut BlockHeader),
) -> LightBlock {
    let mut header = chain.header(height, height, "");
    change(&mut header);
    chain.sealed(header, "", &honestly)
}

/// CometBFT's `Header.ValidateBasic` (types/block.go).
#[test]
fn another_block_protocol_is_refused() {
    let (chain, mut client) = chain_and_client();
    for protocol in [0, 10, 12, 1 << 32 | 11, u64::MAX] {
        let block = signed_all_the_same(&chain, 300, |it| it.version.block = protocol);
        let update = update(&chain, 100, &block);
        let refusal = client.update(&update).err().expect("refused");
        let expected = format!("invalid: is_block_protocol: block protocol {protocol}, not 11");
        assert_eq!(refusal, expected);
        let refused = client.submit(update.clone(), update);
        assert_eq!(broken_rule(refused), "invalid: is_block_protocol");
    }
    let block = signed_all_the_same(&chain, 300, |it| it.version.app = 7);
    let update = update(&chain, 100, &block);
    client.update(&update).expect("verified");
}

/// Such a header also fails on its time and its validators.
#[test]
fn another_chain_and_no_greater_height_are_named_first() {
    let (chain, mut client) = chain_and_client();
    let others = Chain::new(4, Power::Equal, "others");
    let of_chain = |id: &str| {
        signed_all_the_same(&others, 50, |header| {
            header.chain_id = id.parse().expect("a chain id");
        })
    };
    let chains = ["osmosis-1", "generated-5", "generated"];
    let chains = chains.map(|id| (of_chain(id), "is_matching_chain_id"));
    let heights = [100, 99, 2].map(|at| (others.block(at, ""), "is_monotonic_height"));
    let late = (chain.block_at(300, 100, ""), "is_monotonic_bft_time");
    for (block, expected) in chains.into_iter().chain(heights).chain([late]) {
        let refused = client.update(&update(&chain, 100, &block));
        assert_eq!(broken_rule(refused), format!("invalid: {expected}"));
    }
    let mut header = update(&chain, 100, &chain.block(300, ""));
    header
        .trusted_height
        .as_mut()
        .expect("a height")
        .revision_number -= 1;
    let refused = client.update(&header);
    assert_eq!(broken_rule(refused), "invalid: is_matching_revision");
}

const SUBMIT: &str = "submit_misbehaviour";

/// Like [`any`], with another URL.
fn of_type(url: &str, message: &impl Named) -> Vec<u8> {
    let any = Any {
        type_url: url.to_owned(),
        value: message.encode_to_vec(),
    };
    any.encode_to_vec()
}

/// As relayers send them: in a `google.protobuf.Any`, whose type is checked.
#[test]
fn messages_may_be_in_an_any_and_another_type_is_named() {
    let (chain, mut client) = chain_and_client();
    let before = client.account();
    let [update, fork] =
        ["", "fork"].map(|variant| chain.block(300, variant).update(100, &chain.validators()));
    let evidence = Misbehaviour {
        header_1: Some(update.clone()),
        header_2: Some(fork),
    };
    // ibc-go's first field is a text too, but no URL.
    let of_client = [&b"\x0a\x0f07-tendermint-0"[..], &evidence.encode_to_vec()];
    let created = create_client(&parameters(CHAIN_ID), header(&chain.block(100, "")));
    let google = format!("type.googleapis.com/{}", wire::Header::NAME);
    for (method, args, answer) in [
        ("update_client", any(&update), "\"Stored\""),
        ("update_client", of_type(&google, &update), "\"Stored\""),
        ("update_client", update.encode_to_vec(), "\"Stored\""),
        (SUBMIT, any(&evidence), "\"Frozen\""),
        (SUBMIT, evidence.encode_to_vec(), "\"Frozen\""),
        (SUBMIT, of_client.concat(), "\"Frozen\""),
    ] {
        let success = client.call(method, &args).expect("accepted");
        assert_eq!(success.text(), answer);
        client.restore(&before);
    }
    let update_client = ("update_client", "malformed_header", wire::Header::NAME);
    let submit = (SUBMIT, "malformed_misbehaviour", Misbehaviour::NAME);
    let create_client = "ibc.core.client.v1.MsgCreateClient";
    for ((method, rule, wanted), args, found) in [
        (update_client, any(&evidence), Misbehaviour::NAME),
        (update_client, any(&created), create_client),
        (update_client, of_type("/a.b.Header", &update), "a.b.Header"),
        (submit, any(&update), wire::Header::NAME),
    ] {
        let refusal = client.call(method, &args).err().expect("refused");
        let expected = format!("invalid: {rule}: this is /{found}, not {wanted}");
        assert_eq!(refusal, expected);
    }
    // The right type, but cut off; between two fields, the second is missing.
    let whole = any(&update);
    let without_height = wire::Header {
        trusted_height: None,
        trusted_validators: None,
        ..update
    };
    let bare = without_height.encode_to_vec();
    let cut = (1..whole.len()).step_by(13).map(|length| &whole[..length]);
    for args in cut.chain((0..=bare.len()).map(|length| &bare[..length])) {
        let refused = broken_rule(client.call("update_client", args));
        assert_eq!(refused, "invalid: malformed_header", "{}", args.len());
    }
}
