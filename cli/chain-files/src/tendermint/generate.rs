//! Blocks of a made-up chain, with real structure and real signatures; they are the same in every
//! run.

use ed25519_dalek::{Signer as _, SigningKey};
use sha2::{Digest as _, Sha256};
use std::time::Duration;
use tendermint::{
    Hash, PublicKey, Signature, Time, account,
    block::{self, CommitSig, header::Version, parts},
    validator,
    vote::{Type, ValidatorIndex, Vote},
};
use tendermint_proto::v0_38::types::{Validator, ValidatorSet};

use super::LightBlock;

pub use tendermint::block::Header as BlockHeader;

/// The chain's id has the length of the Cosmos Hub's, so that sign bytes have equal length.
pub const CHAIN_ID: &str = "generated-4";
const _: () = assert!(CHAIN_ID.len() == "cosmoshub-4".len());

/// One of this many validators is absent, as on real chains.
const ABSENT_EVERY: usize = 50;

/// The distribution of voting power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Power {
    /// All validators have the same power.
    Equal,
    /// Each has 3% less than the one before: of 150, a quarter have two thirds of the power. On the
    /// Cosmos Hub, 15 to 55% of the validators have, depending on who is absent.
    CosmosLike,
}

impl Power {
    /// Both distributions.
    pub const ALL: [Self; 2] = [Self::Equal, Self::CosmosLike];

    /// The name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::CosmosLike => "cosmos-like",
        }
    }

    /// The power of each of `count` validators, the greatest first.
    #[must_use]
    pub fn of(self, count: usize) -> Vec<u64> {
        let next = |power: &u64| Some((power * 97 / 100).max(1));
        match self {
            Self::Equal => vec![1_000_000; count],
            Self::CosmosLike => std::iter::successors(Some(10_000_000), next)
                .take(count)
                .collect(),
        }
    }
}

/// Signs a vote: takes the validator's index in the set, its key and the bytes.
pub type Sign<'a> = &'a dyn Fn(usize, &SigningKey, &[u8]) -> [u8; 64];

/// A [`Sign`] that signs correctly.
#[must_use]
pub fn honestly(_: usize, key: &SigningKey, message: &[u8]) -> [u8; 64] {
    key.sign(message).to_bytes()
}

/// A chain whose validator set never changes.
pub struct Chain {
    keys: Vec<SigningKey>,
    validators: validator::Set,
}

impl Chain {
    /// A chain of `count` validators; the keys are derived from `seed`.
    #[must_use]
    pub fn new(count: usize, power: Power, seed: &str) -> Self {
        let mut keys: Vec<_> = (0..count)
            .map(|index| SigningKey::from_bytes(&digest(&format!("{seed}: key {index}"))))
            .collect();
        let public_key =
            |key: &SigningKey| PublicKey::from_raw_ed25519(key.verifying_key().as_bytes());
        // The set orders equal powers by address, so the keys are sorted first and stay aligned
        // with it.
        keys.sort_by_key(|key| public_key(key).map(account::Id::from));
        let validators = keys.iter().zip(power.of(count)).map(|(key, power)| {
            let key = public_key(key).expect("a key of 32 bytes");
            validator::Info::new(key, power.try_into().expect("a small power"))
        });
        let validators = validator::Set::without_proposer(validators.collect());
        Self { keys, validators }
    }

    /// A chain of only the first validators of this one.
    #[must_use]
    pub fn first(&self, count: usize) -> Self {
        let validators = self.validators.validators.iter().take(count).cloned();
        Self {
            keys: self.keys.iter().take(count).cloned().collect(),
            validators: validator::Set::without_proposer(validators.collect()),
        }
    }

    /// The validators of every block.
    #[must_use]
    pub fn validators(&self) -> Vec<Validator> {
        ValidatorSet::from(self.validators.clone()).validators
    }

    /// The block of this height, made that many seconds after the chain's start; `variant`
    /// distinguishes two blocks of one height.
    #[must_use]
    pub fn block(&self, height: u32, variant: &str) -> LightBlock {
        self.block_at(height, height, variant)
    }

