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

use ed25519_dalek::{Signature, Verifier as _, VerifyingKey};
use parity_scale_codec::Encode;
use serde::Serialize;

use super::scale::{self, hash};
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
        let scale::Justification { round, target, .. } = scale::Justification::decode(&self.scale)?;
        Some((round, target.0, target.1))
    }

    /// The justification with one vote of each authority, the first that leads to the target, and
    /// without the headers that only removed votes need; and the removed votes. If each authority
    /// has one vote, nothing changes.
    #[must_use]
    pub fn without_second_votes(mut self) -> (Self, Vec<SecondVote>) {
        let Some(mut read) = scale::Justification::decode(&self.scale) else {
            return (self, Vec::new());
        };
        let authorities: BTreeSet<_> = read.precommits.iter().map(|vote| vote.2).collect();
        if authorities.len() == read.precommits.len() {
            return (self, Vec::new());
        }
        let routes = Routes::of(read.target.0, self.headers(&read));
        let leads = |at: usize| routes.leads_to_target(read.precommits[at].0.0);
        let mut first_of = BTreeMap::new();
        for (precommit, vote) in read.precommits.iter().enumerate() {
            let first = first_of.entry(vote.2).or_insert(precommit);
            if !leads(*first) && leads(precommit) {
                *first = precommit;
            }
        }
        let (mut second, mut kept, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
        for (precommit, vote) in read.precommits.iter().enumerate() {
            let first = first_of[&vote.2];
            if first == precommit {
                kept.push(*vote);
            } else {
                left_out.push(*vote);
                second.push(SecondVote { precommit, first });
            }
        }
        let needed = routes.of_votes(&kept);
        let mut needless = &routes.of_votes(&left_out) - &needed;
        if !second.iter().all(|vote| leads(vote.precommit)) {
            // A node takes the lowest vote as its base, and requires the route from the target down
            // to it.
            needless.extend(routes.down(routes.target, None));
        }
        let is_needed = |header: &[u8]| !needless.contains(&hash(header));
        read.votes_ancestries.retain(|header| is_needed(header));
        read.precommits = kept;
        let scale = read.encode();
        self.headers.retain(|header| is_needed(header));
        self.scale = scale;
        (self, second)
    }

    /// The weight of the authorities whose votes have good signatures by NEP-364's rule and lead to
    /// the justified block by the given headers.
    #[must_use]
    pub fn signed_weight(&self, set: &AuthoritySet) -> u64 {
        let Some(read) = scale::Justification::decode(&self.scale) else {
            return 0;
        };
        let mut weights: BTreeMap<_, _> = set.authorities.iter().copied().collect();
        let routes = Routes::of(read.target.0, self.headers(&read));
        let signed = read
            .precommits
            .iter()
            .filter(|((block, number), signature, id)| {
                let message = (1_u8, block, number, read.round, set.set_id).encode();
                let signature = Signature::from_bytes(signature);
                let verified =
                    VerifyingKey::from_bytes(id).and_then(|key| key.verify(&message, &signature));
                verified.is_ok() && routes.leads_to_target(*block)
            });
        // Each authority once.
        let weight = signed.filter_map(|(_, _, id)| weights.remove(id));
        weight.fold(0, u64::saturating_add)
    }

    fn headers<'a>(&'a self, read: &'a scale::Justification<'_>) -> impl Iterator<Item = &'a [u8]> {
        let own = read.votes_ancestries.iter().copied();
        own.chain(self.headers.iter().map(Vec::as_slice))
    }
}

/// The parent of each block whose header is given.
struct Routes {
    target: Hash,
    parents: BTreeMap<Hash, Hash>,
}

impl Routes {
    fn of<'a>(target: Hash, headers: impl Iterator<Item = &'a [u8]>) -> Self {
        let parent = |header: &[u8]| Some((hash(header), *header.first_chunk()?));
        let parents = headers.filter_map(parent).collect();
        Self { target, parents }
    }

    /// The blocks from this one down to `to`, which is excluded, or as far as the headers lead.
    fn down(&self, from: Hash, to: Option<Hash>) -> impl Iterator<Item = Hash> {
        let goes_on = move |block: &Hash| Some(*block) != to && self.parents.contains_key(block);
        let start = Some(from).filter(goes_on);
        std::iter::successors(start, move |block| {
            self.parents.get(block).copied().filter(goes_on)
        })
    }

    /// The blocks from this one down to the target.
    fn down_from(&self, block: Hash) -> impl Iterator<Item = Hash> {
        self.down(block, Some(self.target))
    }

    fn of_votes(&self, votes: &[scale::Precommit]) -> BTreeSet<Hash> {
        let mut blocks = BTreeSet::new();
        for ((block, _), ..) in votes {
            // All blocks below a known one are known already.
            blocks.extend(
                self.down_from(*block)
                    .take_while(|block| !blocks.contains(block))
                    .collect::<Vec<_>>(),
            );
        }
        blocks
    }

    fn leads_to_target(&self, block: Hash) -> bool {
        let lowest = self.down_from(block).last();
        let lowest = lowest.map_or(block, |lowest| self.parents[&lowest]);
        lowest == self.target
    }
}
