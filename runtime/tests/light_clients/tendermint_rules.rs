//! The client's rules beyond verifying one header: conflicts, time, other chains, malformed input.

use crate::client::{Client, broken_rule, rule};
use crate::tendermint::{SECOND, TRUSTING_PERIOD_NS, chain_and_client, header, time_ns, votes};
use serde_json::json;
use test_contracts::tendermint::generate::{BlockHeader, Chain, Power, honestly};
use test_contracts::tendermint::{LightBlock, verify_membership_args, wire};

/// The chain's block as an update from the trusted state at this height.
fn update(chain: &Chain, trusted: u64, block: &LightBlock) -> wire::Header {
    block.update(trusted, &chain.validators())
}

/// Verifies the block of this height; it must be stored.
#[track_caller]
fn stores(client: &mut Client, chain: &Chain, trusted: u64, height: u32) {
    let update = update(chain, trusted, &chain.block(height, ""));
    let success = client.update(&update).expect("verified");
    assert_eq!(success.text(), "\"Stored\"", "{height}");
}

fn state(client: &mut Client, height: u64) -> Result<serde_json::Value, String> {
    client.view("consensus_state", &json!({ "height": height }))
}

#[test]
fn heights_are_filled_in_in_any_order() {
    let (chain, mut client) = chain_and_client();
    for height in [300, 200, 250, 101, 400] {
        stores(&mut client, &chain, 100, height);
    }
    for height in [100, 101, 200, 250, 300, 400] {
        let state = state(&mut client, height.into()).expect("stored");
        let expected = hex::encode_upper(&header(&chain.block(height, "")).app_hash);
        assert_eq!(state["root"], expected, "{height}");
    }
    let of_client = client.view("client_state", &json!({})).expect("a state");
    assert_eq!(of_client["latest_height"], 400);
    assert_eq!(of_client["frozen_height"], json!(null));
    let unknown = state(&mut client, 150).expect_err("not stored");
    assert!(unknown.contains("known_height"), "{unknown}");
}

/// The contract also reports what happened in an event.
#[test]
fn a_header_that_contradicts_a_stored_one_freezes_the_client() {
    let (chain, mut client) = chain_and_client();
    let event = |log: &str| -> serde_json::Value {
        serde_json::from_str(log.strip_prefix("EVENT_JSON:").expect("NEP-297")).expect("JSON")
    };
    let block = chain.block(300, "");
    let updated = client.update(&update(&chain, 100, &block));
    let time = time_ns(header(&block)).to_string();
    let expected = json!({
        "standard": "tendermint-client", "version": "1.0.0", "event": "updated",
        "data": { "height": 300, "trusted_height": 100, "timestamp_ns": time, "pruned": 0 },
    });
    let [log] = &updated.expect("verified").0.logs[..] else {
        panic!("one event");
    };
    assert_eq!(event(log), expected);
    let fork = client.update(&update(&chain, 100, &chain.block(300, "fork")));
    let fork = fork.expect("verified");
    assert_eq!(fork.text(), "\"Frozen\"");
    assert_eq!(event(&fork.0.logs[0])["event"], "frozen");
    assert_eq!(client.status(), "Frozen");
    let [next, forked] = ["", "fork"].map(|branch| update(&chain, 100, &chain.block(301, branch)));
    for refused in [client.update(&next), client.submit(next, forked)] {
        let refusal = refused.err().expect("frozen");
        assert_eq!(refusal, "frozen: the client is frozen");
    }
}

#[test]
fn a_header_whose_time_contradicts_its_neighbours_freezes_the_client() {
    // Heights are one second apart: this is another chain of the same validators, an hour ahead.
    let (chain, mut client) = chain_and_client();
    client.set_time(time_ns(header(&chain.block(5000, ""))) + SECOND);
    stores(&mut client, &chain, 100, 300);
    let late = client.update(&update(&chain, 100, &chain.block_at(200, 4000, "late")));
    assert_eq!(late.expect("verified").text(), "\"Frozen\"");
}

