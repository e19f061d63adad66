//! A light client's verdict on a header.

use anyhow::bail;
use near_runtime_ext::{Failure, FunctionCallError, HostError, Outcome};
use std::fmt;

/// The Tendermint client's answer when too few of the trusted validators have signed.
pub(super) const NOT_ENOUGH_TRUST: &str = "not_enough_trust";

/// The verdict when the gas ran out.
pub const OUT_OF_GAS: &str = "out_of_gas";

/// The contract's answer, in the words of its abort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// `success`, `not_enough_trust`, `invalid: <predicate>`, `out_of_gas`, or `failed` if the
    /// contract gave no answer.
    pub verdict: String,
    /// The reason; `None` for a success.
    pub detail: Option<String>,
}

impl Verdict {
    /// The verdict of a call's outcome.
    pub fn of(outcome: &Outcome) -> Self {
        use FunctionCallError::HostError as Host;
        use HostError::{GasExceeded, GasLimitExceeded, GuestPanic};
        let verdict = match &outcome.failure {
            None => "success",
            Some(Failure::Call(Host(GuestPanic { panic_msg }))) => {
                return Self::of_refusal(panic_msg);
            }
            Some(Failure::Call(Host(GasExceeded | GasLimitExceeded))) => OUT_OF_GAS,
            Some(_) => "failed",
        };
        Self {
            verdict: verdict.to_owned(),
            detail: outcome.failure.as_ref().map(ToString::to_string),
        }
    }

    /// `kind: detail`, or `invalid: predicate: detail`.
    fn of_refusal(text: &str) -> Self {
        const INVALID: &str = "invalid: ";
        // tendermint-rs's errors begin with the name of their tracer.
        let text = text.replace("StringTracer: ", "");
        let kind = text.strip_prefix(INVALID).map_or(0, |_| INVALID.len());
        let end = text[kind..].find(": ");
        let end = end.map_or(text.len(), |length| kind.saturating_add(length));
        Self {
            verdict: text[..end].to_owned(),
            detail: Some(text[end..].trim_start_matches(": ").to_owned()),
        }
    }

    /// Whether the header was accepted.
    pub fn is_success(&self) -> bool {
        self.detail.is_none()
    }
}

/// Gas of a successful call; `None` if the gas ran out.
///
/// # Errors
///
/// The call ended otherwise; the error begins with `what`.
pub(crate) fn burnt_gas(outcome: &Outcome, what: impl fmt::Display) -> anyhow::Result<Option<u64>> {
    let ended = Verdict::of(outcome);
    match ended.verdict.as_str() {
        _ if ended.is_success() => Ok(Some(outcome.burnt_gas.as_gas())),
        OUT_OF_GAS => Ok(None),
        _ => bail!("{what}: {ended}"),
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.detail {
            Some(detail) if !detail.is_empty() => write!(f, "{}: {detail}", self.verdict),
            _ => f.write_str(&self.verdict),
        }
    }
}
