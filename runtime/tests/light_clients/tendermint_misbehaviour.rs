//! Evidence of misbehaviour, by ibc-go's rules.

use crate::client::{Client, HOST_BUILDS, rule};
use crate::tendermint::{SECOND, TRUSTING_PERIOD_NS, header, parameters, time_ns};
use crate::tendermint_mutations as mutations;
use serde_json::json;
use test_contracts::ClientBuild;
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};
use test_contracts::tendermint::{LightBlock, wire};

/// The height and second of the trusted block.
const TRUSTED: u32 = 100;

/// A chain, and a client of the one state of its block 100, just after block 500.
fn chain_and_client(build: ClientBuild) -> (Chain, Client) {
    let chain = Chain::new(7, Power::CosmosLike, "misbehaviour");
    let trusted = chain.block(TRUSTED, "");
    let now = time_ns(header(&chain.block(500, ""))) + SECOND;
    let client = Client::tendermint(build, &parameters(CHAIN_ID), header(&trusted), now);
    (chain, client)
}

/// A block as a header of evidence, from the trusted block on.
fn evidence(chain: &Chain, block: &LightBlock) -> wire::Header {
    block.update(TRUSTED.into(), &chain.validators())
}

/// The answer, or the rule that refused; and whether the client is frozen.
#[track_caller]
fn submit(client: &mut Client, one: wire::Header, other: wire::Header) -> (String, bool) {
    let answer = match client.submit(one, other) {
        Ok(success) => String::from_utf8(success.0.return_bytes().to_vec()).expect("JSON"),
        Err(refusal) => rule(&refusal),
    };
    let status = client.view("status", &json!({})).expect("a status");
    (answer, status == "Frozen")
}

const FROZEN: &str = "\"Frozen\"";
const UNCHANGED: &str = "\"Unchanged\"";

#[test]
fn two_blocks_of_one_height_freeze_the_client_in_either_order() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        let start = client.account();
        let of = |variant| evidence(&chain, &chain.block(300, variant));
        for pair in [["", "fork"], ["fork", ""]] {
            client.restore(&start);
            let [one, other] = pair.map(of);
            assert_eq!(submit(&mut client, one, other), (FROZEN.to_owned(), true));
            let state = client.view("client_state", &json!({})).expect("a state");
            assert_eq!(state["frozen_height"], 300);
        }
    }
}

/// ibc-go's `Misbehaviour.ValidateBasic` wants the greater height first, and `CheckForMisbehaviour` finds
/// nothing where times grow.
#[test]
fn of_two_heights_the_greater_is_first_and_its_time_must_not_be_later() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        let start = client.account();
        let low = evidence(&chain, &chain.block(200, ""));
        for (second, frozen) in [(199, true), (200, true), (201, false)] {
            client.restore(&start);
            let high = evidence(&chain, &chain.block_at(300, second, ""));
            let reversed = submit(&mut client, low.clone(), high.clone());
            assert_eq!(reversed, ("invalid: headers_in_order".to_owned(), false));
            let expected = if frozen { FROZEN } else { UNCHANGED };
            let answer = submit(&mut client, high, low.clone());
            assert_eq!(answer, (expected.to_owned(), frozen), "{second}");
        }
    }
}

#[test]
fn identical_headers_change_nothing() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        let before = client.account();
        let header = evidence(&chain, &chain.block(300, ""));
        let answer = submit(&mut client, header.clone(), header);
        assert_eq!(answer, (UNCHANGED.to_owned(), false));
        assert!(client.account() == before);
    }
}

/// Neither `checkMisbehaviourHeader` nor `Misbehaviour.ValidateBasic` looks at a header's time.
#[test]
fn a_client_of_one_state_is_frozen_by_headers_that_are_not_later() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        let start = client.account();
        for second in [TRUSTED - 50, TRUSTED, TRUSTED + 50] {
            client.restore(&start);
            let of = |variant| evidence(&chain, &chain.block_at(300, second, variant));
            let update = client.update(&of(""));
            assert_eq!(update.is_ok(), second > TRUSTED, "{second}");
            client.restore(&start);
            let answer = submit(&mut client, of(""), of("fork"));
            assert_eq!(answer, (FROZEN.to_owned(), true), "{second}");
        }
    }
}

#[test]
fn headers_from_the_future_are_evidence() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        client.set_time(time_ns(header(&chain.block(200, ""))));
        let of = |variant| evidence(&chain, &chain.block(300, variant));
        let answer = submit(&mut client, of(""), of("fork"));
        assert_eq!(answer, (FROZEN.to_owned(), true));
    }
}

/// `VerifyCommitLightTrusting` is all that ties a header of evidence to the trusted validators, of the
/// next block too.
#[test]
fn the_next_block_of_other_validators_is_evidence_where_enough_trusted_ones_signed() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        let others = Chain::new(7, Power::CosmosLike, "others");
        let next = |of: &Chain, variant| evidence(&chain, &of.block(TRUSTED + 1, variant));
        let strangers = submit(&mut client, next(&others, ""), next(&others, "fork"));
        assert_eq!(strangers, ("not_enough_trust".to_owned(), false));
        // The first of the trusted validators and two thirds of a set of their own making.
        let some = chain.first(4);
        let update = client.update(&next(&some, "")).err().expect("refused");
        assert_eq!(rule(&update), "invalid: valid_next_validator_set");
        let answer = submit(&mut client, next(&some, ""), next(&chain, "fork"));
        assert_eq!(answer, (FROZEN.to_owned(), true));
    }
}

#[test]
fn each_header_must_verify_and_be_of_this_chain_and_after_the_trusted_one() {
    for build in HOST_BUILDS {
        let (chain, mut client) = chain_and_client(build);
        let good = || evidence(&chain, &chain.block(300, ""));
        let mut forged = evidence(&chain, &chain.block(300, "fork"));
        mutations::votes(&mut forged)[0].signature[0] ^= 1;
        let before = evidence(&chain, &chain.block(TRUSTED, "fork"));
        let mut missing = good();
        missing.trusted_height = None;
        let mut unknown = good();
        unknown
            .trusted_height
            .as_mut()
            .expect("a height")
            .revision_height += 1;
        for (bad, expected) in [
            (forged, "invalid: has_sufficient_signers_overlap"),
            (before, "invalid: is_monotonic_height"),
            (missing, "invalid: malformed_header"),
            (unknown, "invalid: known_height"),
        ] {
            let answer = submit(&mut client, good(), bad);
            assert_eq!(answer, (expected.to_owned(), false));
        }
        client.set_time(time_ns(header(&chain.block(TRUSTED, ""))) + TRUSTING_PERIOD_NS);
        let fork = evidence(&chain, &chain.block(300, "fork"));
        let answer = submit(&mut client, good(), fork);
        assert_eq!(
            answer,
            ("invalid: is_within_trust_period".to_owned(), false)
        );
    }
}
