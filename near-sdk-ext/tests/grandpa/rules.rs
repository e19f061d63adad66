//! Each rule of the verifier, kept and broken.

use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{
    Flavour, Host, HostMany, Wasm,
    grandpa::{Error, check_message_signature},
};
use test_contracts::grandpa::generate::Block;

use crate::case::{Accepted, Case, ROUND, SET_ID, id, vote, vote_for};

const PARENT: [u8; 32] = [0xaa; 32];

fn block(parent: [u8; 32], number: u32, branch: &str) -> Block {
    Block::with_parent(parent, number, branch, &[])
}

fn target() -> Block {
    block(PARENT, 70, "")
}

/// Two children of the target, and a child of the second.
fn left() -> Block {
    target().child("left")
}

fn right() -> Block {
    target().child("right")
}

fn top() -> Block {
    right().child("top")
}

/// Four authorities, of which the first three vote for the target: exactly the threshold.
fn three_of_four() -> Case {
    let mut case = Case::new(&target(), 4);
    case.votes = (0..3).map(|signer| vote_for(signer, &target())).collect();
    case
}

/// Votes for the target and blocks above it, with the headers on their routes.
fn above() -> Case {
    let votes = vec![
        vote_for(0, &left()),
        vote_for(1, &target()),
        vote_for(2, &top()),
    ];
    Case {
        votes,
        ancestries: vec![top(), left(), right()],
        ..three_of_four()
    }
}

