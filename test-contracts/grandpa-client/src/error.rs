//! Why a call is refused. Every refusal aborts the call, so nothing has changed.

use near_sdk::FunctionError;
use near_sdk_ext::grandpa;

/// The text begins with `not_enough_weight`, or with `invalid` and the name of the broken rule.
/// Programs may rely on both.
#[derive(Debug, FunctionError, thiserror::Error)]
pub enum Error {
    /// Too few voted for the block. More votes may help, or more headers for the votes.
    #[error("not_enough_weight: {weight} of {threshold}")]
    NotEnoughWeight { weight: u64, threshold: u64 },
    /// A rule of GRANDPA, or of following a chain.
    #[error("invalid: {}: {}", .0.name(), .0)]
    Invalid(grandpa::Error),
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
