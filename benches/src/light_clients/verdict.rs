//! What a light client says of a header.

use near_runtime_ext::{Failure, FunctionCallError, HostError, Outcome};
use std::fmt;

/// What the Tendermint client answers where too few of the trusted validators have signed.
pub const NOT_ENOUGH_TRUST: &str = "not_enough_trust";

/// The contract's answer, in the words it aborts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// `success`, `not_enough_trust`, `invalid: <predicate>`, `out_of_gas`, or `failed` where the
    /// contract had no say.
    pub verdict: String,
    /// Why; `None` if it is a success.
    pub detail: Option<String>,
}

impl Verdict {
    /// The verdict that a call ended with.
    pub fn of(outcome: &Outcome) -> Self {
        use HostError::{GasExceeded, GasLimitExceeded, GuestPanic};
        match &outcome.failure {
            None => Self {
                verdict: "success".to_owned(),
                detail: None,
            },
            Some(Failure::Call(FunctionCallError::HostError(GuestPanic { panic_msg }))) => {
                Self::of_refusal(panic_msg)
            }
            Some(failure) => {
                let verdict = match failure {
                    Failure::Call(FunctionCallError::HostError(GasExceeded | GasLimitExceeded)) => {
                        "out_of_gas"
                    }
                    _ => "failed",
                };
                Self {
                    verdict: verdict.to_owned(),
                    detail: Some(failure.to_string()),
                }
            }
        }
    }

    /// `kind: detail`, or `invalid: predicate: detail`.
    fn of_refusal(text: &str) -> Self {
        const INVALID: &str = "invalid: ";
        // tendermint-rs's errors begin with the name of what traces them.
        let text = text.replace("StringTracer: ", "");
        let kind = if text.starts_with(INVALID) {
            INVALID.len()
        } else {
            0
        };
        let end = text[kind..]
            .find(": ")
            .map_or(text.len(), |length| kind.saturating_add(length));
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

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.detail {
            Some(detail) if !detail.is_empty() => write!(f, "{}: {detail}", self.verdict),
            _ => f.write_str(&self.verdict),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_told_apart_from_their_detail() {
        for (text, verdict, detail) in [
            ("not_enough_trust: 1 of 4", "not_enough_trust", "1 of 4"),
            ("invalid: commit: a: b", "invalid: commit", "a: b"),
            ("frozen: it is", "frozen", "it is"),
            ("invalid: commit", "invalid: commit", ""),
            ("", "", ""),
        ] {
            let traced = text.replacen(": ", ": StringTracer: ", 1);
            assert_eq!(Verdict::of_refusal(&traced), Verdict::of_refusal(text));
            let read = Verdict::of_refusal(text);
            assert_eq!(
                (read.verdict.as_str(), read.detail.as_deref()),
                (verdict, Some(detail))
            );
            assert!(!read.is_success());
            assert_eq!(read.to_string(), text);
        }
    }
}