/// What is changed, and what is said then: signatures and weight, or the broken rule.
type Row = (fn(&mut Case), &'static str);

fn check(base: &Case, rows: &[Row]) {
    for (row, (change, expected)) in rows.iter().enumerate() {
        let mut case = base.clone();
        change(&mut case);
        let said = match case.verify() {
            Ok(Accepted {
                signatures, weight, ..
            }) => format!("{signatures} of weight {weight}"),
            Err(error) => format!("{}: {error}", error.name()),
        };
        assert_eq!(said, *expected, "row {row}");
    }
}

/// No signature is checked if the weight is too low, nor after the threshold.
#[test]
fn votes_count_by_weight_and_signature() {
    let rows: [Row; 12] = [
        (|_| {}, "3 of weight 3"),
        (
            |it| it.votes.push((it.votes[0].0, [0; 64], id(3))),
            "3 of weight 3",
        ),
        (
            |it| it.votes.insert(2, (it.votes[0].0, [0; 64], id(3))),
            "bad_signature: precommit 2: the signature does not verify in this round and set",
        ),
        (
            |it| {
                it.votes.pop();
                it.votes[0].1 = [0; 64];
            },
            "not_enough_weight: 2 of 3",
        ),
        (|it| it.votes.clear(), "not_enough_weight: 0 of 3"),
        // Of 13, the threshold is 9.
        (|it| it.authorities[3].1 = 10, "not_enough_weight: 3 of 9"),
        (
            |it| {
                it.authorities[3].1 = 10;
                it.votes = vec![vote_for(3, &target())];
            },
            "1 of weight 10",
        ),
        (
            |it| it.round = ROUND + 1,
            "bad_signature: precommit 0: the signature does not verify in this round and set",
        ),
        (
            |it| it.set_id = SET_ID + 1,
            "bad_signature: precommit 0: the signature does not verify in this round and set",
        ),
        (
            |it| it.votes[1].1 = vote(1, [0xbb; 32], 70).1,
            "bad_signature: precommit 1: the signature does not verify in this round and set",
        ),
        (
            |it| it.votes.push(vote_for(9, &target())),
            "unknown_authority: precommit 3: its signer is no authority",
        ),
        (
            |it| it.votes.push(vote_for(1, &target())),
            "duplicate_precommit: precommit 3: the same vote as precommit 1",
        ),
    ];
    check(&three_of_four(), &rows);
}

#[test]
fn votes_lead_to_the_target_or_are_refused() {
    let rows: [Row; 5] = [
        (
            |it| it.votes.push(vote_for(1, &left())),
            "equivocation: precommit 3: leave it out: its signer has voted in precommit 1",
        ),
        (
            |it| it.votes.push(vote(3, PARENT, 69)),
            "below_target: precommit 3: block 69 is below the target, 70",
        ),
        (
            |it| it.votes.push(vote_for(3, &block(PARENT, 70, "sibling"))),
            "not_descendant: precommit 3: its block does not descend from the target",
        ),
        // The nephew's route reaches the target's height elsewhere: it cannot lead to the target.
        (
            |it| {
                let nephew = block(PARENT, 70, "sibling").child("");
                it.votes.push(vote_for(3, &nephew));
                it.ancestries = vec![nephew];
            },
            "not_descendant: precommit 3: its block does not descend from the target",
        ),
        (
            |it| {
                let sibling = block(PARENT, 70, "sibling");
                it.votes.push(vote_for(3, &sibling.child("")));
                it.ancestries = vec![sibling.child(""), sibling];
            },
            "not_descendant: precommit 3: its block does not descend from the target",
        ),
    ];
    check(&three_of_four(), &rows);
}

#[test]
fn votes_above_the_target_count_with_their_headers_whichever_field_has_them() {
    let rows: [Row; 10] = [
        (|_| {}, "3 of weight 3"),
        (
            |it| it.headers = it.ancestries.split_off(1),
            "3 of weight 3",
        ),
        (|it| it.headers.append(&mut it.ancestries), "3 of weight 3"),
        (
            |it| it.ancestries.push(top().child("")),
            "unused_header: header 3: no precommit needs it",
        ),
        (
            |it| it.ancestries.push(left()),
            "duplicate_header: header 3: the same as header 1",
        ),
        (
            |it| it.headers = vec![left()],
            "duplicate_header: header 3: the same as header 1",
        ),
        // A vote that is not needed is not counted without its header, and its signature not checked.
        (
            |it| {
                it.ancestries = vec![left()];
                it.votes[2].1 = [0; 64];
                it.votes.push(vote_for(3, &target()));
            },
            "3 of weight 3",
        ),
        // Too few votes even with the header.
        (
            |it| {
                it.ancestries.clear();
                it.votes.remove(0);
            },
            "not_enough_weight: 1 of 3",
        ),
        (
            |it| it.votes[1] = vote(1, target().hash, 71),
            "wrong_target_number: precommit 1: its block has number 70, not 71",
        ),
        (
            |it| it.votes[0] = vote(0, left().hash, 72),
            "wrong_target_number: precommit 0: its block has number 71, not 72",
        ),
    ];
    check(&above(), &rows);
    for (ancestries, missing) in [(vec![top(), left()], right()), (vec![left()], top())] {
        let case = Case {
            ancestries,
            ..above()
        };
        let (precommit, hash) = (2, missing.hash);
        let missing = Error::MissingHeader { precommit, hash };
        assert_eq!(case.verify(), Err(missing));
    }
}

#[test]
fn headers_have_the_number_after_their_parents() {
    for (above, number, expected) in [
        (vec![], 72, 71),
        (vec![left()], 71, 72),
        (vec![left()], 73, 72),
        (vec![left()], 74, 72),
    ] {
        let parent = above.first().map_or(target().hash, |block| block.hash);
        let wrong = block(parent, number, "");
        let mut case = three_of_four();
        case.votes[1] = vote_for(1, &wrong);
        case.ancestries = [vec![wrong], above].concat();
        let error = Error::WrongHeaderNumber {
            header: 0,
            number,
            expected,
        };
        assert_eq!(case.verify(), Err(error));
    }
    // The header has the target's hash, the commit another number.
    let mut case = three_of_four();
    case.headers = vec![target()];
    case.target.1 = 71;
    case.votes = (0..3).map(|it| vote(it, target().hash, 71)).collect();
    let expected = Error::WrongHeaderNumber {
        header: 0,
        number: 70,
        expected: 71,
    };
    assert_eq!(case.verify(), Err(expected));
}

#[test]
fn the_targets_own_header_is_handed_back_and_its_parents_never_needed() {
    let mut case = three_of_four();
    case.headers = vec![target()];
    let accepted = case.verify().expect("final");
    assert_eq!(accepted.header, Some(target().header));
    let parent = block([0; 32], 69, "");
    let mut case = Case::new(&parent.child(""), 1);
    case.votes = vec![vote_for(0, &parent.child(""))];
    case.headers = vec![parent.child(""), parent];
    assert_eq!(case.verify(), Err(Error::UnusedHeader { header: 1 }));
}

#[test]
fn bytes_after_a_justification_are_refused_with_their_place() {
    let case = three_of_four();
    let mut scale = case.scale();
    let offset = scale.len();
    scale.push(0);
    let what = "end of the justification";
    assert_eq!(
        case.verify_scale(&scale),
        Err(Error::Malformed { what, offset })
    );
}

fn checks_one_vote<F: Flavour>() {
    testing_env!(VMContextBuilder::new().build());
    let ((hash, number), signature, key) = vote(0, [7; 32], 5);
    let check = |hash, number, key, round, set_id| {
        check_message_signature::<F>((&hash, number), &key, &signature, round, set_id)
    };
    assert!(check(hash, number, key, ROUND, SET_ID));
    assert!(!check([8; 32], number, key, ROUND, SET_ID));
    assert!(!check(hash, number + 1, key, ROUND, SET_ID));
    assert!(!check(hash, number, id(1), ROUND, SET_ID));
    assert!(!check(hash, number, key, ROUND + 1, SET_ID));
    assert!(!check(hash, number, key, ROUND, SET_ID + 1));
}

#[test]
fn check_message_signature_is_for_one_vote() {
    checks_one_vote::<Host>();
    checks_one_vote::<HostMany>();
    checks_one_vote::<Wasm>();
}
