//! Why a call is refused. Every refusal aborts the call, so nothing has changed.

use near_sdk::FunctionError;
use near_sdk_ext::grandpa;

/// The text begins with `not_enough_weight` or with `invalid` and the name of the rule broken:
/// programs may rely on both.
#[derive(Debug, FunctionError, thiserror::Error)]
pub enum Error {
    /// Too few voted for the block: more votes, or headers for those there are, may help.
    #[error("not_enough_weight: {weight} of {threshold}")]
    NotEnoughWeight { weight: u64, threshold: u64 },
    /// A rule of GRANDPA.
    #[error("invalid: {}: {}", .0.name(), .0)]
    Invalid(grandpa::Error),
    /// A block that is below the latest one, which is final.
    #[error("invalid: old_block: block {number}, but {latest} is final")]
    OldBlock { number: u32, latest: u32 },
    /// Two blocks of one number cannot both be final: more than a third of the authorities cheat,
    /// or this client was started on another chain.
    #[error("invalid: conflicting_block: another block {number} is final")]
    ConflictingBlock { number: u32 },
    /// The authorities would change at a later block, which no header here names.
    #[error("invalid: delayed_change: the authorities change {delay} blocks later")]
    DelayedChange { delay: u32 },
    /// The last authority set that numbers of 64 bits can name.
    #[error("invalid: last_set: there is no set id after 2^64 - 1")]
    LastSet,
}

impl From<grandpa::Error> for Error {
    fn from(error: grandpa::Error) -> Self {
        match error {
            grandpa::Error::NotEnoughWeight { weight, threshold } => {
                Self::NotEnoughWeight { weight, threshold }
            }
            other => Self::Invalid(other),
        }
    }
}
