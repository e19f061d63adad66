//! Justifications that no honest node makes, in the contract's own words. `near-sdk-ext/tests/grandpa` has each rule
//! of the verifier, and compares it with finality-grandpa's.

use crate::client::{Client, HOST_BUILDS, broken_rule, rule};
use serde_json::json;
use test_contracts::ClientBuild;
use test_contracts::grandpa::Justification;
use test_contracts::grandpa::generate::{Authorities, Block};

const SET_ID: u64 = 7;
const ROUND: u64 = 3;

/// Four authorities of equal weight; three of them reach the threshold.
fn authorities() -> Authorities {
    Authorities::equal(SET_ID, 4, "rules")
}

#[test]
fn it_stops_at_the_threshold() {
    for build in HOST_BUILDS {
        let authorities = authorities();
        let mut client = Client::grandpa(&[build], authorities.set());
        let block = Block::new(9, "");
        let all = [(0, &block), (1, &block), (2, &block), (3, &block)];
        let mut justification = authorities.justify_by(ROUND, &block, &all, &[]);
        let needed = authorities.justify_by(ROUND, &block, &all[..3], &[]);
        let [all, needed] = [&justification, &needed].map(|justification| {
            let outcome = client.would_accept(justification).0;
            let calls = outcome.host_calls.into_iter();
            let verifying = calls.filter(|call| call.function.starts_with("ed25519_verify"));
            verifying.map(|call| call.gas).collect::<Vec<_>>()
        });
        let calls = match build {
            ClientBuild::HostMany => 1,
            _ => 3,
        };
        assert_eq!((all.len(), &all), (calls, &needed), "{build}");
        // The fourth signature is not verified; its public key is checked.
        let length = justification.scale.len();
        justification.scale[length - 60] ^= 1;
        client.would_accept(&justification);
        justification.scale[length - 2] ^= 1;
        let refusal = client.refuses(&justification);
        assert_eq!(rule(&refusal), "invalid: unknown_authority", "{build}");
    }
}

#[test]
fn votes_that_prove_nothing_are_refused_by_name() {
    let authorities = authorities();
    let mut client = Client::grandpa(&HOST_BUILDS, authorities.set());
    let target = &Block::new(9, "");
    let (child, parent) = (&target.child(""), &Block::new(8, ""));
    let grandchild = &child.child("");
    let nephew = &Block::new(9, "fork").child("");
    for (last_vote, headers, expected) in [
        (Some((2, child)), &[child][..], None),
        (Some((2, grandchild)), &[child, grandchild], None),
        (Some((2, target)), &[], None),
        (None, &[], Some("not_enough_weight: 2 of 3")),
        (Some((0, target)), &[], Some("duplicate_precommit: ")),
        (Some((0, child)), &[child], Some("equivocation: ")),
        (Some((2, parent)), &[], Some("below_target: ")),
        (Some((2, nephew)), &[nephew], Some("not_descendant: ")),
        (
            Some((2, grandchild)),
            &[grandchild],
            Some("missing_header: "),
        ),
        (Some((2, child)), &[child, nephew], Some("unused_header: ")),
        (
            Some((2, child)),
            &[child, child],
            Some("duplicate_header: "),
        ),
    ] {
        let votes: Vec<_> = [(0, target), (1, target)]
            .into_iter()
            .chain(last_vote)
            .collect();
        let within = authorities.justify_by(ROUND, target, &votes, headers);
        // Headers beside a justification are just as good.
        let beside = Justification {
            headers: headers.iter().map(|block| block.header.clone()).collect(),
            ..authorities.justify_by(ROUND, target, &votes, &[])
        };
        for justification in [within, beside] {
            match expected {
                None => drop(client.would_accept(&justification)),
                Some(expected) => {
                    let refusal = client.refuses(&justification);
                    let refusal = refusal.trim_start_matches("invalid: ");
                    assert!(refusal.starts_with(expected), "{refusal}");
                }
            }
        }
    }
}

#[test]
fn votes_of_others_and_of_other_rounds_and_what_is_no_justification_are_refused() {
    let authorities = authorities();
    let mut client = Client::grandpa(&HOST_BUILDS, authorities.set());
    let block = Block::new(9, "");
    let good = authorities.justify(ROUND, &block);
    let strangers = Authorities::equal(SET_ID, 4, "strangers").justify(ROUND, &block);
    // The same keys, in another set.
    let stale = Authorities::equal(SET_ID - 1, 4, "rules").justify(ROUND, &block);
    let mut round = good.clone();
    round.scale[0] ^= 1;
    let mut cut = good.clone();
    cut.scale.truncate(60);
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
        (stale, "bad_signature: precommit 0: "),
        (round, "bad_signature: precommit 0: "),
        (cut, "malformed: "),
        (header, "malformed: "),
        (empty, "malformed: the round cannot be decoded at byte 0"),
    ] {
        let refusal = client.refuses(&justification);
        assert!(
            refusal.starts_with(&format!("invalid: {expected}")),
            "{refusal}"
        );
    }
    // near-sdk refuses arguments that are not borsh.
    let refused = client.call("submit_finality", b"\xff");
    assert_eq!(
        broken_rule(refused),
        "Failed to deserialize input from Borsh. Error"
    );
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
