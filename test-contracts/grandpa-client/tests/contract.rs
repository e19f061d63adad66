//! The contract on near-sdk's mocked blockchain: nearcore's own host functions, no node.

use ed25519_dalek::{Signer as _, SigningKey};
use grandpa_client::{Error, GrandpaClient, Status};
use near_sdk::{
    test_utils::{VMContextBuilder, get_logs},
    testing_env,
};
use near_sdk_ext::grandpa::Header;

const SET_ID: u64 = 5;
const GENESIS: [u8; 32] = [9; 32];

/// Authorities by the first byte of their seeds.
fn key(seed: u8) -> SigningKey {
    SigningKey::from_bytes(&[seed; 32])
}

fn id(seed: u8) -> [u8; 32] {
    key(seed).verifying_key().to_bytes()
}

fn init(seeds: &[u8]) -> GrandpaClient {
    testing_env!(VMContextBuilder::new().build());
    let authorities = seeds.iter().map(|&seed| (id(seed), 1)).collect();
    GrandpaClient::init(SET_ID, authorities, 100, GENESIS).expect("a client")
}

/// A header with one digest item from GRANDPA, or none.
fn header(number: u8, log: Option<&[u8]>) -> Vec<u8> {
    let digest = log.map_or(vec![0], |log| {
        let length = u8::try_from(log.len()).expect("short");
        assert!(length < 64, "one byte of length");
        [&[4, 4][..], b"FRNK", &[length << 2], log].concat()
    });
    // Numbers from 64 on take two bytes.
    let compact = (u16::from(number) << 2 | 1).to_le_bytes();
    [&GENESIS, &compact[..], &[0; 64], &digest].concat()
}

/// A handover to one authority.
fn scheduled_change(seed: u8, delay: u8) -> Vec<u8> {
    [
        &[1, 4][..],
        &id(seed),
        &1_u64.to_le_bytes(),
        &[delay, 0, 0, 0],
    ]
    .concat()
}

/// A justification of a block by these authorities of a set.
fn justify(seeds: &[u8], set_id: u64, hash: [u8; 32], number: u8) -> Vec<u8> {
    let target = [&hash[..], &u32::from(number).to_le_bytes()].concat();
    let round = 7_u64.to_le_bytes();
    let message = [&[1], &target[..], &round, &set_id.to_le_bytes()].concat();
    let vote = |&seed: &u8| {
        let signature = key(seed).sign(&message).to_bytes();
        [&target[..], &signature, &id(seed)].concat()
    };
    let votes: Vec<u8> = seeds.iter().flat_map(vote).collect();
    let count = u8::try_from(seeds.len()).expect("few") << 2;
    [&round, &target[..], &[count], &votes, &[0]].concat()
}

fn hash(header: &[u8]) -> [u8; 32] {
    Header::decode(header).expect("a header").hash()
}

fn refusal(result: Result<(), Error>) -> String {
    result.expect_err("refused").to_string()
}

#[test]
fn a_new_client_says_what_it_was_told() {
    let expected = Status {
        set_id: SET_ID,
        authorities: 4,
        total_weight: 4,
        threshold: 3,
        number: 100,
        hash: "09".repeat(32),
    };
    assert_eq!(init(&[1, 2, 3, 4]).status(), expected);
}

#[test]
fn no_client_starts_without_authorities_or_with_one_twice() {
    testing_env!(VMContextBuilder::new().build());
    let refused = |authorities| {
        let client = GrandpaClient::init(SET_ID, authorities, 100, GENESIS);
        client.err().expect("refused").to_string()
    };
    let text = refused(Vec::new());
    assert!(text.starts_with("invalid: no_authorities: "), "{text}");
    let text = refused(vec![(id(1), 1), (id(1), 1)]);
    assert!(text.starts_with("invalid: duplicate_authority: "), "{text}");
}

#[test]
fn a_final_block_is_stored_and_told() {
    let mut client = init(&[1, 2, 3, 4]);
    let votes = justify(&[1, 2, 3, 4], SET_ID, [7; 32], 101);
    client.submit_finality(votes, Vec::new()).expect("final");
    let status = client.status();
    assert_eq!((status.number, status.hash), (101, "07".repeat(32)));
    let hash = "07".repeat(32);
    let event = format!(
        r#"EVENT_JSON:{{"standard":"grandpa-client","version":"1.0.0","event":"finalized","data":{{"number":101,"hash":"{hash}","round":7,"set_id":5,"signatures":3}}}}"#
    );
    assert_eq!(get_logs(), [event]);
}

