//! The contract's messages and events, and that it stores what the rules say. `near-sdk-ext/tests/grandpa`
//! has each rule of the verifier and its name, compared with finality-grandpa, and every order of
//! submissions.

use crate::client::{Client, HOST_BUILDS, rule};
use serde_json::json;
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::grandpa::{AuthoritySet, Justification};

const SET_ID: u64 = 7;
const ROUND: u64 = 3;

/// The votes of a set for a block, with the block's header.
fn shown(set: &Authorities, block: &Block) -> Justification {
    Justification {
        headers: vec![block.header.clone()],
        ..set.justify(ROUND, block)
    }
}

#[test]
fn a_final_header_hands_over_once_to_the_next_authorities_and_events_tell() {
    let authorities = Authorities::equal(SET_ID, 4, "rules");
    let mut client = Client::grandpa(&HOST_BUILDS, authorities.set());
    let next = Authorities::new(SET_ID + 1, &[2, 3, 4], "next");
    let before = Block::new(8, "");
    let block = before.child_with_change(next.set(), 0);
    let event = |event: &str, data: &str| {
        let standard = r#""standard":"grandpa-client","version":"1.0.0""#;
        format!(r#"EVENT_JSON:{{{standard},"event":"{event}","data":{data}}}"#)
    };
    let hash = hex::encode(block.hash);
    let data = format!(r#"{{"number":9,"hash":"{hash}","round":3,"set_id":7,"signatures":3}}"#);
    let finalized = event("finalized", &data);
    let success = client.submit_finality(&authorities.justify(ROUND, &block));
    assert_eq!(
        success.expect("final").0.logs,
        std::slice::from_ref(&finalized)
    );
    assert_eq!(client.status()["set_id"], SET_ID);
    let fork = authorities.justify(ROUND, &Block::new(9, "fork"));
    let refusal = client.refuses(&fork);
    assert_eq!(
        refusal,
        "invalid: conflicting_block: another block 9 is final"
    );
    // The votes of the next authorities are refused until the header is submitted.
    let after = next.justify(ROUND, &block.child(""));
    assert_eq!(rule(&client.refuses(&after)), "invalid: unknown_authority");
    let success = client.submit_finality(&shown(&authorities, &block));
    let changed = event("authority_set_changed", r#"{"set_id":8,"authorities":3}"#);
    assert_eq!(success.expect("final").0.logs, [finalized, changed]);
    let expected = json!({
        "set_id": SET_ID + 1, "authorities": 3, "total_weight": 9, "threshold": 7,
        "number": 9, "hash": hash,
    });
    assert_eq!(client.status(), expected);
    // The next authorities vote for this block too, in their first round.
    for set in [&authorities, &next] {
        for (block, expected) in [(&block, "known_block"), (&before, "old_block")] {
            let refusal = client.refuses(&shown(set, block));
            assert_eq!(rule(&refusal), format!("invalid: {expected}"));
        }
    }
    client.submit_finality(&after).expect("final");
}

/// Without its header, such a block is like any other.
#[test]
fn a_change_that_is_refused_leaves_the_set_as_it_is() {
    let authorities = Authorities::equal(SET_ID, 4, "rules");
    let nobody = AuthoritySet {
        set_id: 0,
        authorities: Vec::new(),
    };
    for (next, delay, expected) in [
        (authorities.set(), 2, "delayed_change"),
        (&nobody, 0, "no_authorities"),
    ] {
        let mut client = Client::grandpa(&HOST_BUILDS, authorities.set());
        let block = Block::new(8, "").child_with_change(next, delay);
        let refusal = client.refuses(&shown(&authorities, &block));
        assert_eq!(rule(&refusal), format!("invalid: {expected}"));
        for followed in [
            authorities.justify(ROUND, &block),
            shown(&authorities, &block.child("")),
        ] {
            client.submit_finality(&followed).expect("final");
        }
        assert_eq!(client.status()["set_id"], SET_ID);
    }
}
