//! Each rule of the verifier, kept and broken.

use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{
    Flavour,
    grandpa::{Error, check_message_signature},
};

use crate::chain::{Accepted, Block, Case, ROUND, SET_ID, id, vote, vote_for};

fn target() -> Block {
    Block::new([0xaa; 32], 70, 0)
}

/// Four authorities, of which the first three vote for the target: exactly the threshold.
fn three_of_four() -> Case {
    let target = target();
    let mut case = Case::new(&target, 4);
    case.votes = (0..3).map(|signer| vote_for(signer, &target)).collect();
    case
}

fn accepted(signatures: u32) -> Result<Accepted, Error> {
    Ok(Accepted {
        signatures,
        weight: signatures.into(),
        header: None,
    })
}

pub(crate) fn the_threshold_is_enough_and_no_signature_is_checked_after_it<F: Flavour>() {
    let mut case = three_of_four();
    assert_eq!(case.verify::<F>(), accepted(3));
    let (target, signature, _) = case.votes[0];
    case.votes.push((target, signature, id(3)));
    assert_eq!(case.verify::<F>(), accepted(3));
    case.votes.swap(2, 3);
    let precommit = 2;
    assert_eq!(case.verify::<F>(), Err(Error::BadSignature { precommit }));
}

pub(crate) fn less_than_the_threshold_is_refused_before_any_signature<F: Flavour>() {
    let mut case = three_of_four();
    case.votes.pop();
    case.votes[0].1 = [0; 64];
    let (weight, threshold) = (2, 3);
    let error = Error::NotEnoughWeight { weight, threshold };
    assert_eq!(case.verify::<F>(), Err(error));
    case.votes.clear();
    let weight = 0;
    let error = Error::NotEnoughWeight { weight, threshold };
    assert_eq!(case.verify::<F>(), Err(error));
}

pub(crate) fn another_round_or_set_or_vote_is_a_bad_signature<F: Flavour>() {
    let bad = |precommit| Err(Error::BadSignature { precommit });
    let round = Case {
        round: ROUND + 1,
        ..three_of_four()
    };
    assert_eq!(round.verify::<F>(), bad(0));
    let set = Case {
        set_id: SET_ID + 1,
        ..three_of_four()
    };
    assert_eq!(set.verify::<F>(), bad(0));
    let mut other = three_of_four();
    other.votes[1].1 = vote(1, [0xbb; 32], 70).1;
    assert_eq!(other.verify::<F>(), bad(1));
}

pub(crate) fn strangers_and_second_votes_are_refused<F: Flavour>() {
    let mut stranger = three_of_four();
    stranger.votes.push(vote_for(9, &target()));
    let error = Error::UnknownAuthority { precommit: 3 };
    assert_eq!(stranger.verify::<F>(), Err(error));

    let (first, precommit) = (1, 3);
    let mut twice = three_of_four();
    twice.votes.push(vote_for(1, &target()));
    let error = Error::DuplicatePrecommit { first, precommit };
    assert_eq!(twice.verify::<F>(), Err(error));
    twice.votes[3] = vote_for(1, &target().child(0));
    let error = Error::Equivocation { first, precommit };
    assert_eq!(twice.verify::<F>(), Err(error));
}

/// The target, two children of it, and a child of the second: votes for the last three.
fn fork() -> (Case, [Block; 3]) {
    let target = target();
    let (left, right) = (target.child(1), target.child(2));
    let top = right.child(3);
    let mut case = three_of_four();
    case.votes = vec![vote_for(0, &left), vote_for(1, &target), vote_for(2, &top)];
    case.ancestries = vec![top.clone(), left.clone(), right.clone()];
    (case, [left, right, top])
}

pub(crate) fn votes_for_descendants_count_with_their_headers<F: Flavour>() {
    let (mut case, _) = fork();
    assert_eq!(case.verify::<F>(), accepted(3));
    // The headers count whichever field has them.
    case.headers = case.ancestries.split_off(1);
    assert_eq!(case.verify::<F>(), accepted(3));
    case.headers.append(&mut case.ancestries);
    assert_eq!(case.verify::<F>(), accepted(3));
}

pub(crate) fn a_missing_header_costs_the_vote_its_weight<F: Flavour>() {
    let (mut case, [left, right, top]) = fork();
    case.ancestries = vec![top.clone(), left.clone()];
    let (precommit, hash) = (2, right.hash);
    let missing = Error::MissingHeader { precommit, hash };
    assert_eq!(case.verify::<F>(), Err(missing));
    case.ancestries = vec![left];
    let hash = top.hash;
    let missing = Error::MissingHeader { precommit, hash };
    assert_eq!(case.verify::<F>(), Err(missing));
    // The vote is not needed: it is not counted, and its signature is not checked.
    case.votes[2].1 = [0; 64];
    case.votes.push(vote_for(3, &target()));
    assert_eq!(case.verify::<F>(), accepted(3));
    // Too few votes even with the header.
    case.votes.truncate(3);
    case.votes.remove(0);
    case.ancestries.clear();
    let (weight, threshold) = (1, 3);
    let error = Error::NotEnoughWeight { weight, threshold };
    assert_eq!(case.verify::<F>(), Err(error));
}

