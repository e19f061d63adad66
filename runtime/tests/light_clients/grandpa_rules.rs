//! The contract's messages and events. `near-sdk-ext/tests/grandpa` has each rule of the verifier
//! and its name, compared with finality-grandpa.

use crate::client::{Client, HOST_BUILDS, broken_rule, rule};
use serde_json::json;
use test_contracts::grandpa::Justification;
use test_contracts::grandpa::generate::{Authorities, Block};

const SET_ID: u64 = 7;
const ROUND: u64 = 3;

/// Four authorities of equal weight; three of them reach the threshold.
fn authorities() -> Authorities {
    Authorities::equal(SET_ID, 4, "rules")
}

#[test]
fn strangers_votes_and_what_is_no_justification_are_refused() {
    let authorities = authorities();
    let mut client = Client::grandpa(&HOST_BUILDS, authorities.set());
    let block = Block::new(9, "");
    let good = authorities.justify(ROUND, &block);
    let strangers = Authorities::equal(SET_ID, 4, "strangers").justify(ROUND, &block);
    let mut header = good.clone();
    header.headers = vec![vec![]];
    let empty = Justification {
        scale: vec![],
        headers: vec![],
    };
    for (justification, expected) in [
        (
            strangers,
            "unknown_authority: precommit 0: its signer is no authority",
        ),
        (header, "malformed: "),
        (empty, "malformed: the round cannot be decoded at byte 0"),
    ] {
        let refusal = client.refuses(&justification);
        let expected = format!("invalid: {expected}");
        assert!(refusal.starts_with(&expected), "{refusal}");
    }
    // near-sdk refuses arguments that are not Borsh.
    let refused = broken_rule(client.call("submit_finality", b"\xff"));
    assert_eq!(refused, "Failed to deserialize input from Borsh. Error");
    client.would_accept(&good);
}

#[test]
fn a_final_header_hands_over_to_the_next_authorities_and_events_tell() {
    let authorities = authorities();
    let mut client = Client::grandpa(&HOST_BUILDS, authorities.set());
    let next = Authorities::new(SET_ID + 1, &[2, 3, 4], "next");
    let block = Block::new(8, "").child_with_change(next.set(), 0);
    let event = |event: &str, data: &str| {
        let standard = r#""standard":"grandpa-client","version":"1.0.0""#;
        format!(r#"EVENT_JSON:{{{standard},"event":"{event}","data":{data}}}"#)
    };
    let hash = hex::encode(block.hash);
    let data = format!(r#"{{"number":9,"hash":"{hash}","round":3,"set_id":7,"signatures":3}}"#);
    let finalized = event("finalized", &data);
    let mut justification = authorities.justify(ROUND, &block);
    let success = client.submit_finality(&justification).expect("final");
    assert_eq!(success.0.logs, std::slice::from_ref(&finalized));
    assert_eq!(client.status()["set_id"], SET_ID);
    let fork = authorities.justify(ROUND, &Block::new(9, "fork"));
    assert_eq!(rule(&client.refuses(&fork)), "invalid: conflicting_block");
    // The votes of the next authorities are refused until the header is submitted.
    let after = next.justify(ROUND, &block.child(""));
    assert_eq!(rule(&client.refuses(&after)), "invalid: unknown_authority");
    justification.headers = vec![block.header.clone()];
    let success = client.submit_finality(&justification).expect("final");
    let changed = event("authority_set_changed", r#"{"set_id":8,"authorities":3}"#);
    assert_eq!(success.0.logs, [finalized, changed]);
    let expected = json!({
        "set_id": SET_ID + 1, "authorities": 3, "total_weight": 9, "threshold": 7,
        "number": 9, "hash": hash,
    });
    assert_eq!(client.status(), expected);
    client.submit_finality(&after).expect("final");
}
