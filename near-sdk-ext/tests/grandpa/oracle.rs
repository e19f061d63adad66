//! finality-grandpa and dalek as the oracle, over commits with forks, second votes, strangers, bad
//! signatures and missing headers.

use std::collections::{BTreeMap, BTreeSet};

use ed25519_dalek::{Signature, Verifier as _, VerifyingKey};
use finality_grandpa::{
    Chain, Commit, Error as OracleError, Precommit, SignedPrecommit, validate_commit,
    vote_graph::VoteGraph, voter_set::VoterSet,
};
use near_sdk_ext::Flavour;
use parity_scale_codec::Encode;
use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, TestRunner},
};

use crate::chain::{Block, Case, Hash, ROUND, SET_ID, Vote, vote_for};

const AUTHORITIES: u8 = 4;

/// Headers by hash: the parent.
struct Headers(BTreeMap<Hash, Hash>);

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

fn is_signed(vote: &Vote) -> bool {
    let ((hash, number), signature, id) = vote;
    let message = (1_u8, hash, number, ROUND, SET_ID).encode();
    let key = VerifyingKey::from_bytes(id).expect("a key");
    key.verify(&message, &Signature::from_bytes(signature))
        .is_ok()
}

/// Whether finality-grandpa's vote graph, with the target as its base, finds a block with enough of
/// the votes that are well signed and lead to it. Each authority is known to vote once.
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

/// A tree of 8 blocks, given by each one's parent among those before it; the target; votes, each a
/// signer (the last is a stranger), a block (or the target), and 0 if it is badly signed; and which
/// headers are missing.
fn cases() -> impl Strategy<Value = Case> {
    let tree = vec(any::<proptest::sample::Index>(), 7);
    let block = || prop_oneof![1 => Just(None), 1 => (0..8_usize).prop_map(Some)];
    let votes = vec((0..AUTHORITIES + 1, block(), 0..16_u8), 0..7);
    let distinct = (any::<u8>(), vec((block(), 0..32_u8), 4)).prop_map(|(who, votes)| {
        let all = votes.into_iter().zip(0..AUTHORITIES);
        let votes = all.filter(|(_, signer)| who >> signer & 1 == 1 || who >> 4 == *signer + 1);
        votes
            .map(|((block, bad), signer)| (signer, block, bad))
            .collect()
    });
    let votes = prop_oneof![votes, distinct];
    let weights = prop_oneof![Just(vec![1; 4]), vec(1..5_u64, 4)];
    let missing = prop_oneof![4 => Just(0_u8), 1 => any::<u8>()];
    let target = prop_oneof![3 => Just(0), 1 => 0..4_usize];
    (
        tree,
        target,
        votes,
        weights,
        missing,
        proptest::bool::weighted(0.1),
    )
        .prop_map(|(tree, target, votes, weights, missing, all_headers)| {
            let mut blocks = vec![Block::new([0xee; 32], 100, 0)];
            for (parent, branch) in tree.iter().zip(1..) {
                blocks.push(parent.get(&blocks).child(branch));
            }
            let mut case = Case::new(&blocks[target], AUTHORITIES);
            for (authority, weight) in case.authorities.iter_mut().zip(weights) {
                authority.1 = weight;
            }
            for (signer, block, bad) in votes {
                let mut vote = vote_for(signer, &blocks[block.unwrap_or(target)]);
                if bad == 0 {
                    vote.1 = [0; 64];
                }
                case.votes.push(vote);
            }
            let needed = needed(&case, &blocks);
            let wanted =
                |at: &usize| missing >> at & 1 == 0 && (all_headers || needed.contains(at));
            case.ancestries = (0..8).filter(wanted).map(|at| blocks[at].clone()).collect();
            case
        })
}

/// The blocks on the way from votes to the target, or to the root.
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

pub(crate) fn agrees_with_finality_grandpa<F: Flavour>() {
    let config = Config {
        cases: 300,
        failure_persistence: None,
        ..Config::default()
    };
    let counts = std::cell::Cell::new([0_u32; 3]);
    let count = |which: usize| {
        let mut now = counts.get();
        now[which] += 1;
        counts.set(now);
    };
    let property = |case: Case| {
        let parent = |block: &Block| {
            let parent = *block.header.first_chunk().expect("a header");
            (block.hash, parent)
        };
        let headers = Headers(case.ancestries.iter().map(parent).collect());
        let voters = VoterSet::new(case.authorities.iter().copied()).expect("voters");
        let ours = case.verify::<F>();
        if ours.is_ok() {
            count(0);
            prop_assert!(is_final(&case, &headers, &voters));
        }

        let Ok(result) = validate_commit(&commit(&case), &voters, &headers) else {
            return Err(TestCaseError::fail("the oracle cannot say"));
        };
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
        // What the oracle adds: all signatures, all routes, a vote on the lowest block, and no
        // block above the target that is as final.
        let ghost = |block: &Block| {
            let above = Case {
                target: (block.hash, block.number),
                ..case.clone()
            };
            block.hash != case.target.0 && is_final(&above, &headers, &voters)
        };
        let leads = |vote: &Vote| headers.is_equal_or_descendent_of(case.target.0, vote.0.0);
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
    TestRunner::new(config)
        .run(&cases(), property)
        .expect("agreement");
    // None of the three comparisons was idle.
    assert!(counts.get().iter().all(|&count| count > 10), "{counts:?}");
}