pub(crate) fn votes_below_or_beside_the_target_are_refused<F: Flavour>() {
    let precommit = 3;
    let mut case = three_of_four();
    case.votes.push(vote(3, [0xaa; 32], 69));
    let (number, target_number) = (69, 70);
    let error = Error::BelowTarget {
        precommit,
        number,
        target: target_number,
    };
    assert_eq!(case.verify::<F>(), Err(error));

    let not_descendant = Err(Error::NotDescendant { precommit });
    let sibling = Block::new([0xaa; 32], 70, 1);
    case.votes[3] = vote_for(3, &sibling);
    assert_eq!(case.verify::<F>(), not_descendant);
    // The nephew's route reaches the target's height elsewhere: it cannot lead to the target.
    let nephew = sibling.child(0);
    case.votes[3] = vote_for(3, &nephew);
    case.ancestries = vec![nephew];
    assert_eq!(case.verify::<F>(), not_descendant);
    case.ancestries.push(sibling);
    assert_eq!(case.verify::<F>(), not_descendant);
}

pub(crate) fn wrong_numbers_are_refused<F: Flavour>() {
    let target = target();
    let child = target.child(0);
    let wrong = |precommit, number, expected| {
        Err(Error::WrongTargetNumber {
            precommit,
            number,
            expected,
        })
    };
    let mut case = three_of_four();
    case.votes[1] = vote(1, target.hash, 71);
    assert_eq!(case.verify::<F>(), wrong(1, 71, 70));
    case.votes[1] = vote(1, child.hash, 72);
    case.ancestries = vec![child.clone()];
    assert_eq!(case.verify::<F>(), wrong(1, 72, 71));

    let wrong = |header, number, expected| {
        Err(Error::WrongHeaderNumber {
            header,
            number,
            expected,
        })
    };
    let skipping = Block::new(target.hash, 72, 0);
    case.votes[1] = vote_for(1, &skipping);
    case.ancestries = vec![skipping];
    assert_eq!(case.verify::<F>(), wrong(0, 72, 71));
    for number in [71, 73, 74] {
        let grandchild = Block::new(child.hash, number, 0);
        case.votes[1] = vote_for(1, &grandchild);
        case.ancestries = vec![child.clone(), grandchild];
        assert_eq!(case.verify::<F>(), wrong(1, number, 72));
    }
    // The header has the target's hash, the commit another number.
    let mut case = three_of_four();
    case.headers = vec![target.clone()];
    case.target.1 = 71;
    case.votes = (0..3).map(|signer| vote(signer, target.hash, 71)).collect();
    assert_eq!(case.verify::<F>(), wrong(0, 70, 71));
}

pub(crate) fn unneeded_headers_are_refused<F: Flavour>() {
    let (mut case, [left, _, top]) = fork();
    case.ancestries.push(top.child(0));
    let error = Error::UnusedHeader { header: 3 };
    assert_eq!(case.verify::<F>(), Err(error));
    case.ancestries[3] = left.clone();
    let (first, header) = (1, 3);
    let error = Error::DuplicateHeader { first, header };
    assert_eq!(case.verify::<F>(), Err(error));
    case.ancestries.pop();
    case.headers = vec![left];
    assert_eq!(case.verify::<F>(), Err(error));
}

pub(crate) fn the_targets_own_header_is_handed_back<F: Flavour>() {
    let mut case = three_of_four();
    case.headers = vec![target()];
    let header = Some(target().header);
    let expected = Accepted {
        signatures: 3,
        weight: 3,
        header,
    };
    assert_eq!(case.verify::<F>(), Ok(expected));
    // The header of the target's parent is never needed.
    let parent = target();
    let target = parent.child(0);
    let mut case = Case::new(&target, 1);
    case.votes = vec![vote_for(0, &target)];
    case.headers = vec![target, parent];
    let error = Error::UnusedHeader { header: 1 };
    assert_eq!(case.verify::<F>(), Err(error));
}

pub(crate) fn weights_count_not_heads<F: Flavour>() {
    let mut case = three_of_four();
    case.authorities[3].1 = 10; // of 13, the threshold is 9
    let (weight, threshold) = (3, 9);
    let error = Error::NotEnoughWeight { weight, threshold };
    assert_eq!(case.verify::<F>(), Err(error));
    case.votes = vec![vote_for(3, &target())];
    let expected = Accepted {
        signatures: 1,
        weight: 10,
        header: None,
    };
    assert_eq!(case.verify::<F>(), Ok(expected));
}

pub(crate) fn check_message_signature_is_for_one_vote<F: Flavour>() {
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
