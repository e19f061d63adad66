//! finality-grandpa and dalek as the oracle, for commits with forks, second votes, strangers, bad
//! signatures and missing headers.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use finality_grandpa::{
    Chain, Commit, Error as OracleError, Precommit, SignedPrecommit, validate_commit,
    vote_graph::VoteGraph, voter_set::VoterSet,
};
use proptest::{
    bool::weighted,
    collection::vec,
    option,
    prelude::*,
    sample::Index,
    test_runner::{Config, TestRunner},
};

use chain_files::grandpa::{AuthoritySet, Justification, generate::Block};

use crate::case::{Case, Hash, Vote, is_signed, vote_for};

const AUTHORITIES: u8 = 4;

/// Parents of headers, by hash.
struct Headers(BTreeMap<Hash, Hash>);

impl Headers {
    fn of(case: &Case) -> Self {
        let parent = |block: &Block| {
            let parent = *block.header.first_chunk().expect("a header");
            (block.hash, parent)
        };
        Self(case.ancestries.iter().map(parent).collect())
    }
}

impl Chain<Hash, u32> for Headers {
    fn ancestry(&self, base: Hash, block: Hash) -> Result<Vec<Hash>, OracleError> {
        let mut route = Vec::new();
        let mut at = block;
        while at != base {
            at = *self.0.get(&at).ok_or(OracleError::NotDescendent)?;
            route.push(at);
        }
        route.pop(); // the base
        Ok(route)
    }
}

fn justification(case: &Case) -> Justification {
    Justification {
        scale: case.scale(),
        headers: Vec::new(),
    }
}

fn commit(case: &Case) -> Commit<Hash, u32, [u8; 64], Hash> {
    let precommit = |&((target_hash, target_number), signature, id): &Vote| SignedPrecommit {
        precommit: Precommit {
            target_hash,
            target_number,
        },
        signature,
        id,
    };
    Commit {
        target_hash: case.target.0,
        target_number: case.target.1,
        precommits: case.votes.iter().map(precommit).collect(),
    }
}

/// Whether finality-grandpa's vote graph, based on the target, finds a block with enough weight. It
/// gets the votes that have good signatures and lead to the target. No authority may have two votes.
fn is_final(case: &Case, headers: &Headers, voters: &VoterSet<Hash>) -> bool {
    let (hash, number) = case.target;
    let mut graph = VoteGraph::new(hash, number, 0_u64);
    for vote in &case.votes {
        let ((block, number), _, id) = *vote;
        if headers.is_equal_or_descendent_of(hash, block) && is_signed(vote) {
            let weight = voters.get(&id).expect("an authority").weight().get();
            let inserted = graph.insert(block, number, weight, headers);
            assert!(inserted.is_ok());
        }
    }
    let threshold = voters.threshold().get();
    graph
        .find_ghost(None, |weight| *weight >= threshold)
        .is_some()
}

prop_compose! {
    /// A tree of 8 blocks, each given by its parent's index among the blocks before it; the target;
    /// votes, each a signer (the last is a stranger), a block (by default the target), and a number
    /// that is 0 for a bad signature; whether each signer votes once; the missing headers, and
    /// whether unneeded ones are present. `is_signed` cases have good signatures by authorities, and
    /// the needed headers.
    fn cases(is_signed: bool)(
        tree in vec(any::<Index>(), 7),
        target in prop_oneof![3 => Just(0), 1 => 0..4_usize],
        mut votes in vec((0..=AUTHORITIES, option::weighted(0.4, 0..8_usize), 0..16_u8), 0..8),
        weights in prop_oneof![Just(vec![1; 4]), vec(1..5_u64, 4)],
        missing in prop_oneof![4 => Just(0_u8), 1 => any::<u8>()],
        [once, all_headers] in [weighted(0.5), weighted(0.1)],
    ) -> Case {
        let mut blocks = vec![Block::new(100, "")];
        for (parent, branch) in tree.iter().zip(1..) {
            blocks.push(parent.get(&blocks).child(&branch.to_string()));
        }
        let mut case = Case::new(&blocks[target], AUTHORITIES);
        for (authority, weight) in case.authorities.iter_mut().zip(weights) {
            authority.1 = weight;
        }
        let mut voted = BTreeSet::new();
        votes.retain(|(signer, ..)| match is_signed {
            true => *signer < AUTHORITIES,
            false => !once || voted.insert(*signer),
        });
        for (signer, block, bad) in votes {
            let mut vote = vote_for(signer, &blocks[block.unwrap_or(target)]);
            if bad == 0 && !is_signed {
                vote.1 = [0; 64];
            }
            case.votes.push(vote);
        }
        let needed = needed(&case, &blocks);
        let wanted = |at: &usize| match is_signed {
            true => needed.contains(at),
            false => missing >> at & 1 == 0 && (all_headers || needed.contains(at)),
        };
        case.ancestries = (0..8).filter(wanted).map(|at| blocks[at].clone()).collect();
        case
    }
}

/// The blocks on the routes from the votes to the target, or to the root.
fn needed(case: &Case, blocks: &[Block]) -> BTreeSet<usize> {
    let mut needed = BTreeSet::new();
    for ((mut hash, _), ..) in case.votes.iter().copied() {
        while hash != case.target.0
            && let Some(at) = blocks.iter().position(|block| block.hash == hash)
        {
            needed.insert(at);
            hash.copy_from_slice(&blocks[at].header[..32]);
        }
    }
    needed
}

