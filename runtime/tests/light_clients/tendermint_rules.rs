//! The client's rules beyond verifying one header: conflicts, time, another chain, malformed input.

use crate::client::{Client, HOST_BUILDS, rule};
use crate::tendermint::{SECOND, TRUSTING_PERIOD_NS, absent, header, parameters, time_ns};
use crate::tendermint_mutations as mutations;
use ed25519_dalek::{Signer as _, SigningKey};
use serde_json::json;
use test_contracts::ClientBuild;
use test_contracts::tendermint::generate::{BlockHeader, CHAIN_ID, Chain, Power};
use test_contracts::tendermint::{LightBlock, init_args, update_client_args, wire};

/// A chain, and a client that trusts its block 100, just after block 500.
fn chain_and_client(build: ClientBuild) -> (Chain, Client) {
    let chain = Chain::new(7, Power::CosmosLike, "rules");
    let trusted = chain.block(100, "");
    let now = time_ns(header(&chain.block(500, ""))) + SECOND;
    let client = Client::tendermint(build, &parameters(CHAIN_ID), header(&trusted), now);
    (chain, client)
}

/// The chain's block as an update from the state trusted at a height.
fn update(chain: &Chain, trusted: u64, block: &LightBlock) -> wire::Header {
    block.update(trusted, &chain.validators())
}

#[track_caller]
fn update_to(client: &mut Client, chain: &Chain, trusted: u64, height: u32) -> String {
    let outcome = client.update(&update(chain, trusted, &chain.block(height, "")));
    String::from_utf8(outcome.expect("verified").0.return_bytes().to_vec()).expect("JSON")
}

fn status(client: &mut Client) -> serde_json::Value {
    client.view("status", &json!({})).expect("a status")
}

#[test]
fn heights_are_filled_in_in_any_order() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        for height in [300, 200, 250, 101, 400] {
            assert_eq!(
                update_to(&mut client, &chain, 100, height),
                "\"Stored\"",
                "{height}"
            );
        }
        for height in [100, 101, 200, 250, 300, 400] {
            let state = client
                .view("consensus_state", &json!({ "height": height }))
                .expect("stored");
            let expected = hex::encode_upper(&header(&chain.block(height, "")).app_hash);
            assert_eq!(state["root"], expected, "{height}");
        }
        let state = client.view("client_state", &json!({})).expect("a state");
        assert_eq!(
            (&state["latest_height"], &state["frozen_height"]),
            (&json!(400), &json!(null))
        );
        let unknown = client
            .view("consensus_state", &json!({ "height": 150 }))
            .expect_err("not stored");
        assert!(unknown.contains("known_height"), "{unknown}");
    }
}

#[test]
fn events_tell_what_happened() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        let outcome = client
            .update(&update(&chain, 100, &chain.block(300, "")))
            .expect("verified")
            .0;
        let event = |log: &str| -> serde_json::Value {
            serde_json::from_str(log.strip_prefix("EVENT_JSON:").expect("NEP-297")).expect("JSON")
        };
        let time = time_ns(header(&chain.block(300, ""))).to_string();
        let expected = json!({
            "standard": "tendermint-client", "version": "1.0.0", "event": "updated",
            "data": { "height": 300, "trusted_height": 100, "timestamp_ns": time, "pruned": 0 },
        });
        assert_eq!(
            outcome
                .logs
                .iter()
                .map(|log| event(log))
                .collect::<Vec<_>>(),
            [expected]
        );
        let outcome = client
            .update(&update(&chain, 100, &chain.block(300, "fork")))
            .expect("verified")
            .0;
        assert_eq!(event(&outcome.logs[0])["event"], "frozen");
    }
}

#[test]
fn a_header_that_contradicts_a_stored_one_freezes_the_client() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        update_to(&mut client, &chain, 100, 300);
        let fork = client.update(&update(&chain, 100, &chain.block(300, "fork")));
        assert_eq!(fork.expect("verified").0.return_bytes(), b"\"Frozen\"");
        assert_eq!(status(&mut client), "Frozen");
        for refused in [
            client.update(&update(&chain, 100, &chain.block(301, ""))),
            client.submit(
                update(&chain, 100, &chain.block(301, "")),
                update(&chain, 100, &chain.block(301, "fork")),
            ),
        ] {
            assert_eq!(
                refused.err().expect("frozen"),
                "frozen: the client is frozen"
            );
        }
    }
}

#[test]
fn a_header_whose_time_contradicts_its_neighbours_freezes_the_client() {
    for build in HOST_BUILDS {
        // Blocks are a second apart by height: another chain of the same validators, an hour ahead.
        let (chain, mut client) = chain_and_client(build);
        let now = time_ns(header(&chain.block(5000, ""))) + SECOND;
        client.set_time(now);
        update_to(&mut client, &chain, 100, 300);
        let late = chain.block_at(200, 4000, "late");
        let outcome = client
            .update(&update(&chain, 100, &late))
            .expect("verified")
            .0;
        assert_eq!(outcome.return_bytes(), b"\"Frozen\"");
    }
}

