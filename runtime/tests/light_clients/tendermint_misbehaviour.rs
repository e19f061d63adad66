//! Evidence of misbehaviour, by ibc-go's rules.

use crate::client::{Client, broken_rule, rule};
use crate::tendermint::{TRUSTING_PERIOD_NS, chain_and_client, header, time_ns, votes};
use serde_json::json;
use test_contracts::tendermint::generate::{Chain, Power};
use test_contracts::tendermint::{LightBlock, wire};

/// The height and second of the trusted block.
const TRUSTED: u32 = 100;

/// A block as a header of evidence, from the trusted block on.
fn evidence(chain: &Chain, block: &LightBlock) -> wire::Header {
    block.update(TRUSTED.into(), &chain.validators())
}

impl Client {
    /// Submits two headers; asserts the answer, or the rule that refuses them. The client must be
    /// frozen by the answer `Frozen` alone.
    #[track_caller]
    fn answers(&mut self, [one, other]: [wire::Header; 2], expected: &str) {
        let answer = match self.submit(one, other) {
            Ok(success) => success.text().to_owned(),
            Err(refusal) => rule(&refusal),
        };
        assert_eq!(answer, expected);
        assert_eq!(self.status() == "Frozen", expected == FROZEN);
    }
}

const FROZEN: &str = "\"Frozen\"";
const UNCHANGED: &str = "\"Unchanged\"";

/// Neither `checkMisbehaviourHeader` nor `Misbehaviour.ValidateBasic` of ibc-go checks a header's time: it may be in
/// the future, or not after the only state's.
#[test]
fn two_blocks_of_one_height_freeze_the_client_in_either_order_whatever_their_time() {
    let (chain, mut client) = chain_and_client();
    let start = client.account();
    for second in [TRUSTED - 50, TRUSTED, TRUSTED + 50, 300, 5000] {
        let of = |variant| evidence(&chain, &chain.block_at(300, second, variant));
        client.restore(&start);
        let update = client.update(&of(""));
        assert_eq!(
            update.is_ok(),
            (TRUSTED + 1..500).contains(&second),
            "{second}"
        );
        for pair in [["", "fork"], ["fork", ""]] {
            client.restore(&start);
            client.answers(pair.map(of), FROZEN);
            let state = client.view("client_state", &json!({})).expect("a state");
            assert_eq!(state["frozen_height"], 300);
        }
        client.restore(&start);
        client.answers(["", ""].map(of), UNCHANGED);
        assert!(client.account() == start, "one header changes nothing");
    }
}

/// ibc-go's `Misbehaviour.ValidateBasic` requires the greater height first, and
/// `CheckForMisbehaviour` finds nothing if times increase.
#[test]
fn of_two_heights_the_greater_is_first_and_its_time_must_not_be_later() {
    let (chain, mut client) = chain_and_client();
    let start = client.account();
    let low = evidence(&chain, &chain.block(200, ""));
    for (second, expected) in [(199, FROZEN), (200, FROZEN), (201, UNCHANGED)] {
        client.restore(&start);
        let high = evidence(&chain, &chain.block_at(300, second, ""));
        client.answers([low.clone(), high.clone()], "invalid: headers_in_order");
        client.answers([high, low.clone()], expected);
    }
}

/// Only `VerifyCommitLightTrusting` ties a header of evidence to the trusted validators, even the
/// next block's.
#[test]
fn the_next_block_of_other_validators_is_evidence_where_enough_trusted_ones_signed() {
    let (chain, mut client) = chain_and_client();
    let others = Chain::new(7, Power::CosmosLike, "others");
    let next = |of: &Chain, variant| evidence(&chain, &of.block(TRUSTED + 1, variant));
    let strangers = ["", "fork"].map(|variant| next(&others, variant));
    client.answers(strangers, "not_enough_trust");
    // The first trusted validators, and two thirds of a set of their own making.
    let some = chain.first(4);
    let update = client.update(&next(&some, ""));
    assert_eq!(broken_rule(update), "invalid: valid_next_validator_set");
    client.answers([next(&some, ""), next(&chain, "fork")], FROZEN);
}

#[test]
fn each_header_must_verify_and_be_of_this_chain_and_after_the_trusted_one() {
    let (chain, mut client) = chain_and_client();
    let good = || evidence(&chain, &chain.block(300, ""));
    let mut forged = evidence(&chain, &chain.block(300, "fork"));
    let fork = forged.clone();
    votes(&mut forged)[0].signature[0] ^= 1;
    let before = evidence(&chain, &chain.block(TRUSTED, "fork"));
    let [mut missing, mut unknown] = [good(), good()];
    missing.trusted_height = None;
    let height = unknown.trusted_height.as_mut().expect("a height");
    height.revision_height += 1;
    for (bad, expected) in [
        (forged, "invalid: has_sufficient_signers_overlap"),
        (before, "invalid: is_monotonic_height"),
        (missing, "invalid: malformed_header"),
        (unknown, "invalid: known_height"),
    ] {
        client.answers([good(), bad], expected);
    }
    client.set_time(time_ns(header(&chain.block(TRUSTED, ""))) + TRUSTING_PERIOD_NS);
    client.answers([good(), fork], "invalid: is_within_trust_period");
}