fn run(cases: impl Strategy<Value = Case>, agrees: impl Fn(Case) -> Result<(), TestCaseError>) {
    let config = Config {
        cases: 300,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new(config)
        .run(&cases, agrees)
        .expect("agreement");
}

#[test]
fn agrees_with_finality_grandpa() {
    let counts = [0; 3].map(Cell::new);
    let count = |which: usize| counts[which].update(|count| count + 1);
    let property = |case: Case| {
        let headers = Headers::of(&case);
        let voters = VoterSet::new(case.authorities.iter().copied()).expect("voters");
        let all = justification(&case);
        let ours = case.verify(&all.scale);
        if ours.is_ok() {
            count(0);
            prop_assert!(is_final(&case, &headers, &voters));
        }

        let result = validate_commit(&commit(&case), &voters, &headers);
        let result = result.map_err(|_| TestCaseError::fail("the oracle cannot say"))?;
        let leads = |vote: &Vote| headers.is_equal_or_descendent_of(case.target.0, vote.0.0);
        let has_signed = |(id, _): &&(Hash, u64)| {
            let mut votes = case.votes.iter().filter(|vote| vote.2 == *id);
            votes.any(|vote| leads(vote) && is_signed(vote))
        };
        let signers = case.authorities.iter().filter(has_signed);
        let expected: u64 = signers.map(|(_, weight)| weight).sum();
        let set = AuthoritySet {
            set_id: case.set_id,
            authorities: case.authorities.clone(),
        };
        prop_assert_eq!(all.signed_weight(&set), expected);

        let signed = case.votes.iter().all(is_signed);
        let oracle = result.is_valid() && signed;
        let on_or_above = case.votes.iter().all(|vote| vote.0.1 >= case.target.1);
        let clean = result.num_duplicated_precommits() == 0
            && result.num_equivocations() == 0
            && result.num_invalid_voters() == 0;
        let unused = matches!(ours, Err(near_sdk_ext::grandpa::Error::UnusedHeader { .. }));
        if oracle && clean && on_or_above && !unused {
            count(1);
            prop_assert!(ours.is_ok(), "the oracle accepts, but {ours:?}");
        }
        // Rules that only the oracle has: all signatures and all routes are checked, one vote is
        // for the lowest block, and no block above the target is equally final.
        let ghost = |block: &Block| {
            let above = Case {
                target: (block.hash, block.number),
                ..case.clone()
            };
            block.hash != case.target.0 && is_final(&above, &headers, &voters)
        };
        if ours.is_ok()
            && signed
            && case.votes.iter().all(leads)
            && case.votes.iter().any(|vote| vote.0 == case.target)
            && !case.ancestries.iter().any(ghost)
        {
            count(2);
            prop_assert!(oracle, "accepted, but the oracle says {result:?}");
        }
        Ok(())
    };
    run(cases(false), property);
    // Each of the three comparisons was exercised.
    assert!(counts.iter().all(|count| count.get() > 10), "{counts:?}");
}

#[test]
fn a_justification_a_node_accepts_with_second_votes_is_accepted_without_them() {
    let counts = [0; 2].map(Cell::new);
    let property = |case: Case| {
        let headers = Headers::of(&case);
        let voters = VoterSet::new(case.authorities.iter().copied()).expect("voters");
        let result = validate_commit(&commit(&case), &voters, &headers);
        let result = result.map_err(|_| TestCaseError::fail("the oracle cannot say"))?;
        let all = justification(&case);
        let (once, second) = all.clone().without_second_votes();
        prop_assert_eq!(once == all, second.is_empty());
        let verdict = case.verify(&once.scale);
        // Each authority's first vote that leads to the target, or else its first vote.
        let leads = |vote: &Vote| headers.is_equal_or_descendent_of(case.target.0, vote.0.0);
        let first = |vote: &Vote| {
            let own = (0..case.votes.len()).filter(|at| case.votes[*at].2 == vote.2);
            own.min_by_key(|at| !leads(&case.votes[*at])).expect("one")
        };
        let firsts: Vec<_> = case.votes.iter().map(first).collect();
        let others = (0..)
            .zip(firsts.iter().copied())
            .filter(|(at, first)| at != first);
        prop_assert!(others.eq(second.iter().map(|it| (it.precommit, it.first))));
        let mut each_once = case.clone();
        let kept: BTreeSet<_> = firsts.into_iter().collect();
        each_once.votes = kept.into_iter().map(|at| case.votes[at]).collect();
        let suffice = each_once.votes.iter().all(leads) && is_final(&each_once, &headers, &voters);
        // `GrandpaJustification::verify_with_voter_set` of `sc-consensus-grandpa` requires a valid
        // commit, all signatures, and the headers of all routes from the lowest block voted for,
        // which the cases have.
        if result.is_valid() && case.votes.iter().all(is_signed) && suffice {
            prop_assert!(verdict.is_ok(), "a node accepts, but {verdict:?}");
            counts[0].update(|count| count + u32::from(result.num_equivocations() > 0));
        } else if verdict.is_err() {
            counts[1].update(|count| count + u32::from(!second.is_empty()));
        }
        prop_assert!(verdict.is_err() || suffice);
        Ok(())
    };
    run(cases(true), property);
    assert!(counts.iter().all(|count| count.get() > 10), "{counts:?}");
}
