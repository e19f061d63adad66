//! Votes that prove nothing. The command's tests have every form, in every wrapping.

use super::generate;

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
