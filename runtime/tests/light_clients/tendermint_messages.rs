//! Messages as relayers have them: in a `google.protobuf.Any`, whose type is looked at.

use crate::client::{Client, HOST_BUILDS};
use crate::tendermint::{SECOND, header, parameters, time_ns};
use prost::Message as _;
use tendermint_proto::google::protobuf::Any;
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};
use test_contracts::tendermint::wire::{Header, Misbehaviour, Named};
use test_contracts::tendermint::{any, create_client};

/// As [`any`], with another URL.
fn of_type(url: &str, message: &impl Named) -> Vec<u8> {
    let any = Any {
        type_url: url.to_owned(),
        value: message.encode_to_vec(),
    };
    any.encode_to_vec()
}

#[test]
fn messages_may_be_in_an_any_and_another_type_is_named() {
    for build in HOST_BUILDS {
        let chain = Chain::new(4, Power::Equal, "messages");
        let trusted = chain.block(100, "");
        let now = time_ns(header(&chain.block(500, ""))) + SECOND;
        let mut client = Client::tendermint(build, &parameters(CHAIN_ID), header(&trusted), now);
        let start = client.account();
        let update = |variant| chain.block(300, variant).update(100, &chain.validators());
        let evidence = Misbehaviour {
            header_1: Some(update("")),
            header_2: Some(update("fork")),
        };
        let created = create_client(&parameters(CHAIN_ID), header(&trusted));
        let google = format!("type.googleapis.com/{}", Header::NAME);

        for args in [
            any(&update("")),
            of_type(&google, &update("")),
            update("").encode_to_vec(),
        ] {
            client.restore(&start);
            let stored = client.call("update_client", &args).expect("verified");
            assert_eq!(stored.0.return_bytes(), b"\"Stored\"");
        }
        for args in [any(&evidence), evidence.encode_to_vec()] {
            client.restore(&start);
            let frozen = client.call("submit_misbehaviour", &args).expect("evidence");
            assert_eq!(frozen.0.return_bytes(), b"\"Frozen\"");
        }
        client.restore(&start);
        let mut refusal = |method, args: &[u8]| client.call(method, args).err().expect("refused");
        for (args, found) in [
            (any(&evidence), Misbehaviour::NAME),
            (any(&created), "ibc.core.client.v1.MsgCreateClient"),
            (of_type("/a.b.Header", &update("")), "a.b.Header"),
        ] {
            let expected = format!("this is /{found}, not {}", Header::NAME);
            let expected = format!("invalid: malformed_header: {expected}");
            assert_eq!(refusal("update_client", &args), expected);
        }
        let expected = format!("this is /{}, not {}", Header::NAME, Misbehaviour::NAME);
        let expected = format!("invalid: malformed_misbehaviour: {expected}");
        assert_eq!(refusal("submit_misbehaviour", &any(&update(""))), expected);
        // Of the right type, cut off.
        let whole = any(&update(""));
        for length in (1..whole.len()).step_by(13) {
            let text = refusal("update_client", &whole[..length]);
            assert!(
                text.starts_with("invalid: malformed_header: "),
                "{length}: {text}"
            );
        }
    }
}
