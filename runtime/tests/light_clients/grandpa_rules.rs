//! Justifications of a made-up chain: votes for descendants, changes of authorities, and ones that
//! no honest node makes.

use crate::client::{Client, HOST_BUILDS, rule};
use serde_json::json;
use test_contracts::ClientBuild;
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::grandpa::{AuthoritySet, Justification, init_args};

const SET_ID: u64 = 7;
const ROUND: u64 = 3;

/// Four authorities of equal weight, of whom three are needed, and a client that knows them.
fn authorities_and_client(build: ClientBuild) -> (Authorities, Client) {
    let authorities = Authorities::equal(SET_ID, 4, "rules");
    let client = Client::grandpa(build, authorities.set());
    (authorities, client)
}

#[track_caller]
fn refused(client: &mut Client, justification: &Justification, expected: &str) {
    let refusal = client.refuses(justification);
    assert_eq!(rule(&refusal), expected, "{refusal}");
}

fn status(client: &mut Client) -> serde_json::Value {
    client.view("status", &json!({})).expect("a status")
}

#[test]
fn it_stops_at_the_threshold() {
    for build in HOST_BUILDS {
        let (authorities, mut client) = authorities_and_client(build);
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
        refused(&mut client, &justification, "invalid: unknown_authority");
    }
}

#[test]
fn weights_count_and_not_heads() {
    for build in HOST_BUILDS {
        let authorities = Authorities::new(SET_ID, &[5, 1, 1, 1], "weights");
        let mut client = Client::grandpa(build, authorities.set());
        let block = Block::new(9, "");
        let by = |voters: &[usize]| {
            let votes: Vec<_> = voters.iter().map(|voter| (*voter, &block)).collect();
            authorities.justify_by(ROUND, &block, &votes, &[])
        };
        // Of 8, 8 - 7/3 = 6 are needed.
        client.would_accept(&by(&[0, 1]));
        assert_eq!(client.refuses(&by(&[0])), "not_enough_weight: 5 of 6");
        assert_eq!(client.refuses(&by(&[1, 2, 3])), "not_enough_weight: 3 of 6");
        assert_eq!(client.refuses(&by(&[])), "not_enough_weight: 0 of 6");
    }
}

#[test]
fn votes_for_descendants_count_by_their_headers() {
    for build in HOST_BUILDS {
        let (authorities, mut client) = authorities_and_client(build);
        let target = Block::new(9, "");
        let child = target.child("");
        let grandchild = child.child("");
        let votes = [(0, &target), (1, &child), (2, &grandchild)];
        let by = |headers: &[&Block]| authorities.justify_by(ROUND, &target, &votes, headers);
        client.would_accept(&by(&[&child, &grandchild]));
        client.would_accept(&by(&[&grandchild, &child]));
        client.would_accept(&by(&[&target, &child, &grandchild]));
        refused(&mut client, &by(&[&child]), "invalid: missing_header");
        refused(&mut client, &by(&[&grandchild]), "invalid: missing_header");
        let stranger = Block::new(10, "stranger");
        refused(
            &mut client,
            &by(&[&child, &grandchild, &stranger]),
            "invalid: unused_header",
        );
        refused(
            &mut client,
            &by(&[&child, &grandchild, &child]),
            "invalid: duplicate_header",
        );
        // A header outside the justification is just as good.
        let mut outside = by(&[]);
        outside.headers = vec![child.header.clone(), grandchild.header.clone()];
        client.would_accept(&outside);
    }
}

#[test]
fn votes_that_prove_nothing_are_refused_by_name() {
    for build in HOST_BUILDS {
        let (authorities, mut client) = authorities_and_client(build);
        let target = Block::new(9, "");
        let (fork, parent) = (Block::new(9, "fork"), Block::new(8, ""));
        let (child, other) = (target.child(""), fork.child(""));
        let by = |votes: &[(usize, &Block)], headers: &[&Block]| {
            authorities.justify_by(ROUND, &target, votes, headers)
        };
        let t = &target;
        for (votes, headers, expected) in [
            (
                &[(0, t), (1, t), (0, t)][..],
                &[][..],
                "invalid: duplicate_precommit",
            ),
            (
                &[(0, t), (1, t), (0, &child)],
                &[&child],
                "invalid: equivocation",
            ),
            (
                &[(0, t), (1, t), (2, &parent)],
                &[],
                "invalid: below_target",
            ),
            (
                &[(0, t), (1, t), (2, &fork)],
                &[],
                "invalid: not_descendant",
            ),
            (
                &[(0, t), (1, t), (2, &other)],
                &[&other],
                "invalid: not_descendant",
            ),
        ] {
            refused(&mut client, &by(votes, headers), expected);
        }
        // Authorities of another set with the same id; another round's votes.
        let strangers = Authorities::equal(SET_ID, 4, "strangers");
        refused(
            &mut client,
            &strangers.justify(ROUND, t),
            "invalid: unknown_authority",
        );
        let mut round = authorities.justify(ROUND, t);
        round.scale[0] ^= 1;
        refused(&mut client, &round, "invalid: bad_signature");
        let stale = Authorities::equal(SET_ID - 1, 4, "rules");
        assert_eq!(stale.set().authorities, authorities.set().authorities);
        refused(
            &mut client,
            &stale.justify(ROUND, t),
            "invalid: bad_signature",
        );
    }
}