/// To a nanosecond: a header is not from the future, and what verifies it has not expired.
#[test]
fn a_header_is_verified_by_a_stored_state_and_within_its_times() {
    let (chain, mut client) = chain_and_client();
    let block = chain.block(300, "");
    let good = update(&chain, 100, &block);
    let before = client.account();
    let own = time_ns(header(&block));
    let expiry = time_ns(header(&chain.block(100, ""))) + TRUSTING_PERIOD_NS;
    for (now, status, expected) in [
        (own, "Active", Some("is_header_from_past")),
        (own + 1, "Active", None),
        (expiry - 1, "Active", None),
        (expiry, "Expired", Some("is_within_trust_period")),
    ] {
        client.set_time(now);
        assert_eq!(client.status(), status, "{now}");
        let refused = client.update(&good).err().map(|refusal| rule(&refusal));
        assert_eq!(
            refused,
            expected.map(|it| format!("invalid: {it}")),
            "{now}"
        );
        client.restore(&before);
    }
    let args = verify_membership_args(100, vec![], &[], Some(b""));
    let refusal = client.refusal("verify_membership", &args);
    assert_eq!(refusal, "expired: the client is expired");
    client.set_time(own + 1);
    type Change = fn(&mut wire::Height);
    let changes: [(Change, &str); 2] = [
        (|it| it.revision_height -= 1, "known_height"),
        (|it| it.revision_number -= 1, "is_matching_revision"),
    ];
    for (change, expected) in changes {
        let mut changed = good.clone();
        change(changed.trusted_height.as_mut().expect("a height"));
        let refused = client.update(&changed);
        assert_eq!(broken_rule(refused), format!("invalid: {expected}"));
    }
}

#[test]
fn expired_states_are_removed_a_few_at_a_time() {
    let (chain, mut client) = chain_and_client();
    for height in [200, 300, 400] {
        stores(&mut client, &chain, 100, height);
    }
    // All states but that of block 400 have expired.
    client.set_time(time_ns(header(&chain.block(399, ""))) + TRUSTING_PERIOD_NS);
    assert_eq!(client.status(), "Active");
    for (height, removed) in [(500, &[100, 200][..]), (501, &[100, 200, 300])] {
        stores(&mut client, &chain, 400, height);
        for height in [100, 200, 300, 400, height.into()] {
            let is_stored = state(&mut client, height).is_ok();
            assert_eq!(is_stored, !removed.contains(&height), "{height}");
        }
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
}

#[test]
fn trusted_validators_are_only_believed_by_their_hash() {
    let (chain, mut client) = chain_and_client();
    let others = Chain::new(7, Power::CosmosLike, "others");
    // A block of other validators who claim to be the trusted ones.
    let mut forged = others.block(300, "").update(100, &others.validators());
    let refused = client.update(&forged);
    assert_eq!(broken_rule(refused), "invalid: next_validators_match");
    forged.trusted_validators = None;
    let refused = client.update(&forged);
    assert_eq!(broken_rule(refused), "invalid: next_validators_match");
    // If the header has the true trusted validators, none of them has signed. CometBFT's
    // `VerifyNonAdjacent` (light/verifier.go) reports that before a bad signature: another header
    // may help.
    let mut unsigned = update(&chain, 100, &others.block(300, ""));
    for vote in votes(&mut unsigned) {
        vote.signature[40] ^= 1;
    }
    let refusal = client.update(&unsigned).err().expect("refused");
    let validators = chain.validators();
    let total: i64 = validators.iter().map(|it| it.voting_power).sum();
    let expected = format!("not_enough_trust: 0 of {total} signed, more than 1/3 is needed");
    assert_eq!(refusal, expected);
    // The next block must have the trusted next validators.
    let next = update(&chain, 100, &others.block(101, ""));
    let refused = client.update(&next);
    assert_eq!(broken_rule(refused), "invalid: valid_next_validator_set");
}
