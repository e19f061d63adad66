//! tendermint-rs's model-based tests of light clients: a trusted block, and steps with the
//! verdict that each must have.

use serde::Deserialize;
use tendermint::Time;
use tendermint_proto::v0_38::types::{SignedHeader, Validator};

use super::{LightBlock, Parameters, json, wire};

/// A file of the suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// What the suite calls it.
    pub description: String,
    /// The block that is trusted at first.
    pub trusted: SignedHeader,
    /// The validators of the block after it.
    pub next_validators: Vec<Validator>,
    /// Trust 1/3 and no clock drift, as the suite is run upstream.
    pub parameters: Parameters,
    /// In order; a step is verified against the last one that succeeded.
    pub steps: Vec<Step>,
}

/// One block to verify.
#[derive(Clone, Debug)]
pub struct Step {
    /// The block.
    pub block: LightBlock,
    /// The validators of the block after it.
    pub next_validators: Vec<Validator>,
    /// The time it is verified at.
    pub now: Time,
    /// What must come of it.
    pub expected: Verdict,
}

/// What comes of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// The block is trusted from now on.
    Success,
    /// Too few of the trusted validators signed.
    NotEnoughTrust,
    /// Anything else.
    Invalid,
}

impl Case {
    /// Hands the steps to `verify` in order, each as an update of the last one that succeeded: which
    /// is for `verify` to say.
    ///
    /// # Errors
    /// The first of `verify`.
    pub fn run<E>(
        &self,
        mut verify: impl FnMut(&Step, &wire::Header) -> Result<bool, E>,
    ) -> Result<(), E> {
        let header = self.trusted.header.as_ref();
        let height = header.and_then(|header| header.height.try_into().ok());
        let mut trusted_height = height.unwrap_or(0);
        let mut next_validators = &self.next_validators;
        for step in &self.steps {
            let update = step.block.update(trusted_height, next_validators);
            if verify(step, &update)? {
                trusted_height = step.block.height();
                next_validators = &step.next_validators;
            }
        }
        Ok(())
    }
}

#[derive(Deserialize)]
struct File {
    description: String,
    initial: Initial,
    input: Vec<Input>,
}

#[derive(Deserialize)]
struct Initial {
    signed_header: SignedHeader,
    next_validator_set: Validators,
    /// Nanoseconds.
    #[serde(with = "tendermint_proto::serializers::from_str")]
    trusting_period: u64,
}

#[derive(Deserialize)]
struct Input {
    block: Block,
    now: Time,
    verdict: Verdict,
}

#[derive(Deserialize)]
struct Block {
    signed_header: SignedHeader,
    validator_set: Validators,
    next_validator_set: Validators,
}

#[derive(Deserialize)]
struct Validators {
    /// `null` stands for none.
    validators: Option<Vec<Validator>>,
}

/// Reads a file of the suite.
///
/// # Errors
/// The text is something else; with line and column.
pub fn read(text: &str) -> Result<Case, serde_json::Error> {
    let File {
        description,
        initial,
        input,
    } = json::from_str(text)?;
    let chain_id = initial
        .signed_header
        .header
        .as_ref()
        .map(|header| header.chain_id.clone());
    let steps = input.into_iter().map(
        |Input {
             block,
             now,
             verdict,
         }| Step {
            block: LightBlock {
                signed_header: block.signed_header,
                validators: block.validator_set.validators.unwrap_or_default(),
            },
            next_validators: block.next_validator_set.validators.unwrap_or_default(),
            now,
            expected: verdict,
        },
    );
    Ok(Case {
        description,
        trusted: initial.signed_header,
        next_validators: initial.next_validator_set.validators.unwrap_or_default(),
        parameters: Parameters {
            chain_id: chain_id.unwrap_or_default(),
            trust_level: (1, 3),
            trusting_period_ns: initial.trusting_period,
            max_clock_drift_ns: 0,
        },
        steps: steps.collect(),
    })
}