    /// [`Self::block`], made at another time.
    #[must_use]
    pub fn block_at(&self, height: u32, second: u32, variant: &str) -> LightBlock {
        self.sealed(self.header(height, second, variant), variant, &honestly)
    }

    /// The block with this header, which need not be [the chain's own](Self::header), and votes signed by `sign`.
    #[must_use]
    pub fn sealed(&self, header: BlockHeader, variant: &str, sign: Sign<'_>) -> LightBlock {
        let height = header.height;
        let block_id = id(header.hash(), hash(&format!("parts {height} {variant}")));
        let signatures = (0..self.keys.len()).map(|index| {
            if index % ABSENT_EVERY == ABSENT_EVERY / 2 {
                return CommitSig::BlockIdFlagAbsent;
            }
            self.vote(&header, block_id, index, sign)
        });
        let commit = block::Commit {
            height: header.height,
            round: 0_u8.into(),
            block_id,
            signatures: signatures.collect(),
        };
        LightBlock {
            header: header.into(),
            commit: commit.into(),
            validators: self.validators(),
        }
    }

    /// The header of [`Self::block_at`].
    #[must_use]
    pub fn header(&self, height: u32, second: u32, variant: &str) -> BlockHeader {
        let label = |what: &str| hash(&format!("{what} {height} {variant}"));
        let validators_hash = self.validators.hash();
        BlockHeader {
            version: Version { block: 11, app: 0 },
            chain_id: CHAIN_ID.parse().expect("a chain id"),
            height: height.into(),
            time: Time::unix_epoch()
                .checked_add(Duration::from_nanos(time_ns(second)))
                .expect("a time after 2023"),
            last_block_id: Some(id(label("last block"), label("last parts"))),
            last_commit_hash: Some(label("last commit")),
            data_hash: Some(label("data")),
            validators_hash,
            next_validators_hash: validators_hash,
            consensus_hash: label("consensus"),
            app_hash: label("app")
                .as_bytes()
                .to_vec()
                .try_into()
                .expect("any bytes"),
            last_results_hash: Some(label("results")),
            evidence_hash: Some(label("evidence")),
            proposer_address: self.validators.validators[0].address,
        }
    }

    /// The precommit of one validator; each has a time of its own.
    fn vote(
        &self,
        header: &BlockHeader,
        block_id: block::Id,
        index: usize,
        sign: Sign<'_>,
    ) -> CommitSig {
        let validator_address = self.validators.validators[index].address;
        let nanos = u32::try_from(index).expect("not that many validators");
        let timestamp = header
            .time
            .checked_add(Duration::new(1, 1_000_003 * nanos % 800_000_000))
            .expect("a time after 2023");
        let vote = Vote {
            vote_type: Type::Precommit,
            height: header.height,
            round: 0_u8.into(),
            block_id: Some(block_id),
            timestamp: Some(timestamp),
            validator_address,
            validator_index: ValidatorIndex::try_from(index).expect("not that many validators"),
            signature: None,
            extension: Vec::new(),
            extension_signature: None,
        };
        let message = vote.into_signable_vec(header.chain_id.clone());
        let signature = sign(index, &self.keys[index], &message);
        CommitSig::BlockIdFlagCommit {
            validator_address,
            timestamp,
            signature: Signature::new(signature).expect("64 bytes"),
        }
    }
}

/// The time this many seconds after the chain's start, in nanoseconds since 1970.
#[must_use]
pub fn time_ns(second: u32) -> u64 {
    const START_NS: u64 = 1_700_000_000_123_456_789;
    START_NS + u64::from(second) * 1_000_000_000
}

pub(crate) fn digest(label: &str) -> [u8; 32] {
    Sha256::digest(label.as_bytes()).into()
}

fn hash(label: &str) -> Hash {
    Hash::Sha256(digest(label))
}

/// The id of a block of one part.
fn id(hash: Hash, of_parts: Hash) -> block::Id {
    let part_set_header = parts::Header::new(1, of_parts).expect("one part");
    block::Id {
        hash,
        part_set_header,
    }
}