#[test]
fn finality_only_goes_up() {
    for build in HOST_BUILDS {
        let (authorities, mut client) = authorities_and_client(build);
        let block = Block::new(9, "");
        client
            .submit_finality(&authorities.justify(ROUND, &block))
            .expect("final");
        client.would_accept(&authorities.justify(ROUND + 1, &block));
        refused(
            &mut client,
            &authorities.justify(ROUND, &Block::new(8, "")),
            "invalid: old_block",
        );
        let fork = authorities.justify(ROUND, &Block::new(9, "fork"));
        refused(&mut client, &fork, "invalid: conflicting_block");
        assert_eq!(status(&mut client)["number"], 9);
        client
            .submit_finality(&authorities.justify(ROUND, &Block::new(u32::MAX, "")))
            .expect("final");
    }
}

#[test]
fn a_final_header_hands_over_to_the_next_authorities() {
    for build in HOST_BUILDS {
        let (authorities, mut client) = authorities_and_client(build);
        let next = Authorities::new(SET_ID + 1, &[2, 3, 4], "next");
        let block = Block::new(8, "").child_with_change(next.set(), 0);
        let without = authorities.justify(ROUND, &block);
        client.submit_finality(&without).expect("final");
        assert_eq!(status(&mut client)["set_id"], SET_ID);
        // The votes of the next authorities are refused until the header is submitted.
        let after = next.justify(ROUND, &block.child(""));
        refused(&mut client, &after, "invalid: unknown_authority");
        let mut with = without.clone();
        with.headers = vec![block.header.clone()];
        let logs = client.submit_finality(&with).expect("final").0.logs;
        assert!(logs[1].contains("authority_set_changed"), "{logs:?}");
        let expected = json!({
            "set_id": SET_ID + 1, "authorities": 3, "total_weight": 9, "threshold": 7,
            "number": 9, "hash": hex::encode(block.hash),
        });
        assert_eq!(status(&mut client), expected);
        client.submit_finality(&after).expect("final");
    }
}

#[test]
fn changes_that_cannot_be_followed_are_refused() {
    for build in HOST_BUILDS {
        let (authorities, mut client) = authorities_and_client(build);
        let next = Authorities::equal(SET_ID + 1, 2, "next");
        let parent = Block::new(8, "");
        let submit = |block: &Block| {
            let mut justification = authorities.justify(ROUND, block);
            justification.headers = vec![block.header.clone()];
            justification
        };
        let delayed = parent.child_with_change(next.set(), 1);
        refused(&mut client, &submit(&delayed), "invalid: delayed_change");
        let consensus = |log: &[u8]| {
            // Consensus item of engine FRNK, whose log is shorter than 64 bytes.
            let length = u8::try_from(log.len() * 4).expect("short");
            [&[4], b"FRNK".as_slice(), &[length], log].concat()
        };
        let with = |items: &[Vec<u8>]| Block::with_parent(parent.hash, 9, "change", items);
        // Forced change: variant 2, median block, no authorities, delay.
        let forced = with(&[consensus(&[&[2][..], &[0; 4], &[0], &[0; 4]].concat())]);
        refused(&mut client, &submit(&forced), "invalid: forced_change");
        // Scheduled change to no authorities, and two changes.
        let nobody = consensus(&[1, 0, 0, 0, 0, 0]);
        refused(
            &mut client,
            &submit(&with(&[nobody])),
            "invalid: no_authorities",
        );
        let one = [&[1, 4][..], &[5; 32], &1_u64.to_le_bytes(), &[0; 4]].concat();
        let one = consensus(&one);
        refused(
            &mut client,
            &submit(&with(&[one.clone(), one.clone()])),
            "invalid: several_changes",
        );
        client.would_accept(&submit(&with(&[one])));
        // Items of other engines are ignored; a disabled authority (3) changes nothing.
        client.would_accept(&submit(&with(&[
            b"\x04BABE\x04\x09".to_vec(),
            consensus(&[&[3][..], &[0; 8]].concat()),
        ])));
    }
}

#[test]
fn malformed_input_is_refused() {
    for build in HOST_BUILDS {
        let (authorities, mut client) = authorities_and_client(build);
        let block = Block::new(9, "");
        let good = authorities.justify_by(
            ROUND,
            &block,
            &[(0, &block), (1, &block), (2, &block)],
            &[&block],
        );
        client.would_accept(&good);
        for length in 0..good.scale.len() {
            let mut cut = good.clone();
            cut.scale.truncate(length);
            refused(&mut client, &cut, "invalid: malformed");
        }
        let mut long = good.clone();
        long.scale.push(0);
        refused(&mut client, &long, "invalid: malformed");
        let mut headers = good;
        headers.headers = vec![vec![]];
        refused(&mut client, &headers, "invalid: malformed");
        // near-sdk refuses arguments that are not borsh.
        assert!(client.call("submit_finality", b"\xff").is_err());
    }
}

#[test]
fn a_client_is_made_once_and_of_sensible_authorities() {
    for build in HOST_BUILDS {
        let (authorities, mut client) = authorities_and_client(build);
        let init = init_args(authorities.set(), 1, &[1; 32]);
        assert!(
            client
                .call("init", &init)
                .err()
                .expect("refused")
                .contains("already")
        );
        let account = near_runtime_ext::Account::new("contract.near".parse().expect("a name"));
        client.restore(&account);
        for (authorities, expected) in [
            (vec![], "invalid: no_authorities"),
            (
                vec![([1; 32], 1), ([1; 32], 1)],
                "invalid: duplicate_authority",
            ),
            (vec![([1; 32], 0)], "invalid: zero_weight"),
            (
                vec![([1; 32], u64::MAX), ([2; 32], 1)],
                "invalid: total_weight",
            ),
        ] {
            let set = AuthoritySet {
                set_id: 0,
                authorities,
            };
            let refusal = client.call("init", &init_args(&set, 1, &[1; 32])).err();
            assert_eq!(rule(&refusal.expect("refused")), expected);
        }
    }
}