#[test]
fn an_expired_client_verifies_nothing() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        update_to(&mut client, &chain, 100, 300);
        let expiry = time_ns(header(&chain.block(300, ""))) + TRUSTING_PERIOD_NS;
        client.set_time(expiry - 1);
        assert_eq!(status(&mut client), "Active");
        client.set_time(expiry);
        assert_eq!(status(&mut client), "Expired");
        let refused = client.update(&update(&chain, 300, &chain.block(301, "")));
        assert_eq!(
            rule(&refused.err().expect("expired")),
            "invalid: is_within_trust_period"
        );
        let args = test_contracts::tendermint::verify_membership_args(300, vec![], &[], Some(b""));
        let refused = client.call("verify_membership", &args);
        assert_eq!(
            refused.err().expect("expired"),
            "expired: the client is expired"
        );
    }
}

#[test]
fn expired_states_are_removed_a_few_at_a_time() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        for height in [200, 300, 400] {
            update_to(&mut client, &chain, 100, height);
        }
        // All states but the one at 400 have expired.
        client.set_time(time_ns(header(&chain.block(399, ""))) + TRUSTING_PERIOD_NS);
        let is_stored = |client: &mut Client, height: u64| {
            client
                .view("consensus_state", &json!({ "height": height }))
                .is_ok()
        };
        update_to(&mut client, &chain, 400, 500);
        let stored = [100, 200, 300, 400, 500].map(|height| is_stored(&mut client, height));
        assert_eq!(stored, [false, false, true, true, true]);
        update_to(&mut client, &chain, 400, 501);
        let stored = [300, 400, 500, 501].map(|height| is_stored(&mut client, height));
        assert_eq!(stored, [false, true, true, true]);
    }
}

#[test]
fn malformed_input_is_refused_by_name() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        let good = update(&chain, 100, &chain.block(300, ""));
        let refusal = |client: &mut Client, method: &str, args: &[u8]| {
            rule(&client.call(method, args).err().expect("refused"))
        };
        for (args, expected) in [
            (&b""[..], "invalid: malformed_header"),
            (b"\xff\xff", "invalid: malformed_header"),
            (b"{}", "invalid: malformed_header"),
        ] {
            assert_eq!(refusal(&mut client, "update_client", args), expected);
        }
        assert_eq!(
            refusal(&mut client, "submit_misbehaviour", b""),
            "invalid: malformed_misbehaviour"
        );
        let changes: [fn(&mut wire::Header); 4] = [
            |header| header.signed_header = None,
            |header| header.validator_set = None,
            |header| header.trusted_height = None,
            |header| header.signed_header.as_mut().expect("there").commit = None,
        ];
        for change in changes {
            let mut changed = good.clone();
            change(&mut changed);
            let args = update_client_args(&changed);
            assert_eq!(
                refusal(&mut client, "update_client", &args),
                "invalid: malformed_header"
            );
        }
        let encoded = update_client_args(&good);
        for length in (0..encoded.len()).step_by(97) {
            let refusal = refusal(&mut client, "update_client", &encoded[..length]);
            assert!(refusal.starts_with("invalid: "), "{length}: {refusal}");
        }
    }
}

#[test]
fn a_vote_that_does_not_verify_can_be_left_out() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        let mut update = update(&chain, 100, &chain.block(300, ""));
        let which = 2;
        mutations::votes(&mut update)[which].signature[40] ^= 1;
        let refusal = client.update(&update).err().expect("refused");
        assert_eq!(rule(&refusal), "invalid: has_sufficient_signers_overlap");
        absent(&mut mutations::votes(&mut update)[which]);
        client.update(&update).expect("the others are enough");
    }
}

/// A block that its validators signed all the same.
fn signed_all_the_same(
    chain: &Chain,
    height: u32,
    change: impl Fn(&mut BlockHeader),
) -> LightBlock {
    let honestly = |_, key: &SigningKey, message: &[u8]| key.sign(message).to_bytes();
    let mut header = chain.header(height, height, "");
    change(&mut header);
    chain.sealed(header, "", &honestly)
}