#[test]
fn refusals_begin_with_the_rule() {
    let mut client = init(&[1, 2, 3, 4]);
    let mut submit = |justification| refusal(client.submit_finality(justification, Vec::new()));
    let votes = |seeds: &[u8], set_id, number| justify(seeds, set_id, [7; 32], number);
    assert_eq!(submit(votes(&[1, 2], 5, 101)), "not_enough_weight: 2 of 3");
    let expected = "invalid: unknown_authority: precommit 2: its signer is no authority";
    assert_eq!(submit(votes(&[1, 2, 5], 5, 101)), expected);
    let expected = "invalid: duplicate_precommit: precommit 3: the same vote as precommit 0";
    assert_eq!(submit(votes(&[1, 2, 3, 1], 5, 101)), expected);
    let expected = "invalid: bad_signature: precommit 0: ";
    assert!(submit(votes(&[1, 2, 3], 4, 101)).starts_with(expected));
    let expected = "invalid: old_block: block 99, but 100 is final";
    assert_eq!(submit(votes(&[1, 2, 3], 5, 99)), expected);
    let expected = "invalid: conflicting_block: another block 100 is final";
    assert_eq!(submit(votes(&[1, 2, 3], 5, 100)), expected);
    let expected = "invalid: malformed: the round cannot be decoded at byte 0";
    assert_eq!(submit(Vec::new()), expected);
    assert_eq!(client.status().number, 100);
}

#[test]
fn the_finalised_header_hands_over_to_the_next_authorities() {
    let mut client = init(&[1, 2, 3, 4]);
    let header = header(101, Some(&scheduled_change(8, 0)));
    let votes = justify(&[1, 2, 3], SET_ID, hash(&header), 101);

    // Without the header the change is not seen, and the same may be submitted again with it.
    client
        .submit_finality(votes.clone(), Vec::new())
        .expect("final");
    assert_eq!(
        (client.status().set_id, client.status().authorities),
        (SET_ID, 4)
    );
    client.submit_finality(votes, vec![header]).expect("final");
    let status = client.status();
    assert_eq!(
        (status.set_id, status.authorities, status.threshold),
        (SET_ID + 1, 1, 1)
    );
    let told = r#""event":"authority_set_changed","data":{"set_id":6,"authorities":1}"#;
    assert!(get_logs().iter().any(|log| log.contains(told)));

    // Only the next authorities vote now, in the next set.
    let old =
        refusal(client.submit_finality(justify(&[1, 2, 3], SET_ID, [7; 32], 102), Vec::new()));
    assert!(old.starts_with("invalid: unknown_authority: "), "{old}");
    let votes = justify(&[8], SET_ID + 1, [7; 32], 102);
    client.submit_finality(votes, Vec::new()).expect("final");
    assert_eq!(client.status().number, 102);
}

#[test]
fn a_change_is_applied_once_whoever_votes_for_its_block() {
    let mut client = init(&[1, 2, 3, 4]);
    let header = header(101, Some(&scheduled_change(8, 0)));
    let hash = hash(&header);
    let old = justify(&[1, 2, 3], SET_ID, hash, 101);
    let submit = |client: &mut GrandpaClient, votes: &Vec<u8>| {
        client.submit_finality(votes.clone(), vec![header.clone()])
    };
    submit(&mut client, &old).expect("final");
    // The next set starts from the block that made it, and may vote for it in its first round.
    let new = justify(&[8], SET_ID + 1, hash, 101);
    for votes in [old, new] {
        let again = refusal(submit(&mut client, &votes));
        assert!(again.starts_with("invalid: known_block: "), "{again}");
        assert_eq!(client.status().set_id, SET_ID + 1);
    }
    let votes = justify(&[8], SET_ID + 1, [7; 32], 102);
    client.submit_finality(votes, Vec::new()).expect("final");
}

#[test]
fn a_client_can_start_at_a_change() {
    testing_env!(VMContextBuilder::new().build());
    let header = header(101, Some(&scheduled_change(8, 0)));
    let hash = hash(&header);
    let mut client = GrandpaClient::init(SET_ID + 1, vec![(id(8), 1)], 101, hash).expect("made");
    let votes = justify(&[8], SET_ID + 1, hash, 101);
    let again = refusal(client.submit_finality(votes, vec![header]));
    assert!(again.starts_with("invalid: known_block: "), "{again}");
    let votes = justify(&[8], SET_ID + 1, [7; 32], 102);
    client.submit_finality(votes, Vec::new()).expect("final");
    assert_eq!(client.status().set_id, SET_ID + 1);
}

#[test]
fn delayed_and_forced_changes_are_refused() {
    let mut client = init(&[1]);
    let mut submit = |log: &[u8]| {
        let header = header(101, Some(log));
        let votes = justify(&[1], SET_ID, hash(&header), 101);
        refusal(client.submit_finality(votes, vec![header]))
    };
    let text = submit(&scheduled_change(8, 3));
    assert_eq!(
        text,
        "invalid: delayed_change: the authorities change 3 blocks later"
    );
    let text = submit(&[2]);
    assert!(text.starts_with("invalid: forced_change: "), "{text}");
}

#[test]
fn a_header_without_a_change_changes_nothing_and_a_strange_one_is_refused() {
    let mut client = init(&[1]);
    let header_101 = header(101, None);
    let votes = justify(&[1], SET_ID, hash(&header_101), 101);
    let strange = refusal(client.submit_finality(votes.clone(), vec![header(102, None)]));
    assert!(
        strange.starts_with("invalid: unused_header: header 0"),
        "{strange}"
    );
    client
        .submit_finality(votes, vec![header_101])
        .expect("final");
    assert_eq!(client.status().set_id, SET_ID);
}
