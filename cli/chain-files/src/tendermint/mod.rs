//! Blocks of Tendermint chains: from nodes' JSON, or generated.

pub mod check;
pub mod forms;
pub mod generate;
mod json;
mod proto;
pub mod rpc;
#[cfg(test)]
mod tests;

/// The messages that relayers send; the contract compiles the same file.
#[path = "../../../../test-contracts/tendermint-client/src/wire.rs"]
pub mod wire;

use prost::Message as _;
use tendermint_proto::v0_38::types::{Commit, Header, SignedHeader, Validator, ValidatorSet};

/// A block as light clients see it: its header, the commit that signs it, and its validators.
#[derive(Clone, Debug, PartialEq)]
pub struct LightBlock {
    /// The header.
    pub header: Header,
    /// The commit that signs it.
    pub commit: Commit,
    /// The validators of this block.
    pub validators: Vec<Validator>,
}

/// The parameters of a light client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The chain to follow.
    pub chain_id: String,
    /// Numerator and denominator.
    pub trust_level: (u64, u64),
    /// In nanoseconds.
    pub trusting_period_ns: u64,
    /// In nanoseconds.
    pub max_clock_drift_ns: u64,
}

impl Parameters {
    /// ICS-07's trust level, 14 days, which is two thirds of the Cosmos Hub's unbonding period, and no
    /// clock drift.
    #[must_use]
    pub fn usual(chain_id: &str) -> Self {
        Self {
            chain_id: chain_id.to_owned(),
            trust_level: (1, 3),
            trusting_period_ns: 14 * 24 * 3600 * 1_000_000_000,
            max_clock_drift_ns: 0,
        }
    }
}

impl LightBlock {
    /// The block's height; 0 if it is negative.
    #[must_use]
    pub fn height(&self) -> u64 {
        self.header.height.try_into().unwrap_or(0)
    }

    /// The header and the commit as nodes send them.
    #[must_use]
    pub fn signed_header(&self) -> SignedHeader {
        SignedHeader {
            header: Some(self.header.clone()),
            commit: Some(self.commit.clone()),
        }
    }

    /// The block's header as a relayer sends it, for verification against the state at
    /// `trusted_height` and the validators of the block after that one.
    #[must_use]
    pub fn update(&self, trusted_height: u64, trusted_validators: &[Validator]) -> wire::Header {
        wire::Header {
            signed_header: Some(self.signed_header()),
            validator_set: Some(set(&self.validators)),
            trusted_height: Some(wire::Height {
                revision_number: wire::revision_number(&self.header.chain_id),
                revision_height: trusted_height,
            }),
            trusted_validators: Some(set(trusted_validators).encode_to_vec()),
        }
    }
}

/// The validators as a set, without the fields that nobody signs: the proposer and the sum of
/// powers.
fn set(validators: &[Validator]) -> ValidatorSet {
    ValidatorSet {
        validators: validators.to_vec(),
        proposer: None,
        total_voting_power: 0,
    }
}
