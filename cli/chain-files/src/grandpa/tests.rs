//! Every form with generated data, in every wrapping; and votes that prove nothing.

use parity_scale_codec::{Compact, Encode};
use serde_json::{Value, json};

use super::forms::{AUTHORITIES, Example, HEADERS, JUSTIFICATIONS};
use super::*;

#[test]
fn every_form_is_read_as_itself() {
    let example = Example::default();
    for form in &JUSTIFICATIONS {
        let read = justification(&form.example(&example)).expect(form.name);
        assert_eq!(read.form.name, form.name);
        assert_eq!(read.value.scale, example.justification, "{}", form.name);
        let has_header = form.name.starts_with("a node's block") || form.name == "a finality proof";
        let headers = has_header.then(|| example.block.header.clone());
        let headers: Vec<_> = headers.into_iter().collect();
        assert_eq!(read.value.headers, headers, "{}", form.name);
    }
    for form in &AUTHORITIES {
        let read = authority_set(&form.example(&example), Some(5)).expect(form.name);
        assert_eq!(read.form.name, form.name);
        assert_eq!(read.value, example.authorities, "{}", form.name);
    }
    for form in &HEADERS {
        let read = header(&form.example(&example)).expect(form.name);
        assert_eq!(
            (read.form.name, read.value),
            (form.name, example.block.header.clone())
        );
    }
}

/// An answer of JSON-RPC.
fn answer(result: &Value) -> Vec<u8> {
    let answer = json!({ "jsonrpc": "2.0", "result": result, "id": 1 });
    answer.to_string().into_bytes()
}

#[test]
fn forms_are_read_in_every_wrapping() {
    let example = Example::default();
    let digits = hex::encode(&example.justification);
    let prefixed = format!("0x{digits}");
    let node: Value = serde_json::from_slice(&JUSTIFICATIONS[0].example(&example)).expect("JSON");
    let in_block = |engine: Value, bytes: Value| {
        let block = &node["result"]["block"];
        answer(&json!({ "block": block, "justifications": [[engine, bytes]] }))
    };
    let wrappings = [
        format!(" 0X{}\n", digits.to_uppercase()).into_bytes(),
        json!(prefixed).to_string().into_bytes(),
        answer(&json!(prefixed)),
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
    let decoded = JUSTIFICATIONS
        .iter()
        .find(|form| form.name.contains("decoded"));
    let file = decoded.expect("the form").example(&example);
    let mut value: Value = serde_json::from_slice(&file).expect("JSON");
    let header: Value = serde_json::from_slice(&HEADERS[0].example(&example)).expect("JSON");
    value["votes_ancestries"] = json!([header["result"]]);
    for wrapping in [
        answer(&value),
        json!({ "justification": value }).to_string().into_bytes(),
    ] {
        let read = justification(&wrapping).expect("a justification").value;
        assert_eq!(read.scale, example.justification);
        assert_eq!(read.headers, std::slice::from_ref(&example.block.header));
    }
}

#[test]
fn a_justification_of_another_block_than_the_file_says_is_refused() {
    let example = Example::default();
    let other = generate::Block::new(9, "another").child_with_change(&example.authorities, 0);
    let other = Example {
        block: other,
        ..Example::default()
    };
    let mut refused = 0;
    // The header of another block is not taken for that of the target.
    let proof = (example.block.hash, &example.justification, Compact(1_u32)).encode();
    let proof = [proof, other.block.header.clone()].concat();
    let error = justification(&proof).expect_err("another header");
    assert!(matches!(error, ReadError::NoOwnHeader(_)), "{error}");
    for form in &JUSTIFICATIONS {
        if form.example(&other) != form.example(&example) {
            let error = justification(&form.example(&other)).expect_err(form.name);
            assert!(matches!(error, ReadError::AnotherBlock { .. }), "{error}");
            refused += 1;
        }
    }
    assert_eq!(refused, 3, "two forms of blocks, and finality proofs");
}

#[test]
fn sets_without_an_id_take_the_one_given_and_others_must_agree() {
    let example = Example::default();
    for form in &AUTHORITIES {
        let file = form.example(&example);
        let other = authority_set(&file, Some(6));
        match authority_set(&file, None) {
            Ok(read) => {
                assert_eq!(read.value.set_id, 5);
                assert!(matches!(
                    other,
                    Err(ReadError::AnotherSetId { file: 5, given: 6 })
                ));
            }
            Err(error) => {
                assert!(matches!(error, ReadError::NoSetId), "{error}");
                assert_eq!(other.expect("a set").value.set_id, 6);
            }
        }
    }
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
            let set = authority_set(&answer(&set), None).expect("a set").value;
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
