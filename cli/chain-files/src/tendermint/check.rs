//! tendermint-rs's checks of a block before any call: its hashes, and its parts.

use std::collections::BTreeSet;

use tendermint::{block, chain, validator};
use tendermint_proto::v0_38::types::{BlockIdFlag, Commit, Header, Validator};

use super::LightBlock;
use crate::json::shown;

/// A part of a block that tendermint-rs does not read.
#[derive(Debug, thiserror::Error)]
#[error("{field}: {reason}")]
pub struct Unreadable {
    field: String,
    reason: String,
}

/// Voting power, in a chain's own units; tendermint-rs refuses sets with more than 2^60.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Power {
    /// The power of the validators whose votes for the block are in its commit.
    pub signed: u64,
    /// The power of all.
    pub total: u64,
}

/// Only the reason: the error's own text begins with the tracer's name.
fn unreadable(field: impl Into<String>) -> impl FnOnce(tendermint::Error) -> Unreadable {
    let field = field.into();
    move |error| Unreadable {
        field,
        reason: shown(&error.detail().to_string()).into_owned(),
    }
}

/// A header as tendermint-rs's type.
pub fn header(header: &Header) -> Result<block::Header, Unreadable> {
    let chain_id = header.chain_id.as_str();
    chain::Id::try_from(chain_id).map_err(unreadable("header.chain_id"))?;
    header.clone().try_into().map_err(unreadable("header"))
}

/// Checks that tendermint-rs reads a commit, vote by vote, and that it has the header's height.
///
/// # Errors
/// tendermint-rs does not read it, or the height differs.
pub fn commit(block: &LightBlock) -> Result<(), Unreadable> {
    let commit = block.commit.clone();
    for (at, vote) in commit.signatures.iter().enumerate() {
        block::CommitSig::try_from(vote.clone())
            .map_err(unreadable(format!("commit.signatures[{at}]")))?;
    }
    let commit: block::Commit = commit.try_into().map_err(unreadable("commit"))?;
    let (height, expected) = (commit.height, header(&block.header)?.height);
    match height == expected {
        true => Ok(()),
        false => Err(Unreadable {
            field: "commit.height".to_owned(),
            reason: format!("{height}, where the header has {expected}"),
        }),
    }
}

/// Validators as tendermint-rs's type, in its order.
///
/// # Errors
/// tendermint-rs does not read a validator; the error names its index in the files.
pub fn validators(validators: &[Validator]) -> Result<validator::Set, Unreadable> {
    for (at, validator) in validators.iter().enumerate() {
        let address = hex::encode_upper(&validator.address);
        validator::Info::try_from(validator.clone())
            .map_err(unreadable(format!("validators[{at}] ({address})")))?;
    }
    let set = super::set(validators);
    set.try_into().map_err(unreadable("validators"))
}

/// The power of the validators that voted for a block. Signatures are not checked.
#[must_use]
pub fn power(validators: &[Validator], commit: &Commit) -> Power {
    let own = |validator: &Validator| u64::try_from(validator.voting_power).unwrap_or(0);
    let voters: BTreeSet<_> = commit
        .signatures
        .iter()
        .filter(|vote| vote.block_id_flag == BlockIdFlag::Commit as i32)
        .map(|vote| vote.validator_address.as_slice())
        .collect();
    let voted = |validator: &&Validator| voters.contains(validator.address.as_slice());
    let signed = validators.iter().filter(voted).map(own);
    Power {
        signed: signed.fold(0, u64::saturating_add),
        total: validators.iter().map(own).fold(0, u64::saturating_add),
    }
}

impl LightBlock {
    /// The contradictions within the trusted block, one line each. The client itself uses only the
    /// header.
    pub fn contradictions(&self) -> Result<Vec<String>, Unreadable> {
        let header = header(&self.header)?;
        let committed = self.commit.block_id.clone().unwrap_or_default().hash;
        let committed = hex::encode_upper(committed);
        let (hash, of_validators) = (header.hash().to_string(), header.validators_hash);
        let (of_commit, height) = (self.commit.height, i64::from(header.height));
        let validators = validators(&self.validators)?.hash();
        let lines = [
            (committed != hash)
                .then(|| format!("its commit is of block {committed:?}, its header is of {hash}")),
            (of_commit != height)
                .then(|| format!("its commit is of height {of_commit}, its header of {height}")),
            (validators != of_validators).then(|| {
                format!("its validators have hash {validators}, its header says {of_validators}")
            }),
        ];
        Ok(lines.into_iter().flatten().collect())
    }
}
