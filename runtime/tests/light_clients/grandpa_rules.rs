//! The contract's messages and events. `near-sdk-ext/tests/grandpa` has each rule of the verifier
//! and its name, compared with finality-grandpa.

use crate::client::{Client, HOST_BUILDS, rule};
use serde_json::json;
use test_contracts::grandpa::generate::{Authorities, Block};

const SET_ID: u64 = 7;
const ROUND: u64 = 3;

#[test]
fn a_final_header_hands_over_to_the_next_authorities_and_events_tell() {
    let authorities = Authorities::equal(SET_ID, 4, "rules");
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
    let refusal = client.refuses(&fork);
    assert_eq!(
        refusal,
        "invalid: conflicting_block: another block 9 is final"
    );
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
