//! Each rule of the verifier, observed and broken.

use chain_files::grandpa::generate::Block;
use near_sdk_ext::grandpa::Error;

use crate::case::{Case, ROUND, SET_ID, id, vote, vote_for};

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

fn sibling() -> Block {
    block(PARENT, 70, "sibling")
}

/// Four authorities. The first three vote for the target, which just reaches the threshold.
fn three_of_four() -> Case {
    let mut case = Case::new(&target(), 4);
    case.votes = (0..3).map(|signer| vote_for(signer, &target())).collect();
    case
}

/// The same authorities vote for the target and for blocks above it, with the headers on their
/// routes.
fn above() -> Case {
    let blocks = [left(), target(), top()];
    let votes = (0..).zip(&blocks);
    Case {
        votes: votes
            .map(|(signer, block)| vote_for(signer, block))
            .collect(),
        ancestries: vec![top(), left(), right()],
        ..three_of_four()
    }
}

/// The number and weight of the verified signatures, or the broken rule.
type Verdict = Result<(u32, u64), Error>;

impl Case {
    /// The verdict after this change.
    fn but(mut self, change: impl FnOnce(&mut Self)) -> Verdict {
        change(&mut self);
        self.verify().map(|it| (it.signatures, it.weight))
    }

    fn add(&mut self, signer: u8, block: &Block) {
        self.votes.push(vote_for(signer, block));
    }
}

fn bad_signature(precommit: usize) -> Verdict {
    Err(Error::BadSignature { precommit })
}

fn not_enough(weight: u64, threshold: u64) -> Verdict {
    Err(Error::NotEnoughWeight { weight, threshold })
}

/// No signature is verified if the weight is too low, and none after the threshold.
#[test]
fn votes_count_by_weight_and_signature() {
    let but = |change: fn(&mut Case)| three_of_four().but(change);
    assert_eq!(but(|_| {}), Ok((3, 3)));
    let unsigned = ((target().hash, 70), [0; 64], id(3));
    let with_unsigned = |at| three_of_four().but(|it| it.votes.insert(at, unsigned));
    assert_eq!(with_unsigned(3), Ok((3, 3)));
    assert_eq!(with_unsigned(2), bad_signature(2));
    let too_few = but(|it| {
        it.votes.pop();
        it.votes[0].1 = [0; 64];
    });
    assert_eq!(too_few, not_enough(2, 3));
    assert_eq!(but(|it| it.votes.clear()), not_enough(0, 3));
    // The threshold of 13 is 9.
    assert_eq!(but(|it| it.authorities[3].1 = 10), not_enough(3, 9));
    let by_the_heaviest = but(|it| {
        it.authorities[3].1 = 10;
        it.votes = vec![vote_for(3, &target())];
    });
    assert_eq!(by_the_heaviest, Ok((1, 10)));
    // The greatest total weight: of three thirds, two are one unit too little.
    const THIRD: u64 = u64::MAX / 3;
    let of_thirds = |votes| {
        three_of_four().but(|it| {
            it.authorities.truncate(3);
            it.authorities.iter_mut().for_each(|it| it.1 = THIRD);
            it.votes.truncate(votes);
        })
    };
    assert_eq!(of_thirds(3), Ok((3, u64::MAX)));
    assert_eq!(of_thirds(2), not_enough(2 * THIRD, 2 * THIRD + 1));
    assert_eq!(but(|it| it.round = ROUND + 1), bad_signature(0));
    assert_eq!(but(|it| it.set_id = SET_ID + 1), bad_signature(0));
    let of_another = but(|it| it.votes[1].1 = vote(1, [0xbb; 32], 70).1);
    assert_eq!(of_another, bad_signature(1));
}

#[test]
fn strangers_second_votes_and_votes_below_or_beside_the_target_are_refused() {
    let add = |signer, block: &Block| three_of_four().but(|it| it.add(signer, block));
    let (first, precommit) = (1, 3);
    let stranger = Error::UnknownAuthority { precommit };
    assert_eq!(add(9, &target()), Err(stranger));
    let duplicate = Error::DuplicatePrecommit { first, precommit };
    assert_eq!(add(1, &target()), Err(duplicate));
    let equivocation = Error::Equivocation { first, precommit };
    assert_eq!(add(1, &left()), Err(equivocation));
    let (number, target) = (69, 70);
    let below = Error::BelowTarget {
        precommit,
        number,
        target,
    };
    assert_eq!(add(3, &block([0; 32], 69, "")), Err(below));

    let beside = Err(Error::NotDescendant { precommit });
    assert_eq!(add(3, &sibling()), beside);
    // The nephew's route passes the target's height on another block, so it cannot lead to the
    // target.
    let nephew = sibling().child("");
    for headers in [vec![nephew.clone()], vec![nephew.clone(), sibling()]] {
        let verdict = three_of_four().but(|it| {
            it.add(3, &nephew);
            it.ancestries = headers;
        });
        assert_eq!(verdict, beside);
    }
}

