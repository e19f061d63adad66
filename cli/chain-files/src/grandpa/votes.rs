//! Votes of a justification: an authority's second votes, and the weight that has signed.
//!
//! Two votes of an authority in one round are an equivocation. A node of polkadot-sdk accepts a
//! justification that has one: finality-grandpa 0.16's `validate_commit` counts the voter once, and
//! `GrandpaJustification::verify_with_voter_set` (`sc-consensus-grandpa`, `justification.rs`)
//! checks only signatures and routes. Its bridge pallet refuses it: `verify_justification`
//! (`bp-header-chain`, `justification/verification/strict.rs`) reports `DuplicateAuthorityVote`,
//! and its relayers remove second votes first, with `verify_and_optimize_justification`
//! (`optimizer.rs`, beside it). This module does the same, so that a contract pays for no vote that
//! proves nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;
use std::mem;

use ed25519_dalek::{Signature, Verifier as _, VerifyingKey};
use parity_scale_codec::Encode;
use serde::Serialize;

use super::scale::{self, Precommit, hash};
use super::{AuthoritySet, Justification};

/// A vote that proves nothing, because its authority has another one. Both are indices in the
/// justification, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SecondVote {
    /// The vote.
    pub precommit: usize,
    /// The authority's first vote that leads to the target; its first vote if none does.
    pub first: usize,
}

type Hash = [u8; 32];

impl Justification {
    /// The unverified claims: the round of voting, and the block's hash and number; `None` if these bytes are not
    /// the SCALE encoding of a justification.
    #[must_use]
    pub fn claim(&self) -> Option<(u64, Hash, u32)> {
        let scale::Justification { round, target, .. } = scale::whole(&self.scale)?;
        Some((round, target.0, target.1))
    }

    /// The justification with one vote of each authority, the first that leads to the target, and
    /// without the headers that only removed votes need; and the removed votes. If each authority
    /// has one vote, nothing changes.
    #[must_use]
    pub fn without_second_votes(mut self) -> (Self, Vec<SecondVote>) {
        let Some(mut read) = scale::whole::<scale::Justification>(&self.scale) else {
            return (self, Vec::new());
        };
        let authorities: BTreeSet<_> = read.precommits.iter().map(|vote| vote.2).collect();
        if authorities.len() == read.precommits.len() {
            return (self, Vec::new());
        }
        let (target, parents) = (read.target.0, self.parents(&read));
        let leads = |vote: &Precommit| parents.lead(vote.0.0, target);
        let votes = mem::take(&mut read.precommits);
        let mut first_of = BTreeMap::new();
        for (precommit, vote) in votes.iter().enumerate() {
            let first = first_of.entry(vote.2).or_insert(precommit);
            if !leads(&votes[*first]) && leads(vote) {
                *first = precommit;
            }
        }
        let all = votes.iter().enumerate();
        let is_first = |(at, vote): &(usize, &Precommit)| first_of[&vote.2] == *at;
        let (kept, left_out): (Vec<_>, Vec<_>) = all.partition(is_first);
        let routes = |votes: &[(usize, &Precommit)]| {
            let blocks = votes.iter().map(|(_, vote)| vote.0.0);
            parents.down(blocks, Some(target))
        };
        let mut needless = &routes(&left_out) - &routes(&kept);
        if !left_out.iter().all(|(_, vote)| leads(vote)) {
            // A node takes the lowest vote as its base, and requires the route from the target down
            // to it.
            needless.extend(parents.down([target], None));
        }
        let is_needed = |header: &[u8]| !needless.contains(&hash(header));
        let own = &mut read.votes_ancestries;
        own.retain(|header| is_needed(&header.encode()));
        read.precommits = kept.into_iter().map(|(_, vote)| *vote).collect();
        self.headers.retain(|header| is_needed(header));
        self.scale = read.encode();
        let second = left_out.into_iter().map(|(precommit, vote)| SecondVote {
            precommit,
            first: first_of[&vote.2],
        });
        (self, second.collect())
    }

    /// The weight of the authorities whose votes have good signatures by NEP-364's rule and lead to
    /// the justified block by the given headers.
    #[must_use]
    pub fn signed_weight(&self, set: &AuthoritySet) -> u64 {
        let Some(read) = scale::whole::<scale::Justification>(&self.scale) else {
            return 0;
        };
        let mut weights: BTreeMap<_, _> = set.authorities.iter().copied().collect();
        let parents = self.parents(&read);
        let signed = read
            .precommits
            .iter()
            .filter(|((block, number), signature, id)| {
                let message = (1_u8, block, number, read.round, set.set_id).encode();
                let signature = Signature::from_bytes(signature);
                let verified =
                    VerifyingKey::from_bytes(id).and_then(|key| key.verify(&message, &signature));
                verified.is_ok() && parents.lead(*block, read.target.0)
            });
        // Each authority once.
        let weight = signed.filter_map(|(_, _, id)| weights.remove(id));
        weight.fold(0, u64::saturating_add)
    }

    fn parents(&self, read: &scale::Justification) -> Parents {
        let own = read.votes_ancestries.iter().map(Encode::encode);
        let headers = own.chain(self.headers.iter().cloned());
        let parent = |header: Vec<u8>| Some((hash(&header), *header.first_chunk()?));
        Parents(headers.filter_map(parent).collect())
    }
}

/// The parent of each block whose header is given.
struct Parents(BTreeMap<Hash, Hash>);

impl Parents {
    /// Whether headers lead from this block to the other.
    fn lead(&self, from: Hash, to: Hash) -> bool {
        let mut route = successors(Some(from), |block| self.0.get(block).copied());
        route.any(|block| block == to)
    }

    /// The blocks from these ones down to `to`, which is excluded, or as far as the headers lead.
    fn down(&self, from: impl IntoIterator<Item = Hash>, to: Option<Hash>) -> BTreeSet<Hash> {
        let mut blocks = BTreeSet::new();
        for mut block in from {
            // All blocks below a known one are known already.
            while Some(block) != to
                && let Some(parent) = self.0.get(&block)
                && blocks.insert(block)
            {
                block = *parent;
            }
        }
        blocks
    }
}
