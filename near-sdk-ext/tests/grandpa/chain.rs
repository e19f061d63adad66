//! Made-up blocks, votes and justifications.

use blake2::{Blake2b, Digest as _, digest::consts::U32};
use ed25519_dalek::{Signer as _, SigningKey};
use near_sdk::{test_utils::VMContextBuilder, testing_env};
use near_sdk_ext::{
    Flavour,
    grandpa::{AuthoritySet, Error, Header, Justification, pack, verify},
};
use parity_scale_codec::{Compact, Encode};

pub(crate) const ROUND: u64 = 9;
pub(crate) const SET_ID: u64 = 4;

pub(crate) type Hash = [u8; 32];

/// A block, with its header's bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    pub(crate) hash: Hash,
    pub(crate) number: u32,
    pub(crate) header: Vec<u8>,
}

impl Block {
    /// `branch` distinguishes children of one parent.
    pub(crate) fn new(parent: Hash, number: u32, branch: u8) -> Self {
        Self::with_logs(parent, number, branch, &[])
    }

    /// With these logs of GRANDPA in its header.
    pub(crate) fn with_logs(parent: Hash, number: u32, branch: u8, logs: &[Vec<u8>]) -> Self {
        let compact = Compact(number).encode();
        let items = logs.iter().map(|log| (4_u8, *b"FRNK", log));
        let digest = items.collect::<Vec<_>>().encode();
        let header = [&parent, &compact[..], &[branch; 32], &[0; 32], &digest].concat();
        Self {
            hash: Blake2b::<U32>::digest(&header).into(),
            number,
            header,
        }
    }

    pub(crate) fn child(&self, branch: u8) -> Self {
        Self::new(self.hash, self.number + 1, branch)
    }
}

pub(crate) fn key(index: u8) -> SigningKey {
    SigningKey::from_bytes(&[index + 1; 32])
}

pub(crate) fn id(index: u8) -> Hash {
    key(index).verifying_key().to_bytes()
}

pub(crate) type Vote = ((Hash, u32), [u8; 64], Hash);

/// The vote of one key for a block.
pub(crate) fn vote(signer: u8, hash: Hash, number: u32) -> Vote {
    let message = (1_u8, hash, number, ROUND, SET_ID).encode();
    let signature = key(signer).sign(&message).to_bytes();
    ((hash, number), signature, id(signer))
}

pub(crate) fn vote_for(signer: u8, block: &Block) -> Vote {
    vote(signer, block.hash, block.number)
}

/// A justification, with the context of its verification.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) round: u64,
    pub(crate) set_id: u64,
    pub(crate) target: (Hash, u32),
    pub(crate) votes: Vec<Vote>,
    pub(crate) ancestries: Vec<Block>,
    pub(crate) headers: Vec<Block>,
    pub(crate) authorities: Vec<(Hash, u64)>,
}

/// The finalised block.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Accepted {
    pub(crate) signatures: u32,
    pub(crate) weight: u64,
    pub(crate) header: Option<Vec<u8>>,
}

impl Case {
    /// A justification for `target` without votes, for a set of this many authorities of weight 1.
    pub(crate) fn new(target: &Block, authorities: u8) -> Self {
        Self {
            round: ROUND,
            set_id: SET_ID,
            target: (target.hash, target.number),
            votes: Vec::new(),
            ancestries: Vec::new(),
            headers: Vec::new(),
            authorities: (0..authorities).map(|index| (id(index), 1)).collect(),
        }
    }

    pub(crate) fn scale(&self) -> Vec<u8> {
        let start = (self.round, self.target, &self.votes).encode();
        let count = Compact(u32::try_from(self.ancestries.len()).expect("few")).encode();
        let ancestries: Vec<u8> = self
            .ancestries
            .iter()
            .flat_map(|b| b.header.clone())
            .collect();
        [start, count, ancestries].concat()
    }

    pub(crate) fn verify<F: Flavour>(&self) -> Result<Accepted, Error> {
        self.verify_scale::<F>(&self.scale())
    }

    /// The verdict on other bytes of the same target and round.
    pub(crate) fn verify_scale<F: Flavour>(&self, scale: &[u8]) -> Result<Accepted, Error> {
        testing_env!(VMContextBuilder::new().build()); // a full tank
        let justification = Justification::decode(scale)?;
        let headers = self
            .headers
            .iter()
            .map(|block| Header::decode(&block.header));
        let headers = headers.collect::<Result<Vec<_>, _>>()?;
        let packed = pack(self.authorities.iter().copied())?;
        let set = AuthoritySet::new(&packed)?;
        let finalized = verify::<F>(&justification, &headers, &set, self.set_id)?;
        assert_eq!((*finalized.hash, finalized.number), self.target);
        assert_eq!(finalized.round, self.round);
        Ok(Accepted {
            signatures: finalized.signatures,
            weight: finalized.weight,
            header: finalized.header.map(|header| header.bytes().to_vec()),
        })
    }
}