/// CometBFT's `Header.ValidateBasic` (types/block.go).
#[test]
fn another_block_protocol_is_refused() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        for protocol in [0, 10, 12, 1 << 32 | 11, u64::MAX] {
            let block = signed_all_the_same(&chain, 300, |it| it.version.block = protocol);
            let refusal = client.update(&update(&chain, 100, &block)).err();
            let expected = format!("invalid: is_block_protocol: block protocol {protocol}, not 11");
            assert_eq!(refusal, Some(expected));
            let evidence = update(&chain, 100, &block);
            let refusal = client.submit(evidence.clone(), evidence).err();
            assert_eq!(
                rule(&refusal.expect("refused")),
                "invalid: is_block_protocol"
            );
        }
        let block = signed_all_the_same(&chain, 300, |it| it.version.app = 7);
        client
            .update(&update(&chain, 100, &block))
            .expect("verified");
    }
}

/// Such a header fails on its time as well, and on its validators.
#[test]
fn another_chain_and_no_greater_height_are_named_first() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        let others = Chain::new(4, Power::Equal, "others");
        for chain_id in ["osmosis-1", "generated-5", "generated"] {
            let block = signed_all_the_same(&others, 50, |header| {
                header.chain_id = chain_id.parse().expect("a chain id");
            });
            let refusal = client.update(&update(&chain, 100, &block)).err();
            assert_eq!(
                rule(&refusal.expect("refused")),
                "invalid: is_matching_chain_id"
            );
        }
        for height in [100, 99, 2] {
            let block = others.block(height, "");
            let refusal = client.update(&update(&chain, 100, &block)).err();
            assert_eq!(
                rule(&refusal.expect("refused")),
                "invalid: is_monotonic_height"
            );
        }
        let late = chain.block_at(300, 100, "");
        let refusal = client.update(&update(&chain, 100, &late)).err();
        assert_eq!(
            rule(&refusal.expect("refused")),
            "invalid: is_monotonic_bft_time"
        );
    }
}

/// CometBFT's `VerifyNonAdjacent` (light/verifier.go): another header may help, whoever signed this one.
#[test]
fn too_little_trust_is_found_before_a_bad_signature() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        let others = Chain::new(7, Power::CosmosLike, "others");
        let mut forged = update(&chain, 100, &others.block(300, ""));
        for vote in mutations::votes(&mut forged) {
            vote.signature[40] ^= 1;
        }
        let refusal = client.update(&forged).err().expect("refused");
        assert_eq!(rule(&refusal), "not_enough_trust");
    }
}

#[test]
fn trusted_validators_are_only_believed_by_their_hash() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        let others = Chain::new(7, Power::CosmosLike, "others");
        // A block of other validators, who claim to be the trusted ones.
        let forged = others.block(300, "").update(100, &others.validators());
        let refused = client.update(&forged).err().expect("refused");
        assert_eq!(rule(&refused), "invalid: next_validators_match");
        // With the true ones, no trusted validator has signed.
        let unsigned = others.block(300, "").update(100, &chain.validators());
        let refused = client.update(&unsigned).err().expect("refused");
        let total: i64 = chain
            .validators()
            .iter()
            .map(|validator| validator.voting_power)
            .sum();
        let expected = format!("not_enough_trust: 0 of {total} signed, more than 1/3 is needed");
        assert_eq!(refused, expected);
        let mut silent = others.block(300, "").update(100, &[]);
        silent.trusted_validators = None;
        let refused = client.update(&silent).err().expect("refused");
        assert_eq!(rule(&refused), "invalid: next_validators_match");
        // The next block must be the trusted validators'.
        let next = others.block(101, "").update(100, &chain.validators());
        let refused = client.update(&next).err().expect("refused");
        assert_eq!(rule(&refused), "invalid: valid_next_validator_set");
    }
}

#[test]
fn a_client_is_made_once_and_with_sensible_parameters() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        let trusted = chain.block(100, "");
        let again = client.call("init", &init_args(&parameters(CHAIN_ID), header(&trusted)));
        assert!(
            again
                .err()
                .expect("refused")
                .contains("already been initialized")
        );
        for (change, expected) in [
            (|p| p.chain_id = String::new(), "chain_id"),
            (|p| p.chain_id = "a chain".to_owned(), "chain_id"),
            (|p| p.trust_level = (1, 0), "trust_level"),
            (|p| p.trust_level = (1, 4), "trust_level"),
            (|p| p.trust_level = (4, 3), "trust_level"),
            (|p| p.trusting_period_ns = 0, "trusting_period_ns"),
        ]
            as [(fn(&mut test_contracts::tendermint::Parameters), &str); 6]
        {
            let mut parameters = parameters(CHAIN_ID);
            change(&mut parameters);
            client.restore(&near_runtime_ext::Account::new(
                "contract.near".parse().expect("a name"),
            ));
            let refused = client.call("init", &init_args(&parameters, header(&trusted)));
            let refused = refused.err().expect("refused");
            assert!(
                refused.starts_with(&format!("invalid: parameters: {expected}")),
                "{refused}"
            );
        }
    }
}
