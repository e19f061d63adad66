//! tendermint-rs's model-based tests of light clients: a trusted block, and steps with the expected
//! verdicts.

use serde::Deserialize;
use tendermint::Time;
use tendermint_proto::v0_38::types::{Header, SignedHeader};

use super::json::{self, Read};
use super::proto::Set;
use super::{LightBlock, Parameters, wire};

/// A file of the suite.
#[derive(Deserialize)]
pub struct Case {
    initial: Initial,
    /// Each step is verified against the last one that succeeded.
    input: Vec<Step>,
}

/// The block that is trusted first.
#[derive(Deserialize)]
struct Initial {
    signed_header: Read<SignedHeader>,
    next_validator_set: Set,
    /// Nanoseconds.
    #[serde(deserialize_with = "json::number")]
    trusting_period: u64,
}

/// One block to verify.
#[derive(Deserialize)]
pub struct Step {
    block: Block,
    /// The time of the verification.
    pub now: Time,
    /// The verdict that the suite expects.
    pub verdict: Verdict,
}

#[derive(Deserialize)]
struct Block {
    signed_header: Read<SignedHeader>,
    validator_set: Set,
    next_validator_set: Set,
}

/// The verdict on a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// The block is trusted from now on.
    Success,
    /// Too few of the trusted validators signed.
    NotEnoughTrust,
    /// Any other refusal.
    Invalid,
}

impl Case {
    /// The header of the block that is trusted first; the default header if it has none.
    #[must_use]
    pub fn trusted(&self) -> Header {
        self.initial
            .signed_header
            .0
            .header
            .clone()
            .unwrap_or_default()
    }

    /// Trust 1/3 and no clock drift, as in upstream's runs.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        Parameters {
            chain_id: self.trusted().chain_id,
            trust_level: (1, 3),
            trusting_period_ns: self.initial.trusting_period,
            max_clock_drift_ns: 0,
        }
    }

    /// Passes the steps to `verify` in order, each as an update from the last step that `verify`
    /// accepted.
    pub fn run(&self, mut verify: impl FnMut(&Step, &wire::Header) -> bool) {
        let mut trusted_height = self.trusted().height.try_into().unwrap_or(0);
        let mut next_validators = &self.initial.next_validator_set;
        for step in &self.input {
            let block = LightBlock {
                signed_header: step.block.signed_header.0.clone(),
                validators: step.block.validator_set.0.clone(),
            };
            if verify(step, &block.update(trusted_height, &next_validators.0)) {
                trusted_height = block.height();
                next_validators = &step.block.next_validator_set;
            }
        }
    }
}
