//! The client's messages: protobuf, alone or in a `google.protobuf.Any`. `tendermint_scenarios` has the rules.

use crate::tendermint::chain_and_client;
use prost::Message as _;
use tendermint_proto::google::protobuf::Any;
use test_contracts::tendermint::generate::CHAIN_ID;
use test_contracts::tendermint::wire::{self, Misbehaviour, Named};
use test_contracts::tendermint::{Parameters, any, create_client};

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
    let created = create_client(&Parameters::usual(CHAIN_ID), &chain.block(100, "").header);
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
        let expected = format!("invalid: {rule}: this is /{found}, not {wanted}");
        assert_eq!(client.refusal(method, &args), expected);
    }
}
