//! Why a call is refused. Every refusal aborts the call, so nothing has changed.

use core::fmt;

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
    /// A predicate of the light client failed.
    #[error("invalid: {predicate}: {detail}")]
    Invalid {
        predicate: &'static str,
        detail: String,
    },
    /// An argument with malformed bytes.
    #[error("invalid: malformed_{what}: {reason}")]
    Malformed { what: &'static str, reason: String },
    /// No consensus state is stored at this height.
    #[error("invalid: known_height: no consensus state at height {0}")]
    UnknownHeight(u64),
    /// The client only answers views now.
    #[error("{0}: the client is {0}")]
    NotActive(&'static str),
    /// The arguments of `init` are refused.
    #[error("invalid: parameters: {0}")]
    Parameters(String),
    /// A proof of state does not hold.
    #[error("invalid: {proof}: {detail}")]
    Proof {
        proof: &'static str,
        detail: &'static str,
    },
}

impl Error {
    /// The error for bytes that are not `what`.
    pub(crate) fn malformed(what: &'static str, reason: impl fmt::Display) -> Self {
        Self::Malformed {
            what,
            reason: reason.to_string(),
        }
    }

    /// An error by a rule that is not tendermint-rs's.
    pub(crate) fn invalid(predicate: &'static str, detail: impl Into<String>) -> Self {
        Self::Invalid {
            predicate,
            detail: detail.into(),
        }
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
