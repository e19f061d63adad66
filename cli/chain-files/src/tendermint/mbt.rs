//! tendermint-rs's model-based tests of light clients: a trusted block, and steps with the expected
//! verdicts.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use tendermint::Time;
use tendermint_proto::v0_38::types::{SignedHeader, Validator};

use super::json::{self, Read};
use super::proto::Set;
use super::{LightBlock, Parameters, wire};
use crate::json::JsonError;

/// A file of the suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// The suite's description of the file.
    pub description: String,
    /// The block that is trusted first.
    pub trusted: SignedHeader,
    /// The validators of the block after it.
    pub next_validators: Vec<Validator>,
    /// Trust 1/3 and no clock drift, as in upstream's runs.
    pub parameters: Parameters,
    /// The steps in order; each is verified against the last one that succeeded.
    pub steps: Vec<Step>,
}

/// One block to verify.
#[derive(Clone, Debug)]
pub struct Step {
    /// The block.
    pub block: LightBlock,
    /// The validators of the block after it.
    pub next_validators: Vec<Validator>,
    /// The time of the verification.
    pub now: Time,
    /// The verdict that the suite expects.
    pub expected: Verdict,
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
    /// Passes the steps to `verify` in order, each as an update from the last step that `verify`
    /// accepted.
    ///
    /// # Errors
    /// The first error of `verify`.
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

/// Why bytes are not a test of the suite, or not one of single steps.
#[derive(Debug, thiserror::Error)]
pub enum MbtError {
    /// The bytes are not JSON, or a field is not what it should be.
    #[error(transparent)]
    Malformed(#[from] JsonError),
    /// A test of the suite's other kind.
    #[error(
        "this is a bisection test (`trust_options`, `primary`), but a test of single steps \
         (`initial`, `input`) is needed"
    )]
    Bisection,
    /// JSON that is no test of the suite.
    #[error("this is not a model-based test: it lacks `initial` or `input`")]
    Unknown,
}

#[derive(Deserialize)]
#[serde(expecting = "a JSON object")]
struct File {
    #[serde(default)]
    description: String,
    initial: Option<Initial>,
    #[serde(deserialize_with = "json::list", default)]
    input: Vec<Step>,
    /// Present in bisection tests.
    trust_options: Option<IgnoredAny>,
    primary: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(expecting = "a trusted block")]
struct Initial {
    signed_header: Read<SignedHeader>,
    next_validator_set: Set,
    /// Nanoseconds.
    #[serde(deserialize_with = "json::number")]
    trusting_period: u64,
}

#[derive(Deserialize)]
#[serde(expecting = "a step")]
struct Input {
    block: Block,
    now: Time,
    verdict: Verdict,
}

#[derive(Deserialize)]
#[serde(expecting = "a block")]
struct Block {
    signed_header: Read<SignedHeader>,
    validator_set: Set,
    next_validator_set: Set,
}

impl<'de> Deserialize<'de> for Read<Step> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let input = Input::deserialize(deserializer)?;
        Ok(Self(Step {
            block: LightBlock {
                signed_header: input.block.signed_header.0,
                validators: input.block.validator_set.0,
            },
            next_validators: input.block.next_validator_set.0,
            now: input.now,
            expected: input.verdict,
        }))
    }
}

/// Reads a file of the suite.
pub fn read(bytes: impl AsRef<[u8]>) -> Result<Case, MbtError> {
    let file: File = json::read(bytes.as_ref())?;
    let Some(initial) = file.initial else {
        return Err(match (file.trust_options, file.primary) {
            (None, None) => MbtError::Unknown,
            _ => MbtError::Bisection,
        });
    };
    let Read(trusted) = initial.signed_header;
    let header = trusted.header.as_ref();
    Ok(Case {
        description: file.description,
        parameters: Parameters {
            chain_id: header.map_or_else(String::new, |header| header.chain_id.clone()),
            trust_level: (1, 3),
            trusting_period_ns: initial.trusting_period,
            max_clock_drift_ns: 0,
        },
        trusted,
        next_validators: initial.next_validator_set.0,
        steps: file.input,
    })
}
