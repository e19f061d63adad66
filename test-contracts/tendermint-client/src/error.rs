//! Why a call is refused. Every refusal aborts the call, so nothing has changed.

use std::borrow::Cow;

use near_sdk::FunctionError;
use near_sdk_ext::tendermint::failed_predicate;
use tendermint_light_client_verifier::{
    errors::{VerificationError, VerificationErrorDetail},
    operations::voting_power::VotingPowerTally,
};

/// The text begins with the kind and, for `invalid`, the name of the failed predicate. Programs may
/// rely on both.
#[derive(Debug, FunctionError, thiserror::Error)]
pub enum Error {
    /// Too little power of the trusted validators signed: try a header in between.
    #[error("not_enough_trust: {} of {} signed, more than {} is needed", .0.tallied, .0.total, .0.trust_threshold)]
    NotEnoughTrust(VotingPowerTally),
    /// A predicate of the light client failed; or an argument is malformed, the `parameters` are
    /// refused, a height is not known, or a proof does not hold.
    #[error("invalid: {predicate}: {detail}")]
    Invalid {
        predicate: &'static str,
        detail: Cow<'static, str>,
    },
    /// The client only answers views now.
    #[error("{0}: the client is {0}")]
    NotActive(&'static str),
}

impl Error {
    pub(crate) fn invalid(predicate: &'static str, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::Invalid {
            predicate,
            detail: detail.into(),
        }
    }

    /// Uses another error's text as the detail.
    pub(crate) fn because<E: ToString>(predicate: &'static str) -> impl Fn(E) -> Self + Copy {
        move |error| Self::invalid(predicate, error.to_string())
    }
}

impl From<VerificationErrorDetail> for Error {
    fn from(error: VerificationErrorDetail) -> Self {
        use VerificationErrorDetail as E;
        let predicate = failed_predicate(&error);
        let detail = match error {
            // tendermint-rs's text would contain all bytes of the signature, the key and the message.
            E::InvalidSignature(e) => format!("bad signature of {}", e.validator.address),
            E::Tendermint(e) => e.source.to_string(),
            other => other.to_string(),
        };
        Self::invalid(predicate, detail)
    }
}

impl From<VerificationError> for Error {
    fn from(VerificationError(detail, _): VerificationError) -> Self {
        detail.into()
    }
}