#[test]
fn votes_above_the_target_count_with_their_headers_whichever_field_has_them() {
    let but = |change: fn(&mut Case)| above().but(change);
    assert_eq!(but(|_| {}), Ok((3, 3)));
    let beside = but(|it| it.headers = it.ancestries.split_off(1));
    assert_eq!(beside, Ok((3, 3)));
    let beside = but(|it| it.headers.append(&mut it.ancestries));
    assert_eq!(beside, Ok((3, 3)));
    let unused = Err(Error::UnusedHeader { header: 3 });
    assert_eq!(but(|it| it.ancestries.push(top().child(""))), unused);
    let (first, header) = (1, 3);
    let twice = Err(Error::DuplicateHeader { first, header });
    assert_eq!(but(|it| it.ancestries.push(left())), twice);
    assert_eq!(but(|it| it.headers = vec![left()]), twice);
    for (headers, missing) in [(vec![top(), left()], right()), (vec![left()], top())] {
        let (precommit, hash) = (2, missing.hash);
        let missing = Err(Error::MissingHeader { precommit, hash });
        assert_eq!(above().but(|it| it.ancestries = headers), missing);
    }
    // A vote whose header is missing is not counted; its signature is not checked if it is not
    // needed.
    let enough = but(|it| {
        it.ancestries = vec![left()];
        it.votes[2].1 = [0; 64];
        it.add(3, &target());
    });
    assert_eq!(enough, Ok((3, 3)));
    // The votes are too few, even with the missing header.
    let too_few = but(|it| {
        it.ancestries.clear();
        it.votes.remove(0);
    });
    assert_eq!(too_few, not_enough(1, 3));
}

#[test]
fn votes_and_headers_have_the_number_of_their_place_in_the_chain() {
    for (precommit, block) in [left(), target()].iter().enumerate() {
        let verdict = above().but(|it| it.votes[precommit].0.1 += 1);
        let wrong = Error::WrongTargetNumber {
            precommit,
            number: block.number + 1,
            expected: block.number,
        };
        assert_eq!(verdict, Err(wrong));
    }
    let wrong = |number, expected| {
        Err(Error::WrongHeaderNumber {
            header: 0,
            number,
            expected,
        })
    };
    for (above, number, expected) in [
        (vec![], 72, 71),
        (vec![left()], 71, 72),
        (vec![left()], 73, 72),
        (vec![left()], 74, 72),
    ] {
        let parent = above.first().map_or(target().hash, |block| block.hash);
        let misplaced = block(parent, number, "");
        let verdict = three_of_four().but(|it| {
            it.votes[1] = vote_for(1, &misplaced);
            it.ancestries = [vec![misplaced], above].concat();
        });
        assert_eq!(verdict, wrong(number, expected));
    }
    // The header has the target's hash, but the commit has another number.
    let verdict = three_of_four().but(|it| {
        it.headers = vec![target()];
        it.target.1 = 71;
        it.votes = (0..3).map(|by| vote(by, target().hash, 71)).collect();
    });
    assert_eq!(verdict, wrong(70, 71));
}

#[test]
fn the_targets_own_header_is_handed_back_and_its_parents_never_needed() {
    let mut case = three_of_four();
    case.headers = vec![target()];
    let accepted = case.verify().expect("final");
    assert_eq!(accepted.header, Some(target().header));
    let accepted = above().verify().expect("final");
    assert_eq!(
        accepted.header, None,
        "those on the votes' routes are others"
    );
    let parent = block([0; 32], 69, "");
    let mut case = Case::new(&parent.child(""), 1);
    case.add(0, &parent.child(""));
    case.headers = vec![parent.child(""), parent];
    assert_eq!(case.verify(), Err(Error::UnusedHeader { header: 1 }));
}
