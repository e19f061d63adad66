//! Forms in every envelope, and votes that prove nothing. The command's tests have each form
//! itself.

use parity_scale_codec::Encode;
use serde_json::{Value, json};

use super::forms::{DECODED, Example, HEADERS, JUSTIFICATIONS, answer};
use super::*;

#[test]
fn forms_are_read_in_every_wrapping() {
    let example = Example::default();
    let digits = hex::encode(&example.justification);
    let prefixed = format!("0x{digits}");
    let node: Value = serde_json::from_slice(&(JUSTIFICATIONS[0].example)(&example)).expect("JSON");
    let in_block = |engine: Value, bytes: Value| {
        let block = &node["result"]["block"];
        answer(json!({ "block": block, "justifications": [[engine, bytes]] }))
    };
    let wrappings = [
        format!(" 0X{}\n", digits.to_uppercase()).into_bytes(),
        json!(prefixed).to_string().into_bytes(),
        answer(json!(prefixed)),
        json!({ "justification": digits }).to_string().into_bytes(),
        json!({ "justification": example.justification })
            .to_string()
            .into_bytes(),
        in_block(json!("FRNK"), json!(prefixed)),
        in_block(json!("0x46524e4b"), json!(example.justification)),
    ];
    for wrapping in wrappings {
        let read = justification(&wrapping).expect("a justification");
        assert_eq!(read.value.scale, example.justification);
    }
    let list = example.authorities.authorities.encode();
    let versioned = [&[1], &list[..]].concat();
    for wrapping in [
        hex::encode(&list).into_bytes(),
        json!(hex::encode(&versioned)).to_string().into_bytes(),
        list,
        versioned,
    ] {
        let read = authority_set(&wrapping, Some(5)).expect("authorities");
        assert_eq!(read.value, example.authorities);
    }
}

#[test]
fn a_decoded_justification_has_its_headers_beside_it() {
    let example = Example::default();
    let file = (JUSTIFICATIONS[DECODED].example)(&example);
    let mut value: Value = serde_json::from_slice(&file).expect("JSON");
    let header: Value = serde_json::from_slice(&(HEADERS[0].example)(&example)).expect("JSON");
    value["votes_ancestries"] = json!([header["result"]]);
    for wrapping in [
        answer(value.clone()),
        json!({ "justification": value }).to_string().into_bytes(),
    ] {
        let read = justification(&wrapping).expect("a justification").value;
        assert_eq!(read.scale, example.justification);
        assert_eq!(read.headers, std::slice::from_ref(&example.block.header));
    }
}

#[test]
fn a_set_has_its_list_by_any_name_in_any_shape() {
    let example = Example::default();
    let [(key, _), ..] = example.authorities.authorities[..] else {
        panic!("no authorities");
    };
    let key = hex::encode(key);
    for name in ["authorities", "validator_set", "signers"] {
        for list in [
            json!([key]),
            json!([{ "id": key, "weight": "1" }]),
            json!([[key, 1]]),
        ] {
            let set = json!({ "set_id": "0x7", name: list });
            let set = authority_set(&answer(set), None).expect("a set").value;
            assert_eq!((set.set_id, set.authorities[0].1), (7, 1));
        }
    }
}

#[test]
fn second_votes_are_left_out_with_the_headers_that_they_alone_need() {
    let authorities = generate::Authorities::equal(5, 4, "votes");
    let target = generate::Block::new(70, "a");
    let (left, right) = (target.child("left"), target.child("right"));
    let top = right.child("top");
    let headers = [&top, &left, &right];
    let votes = [
        (0, &target),
        (1, &left),
        (2, &target),
        (1, &top),
        (2, &target),
    ];
    let both = authorities.justify_by(2, &target, &votes, &headers);
    let (once, second) = both.without_second_votes();
    assert_eq!(
        once,
        authorities.justify_by(2, &target, &votes[..3], &[&left])
    );
    let pairs = second.iter().map(|vote| (vote.first, vote.precommit));
    assert_eq!(pairs.collect::<Vec<_>>(), [(1, 3), (2, 4)]);
    assert_eq!(once.signed_weight(authorities.set()), 3);
    assert_eq!(once.clone().without_second_votes(), (once, Vec::new()));
}

#[test]
fn the_weight_signed_is_of_good_signatures_that_lead_to_the_block() {
    let authorities = generate::Authorities::new(5, &[5, 4, 3, 2], "weight");
    let target = generate::Block::new(70, "a");
    let child = target.child("b");
    let weight = |votes: &[_], headers: &[_]| {
        let justification = authorities.justify_by(2, &target, votes, headers);
        justification.signed_weight(authorities.set())
    };
    let votes = [(0, &target), (1, &child), (3, &target)];
    assert_eq!(weight(&votes, &[&child]), 11);
    assert_eq!(weight(&votes, &[]), 7);
    assert_eq!(weight(&votes, &[&target]), 7);
    let mut set = authorities.set().clone();
    set.set_id ^= 1;
    let justification = authorities.justify(2, &target);
    assert_eq!(justification.signed_weight(&set), 0);
}
