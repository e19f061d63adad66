//! Blocks and justifications of a made-up chain, with real structure and real signatures; they are
//! the same in every run.

use ed25519_dalek::SigningKey;
use parity_scale_codec::{Compact, Encode};

use super::{AuthoritySet, Justification, scale};
use crate::tendermint::generate::{Sign, digest, honestly};

/// A block, by its standard header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The BLAKE2b-256 hash of the header.
    pub hash: [u8; 32],
    /// The block's number.
    pub number: u32,
    /// The header's SCALE encoding.
    pub header: Vec<u8>,
}

impl Block {
    /// A block whose parent's hash is made up; `branch` distinguishes blocks of one number.
    #[must_use]
    pub fn new(number: u32, branch: &str) -> Self {
        Self::with_parent(digest(&format!("parent {number}")), number, branch, &[])
    }

    /// A child of this block.
    #[must_use]
    pub fn child(&self, branch: &str) -> Self {
        Self::with_parent(self.hash, self.next_number(), branch, &[])
    }

    /// A child of this block that hands over to `next`, this many blocks later.
    #[must_use]
    pub fn child_with_change(&self, next: &AuthoritySet, delay: u32) -> Self {
        self.child_with("change", (1_u8, &next.authorities, delay).encode())
    }

    /// A child of this block that forces a change to `next`, this many blocks later; the new voters
    /// start from block `median`.
    #[must_use]
    pub fn child_with_forced_change(&self, next: &AuthoritySet, median: u32, delay: u32) -> Self {
        self.child_with("forced", (2_u8, median, &next.authorities, delay).encode())
    }

    /// A child of this block with this log of GRANDPA.
    fn child_with(&self, branch: &str, log: Vec<u8>) -> Self {
        let item = (4_u8, *b"FRNK", log).encode();
        Self::with_parent(self.hash, self.next_number(), branch, &[item])
    }

    /// A block with these digest items, each encoded.
    #[must_use]
    pub fn with_parent(
        parent: [u8; 32],
        number: u32,
        branch: &str,
        digest_items: &[Vec<u8>],
    ) -> Self {
        let roots = (digest(&format!("state {branch}")), digest("extrinsics"));
        let count = u32::try_from(digest_items.len()).expect("not that many items");
        let start = (parent, Compact(number), roots, Compact(count)).encode();
        let header = [start, digest_items.concat()].concat();
        Self {
            hash: scale::hash(&header),
            number,
            header,
        }
    }

    fn next_number(&self) -> u32 {
        self.number.checked_add(1).expect("not the last number")
    }
}

/// Authorities with their keys.
pub struct Authorities {
    keys: Vec<SigningKey>,
    set: AuthoritySet,
}

impl Authorities {
    /// An authority for each weight; the keys are derived from `seed`.
    #[must_use]
    pub fn new(set_id: u64, weights: &[u64], seed: &str) -> Self {
        let key = |index| SigningKey::from_bytes(&digest(&format!("{seed}: key {index}")));
        let keys: Vec<_> = (0..weights.len()).map(key).collect();
        let ids = keys.iter().map(|key| key.verifying_key().to_bytes());
        let authorities = ids.zip(weights.iter().copied()).collect();
        Self {
            keys,
            set: AuthoritySet {
                set_id,
                authorities,
            },
        }
    }

    /// `count` authorities of weight 1, as on all chains today.
    #[must_use]
    pub fn equal(set_id: u64, count: usize, seed: &str) -> Self {
        Self::new(set_id, &vec![1; count], seed)
    }

    /// The public keys and weights, in the order of the weights.
    #[must_use]
    pub const fn set(&self) -> &AuthoritySet {
        &self.set
    }

    /// The number of authorities, counted from the first, that together just reach the threshold.
    #[must_use]
    pub fn needed(&self) -> usize {
        let weights = self
            .set
            .authorities
            .iter()
            .map(|(_, weight)| u128::from(*weight));
        let total: u128 = weights.clone().sum();
        let threshold = total - total.saturating_sub(1) / 3;
        let mut sum = 0;
        let below = weights.take_while(|weight| {
            let before = sum;
            sum += weight;
            before < threshold
        });
        below.count()
    }

    /// A justification of `target`; the first authorities that are [needed](Self::needed) vote for
    /// it.
    #[must_use]
    pub fn justify(&self, round: u64, target: &Block) -> Justification {
        let votes: Vec<_> = (0..self.needed()).map(|index| (index, target)).collect();
        self.justify_by(round, target, &votes, &[])
    }

    /// A justification of `target` with any votes, each an authority's index and a block, and any
    /// headers.
    ///
    /// # Panics
    /// If an index has no authority.
    #[must_use]
    pub fn justify_by(
        &self,
        round: u64,
        target: &Block,
        votes: &[(usize, &Block)],
        votes_ancestries: &[&Block],
    ) -> Justification {
        self.justify_signed(round, target, votes, votes_ancestries, &honestly)
    }

    /// [`Self::justify_by`], with votes signed by `sign`.
    #[must_use]
    pub fn justify_signed(
        &self,
        round: u64,
        target: &Block,
        votes: &[(usize, &Block)],
        votes_ancestries: &[&Block],
        sign: Sign<'_>,
    ) -> Justification {
        let precommit = |&(index, block): &(usize, &Block)| {
            let message = (1_u8, block.hash, block.number, round, self.set.set_id).encode();
            let signature = sign(index, &self.keys[index], &message);
            let id = self.set.authorities[index].0;
            ((block.hash, block.number), signature, id)
        };
        let precommits: Vec<_> = votes.iter().map(precommit).collect();
        let count = u32::try_from(votes_ancestries.len()).expect("not that many headers");
        let mut scale = (
            round,
            (target.hash, target.number),
            precommits,
            Compact(count),
        )
            .encode();
        for block in votes_ancestries {
            scale.extend(&block.header);
        }
        Justification {
            scale,
            headers: Vec::new(),
        }
    }
}
