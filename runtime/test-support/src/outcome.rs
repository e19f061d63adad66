//! An outcome as text for comparisons, and its end in a few words.

use near_primitives_core::hash::CryptoHash;
use near_runtime_ext::{Failure, FunctionCallError, HostError, Outcome};

/// Length of the longest part that [`everything`] shows whole, bytes.
const WHOLE: usize = 4096;

/// An outcome without its backend, time, trace and functions; nearcore's runner records neither trace nor functions.
/// A hash replaces each long part.
pub fn everything(outcome: &Outcome) -> String {
    let Outcome {
        backend: _,
        burnt_gas,
        receipt_gas,
        used_gas,
        shared_gas,
        return_data,
        logs,
        failure,
        profile,
        compute_usage,
        receipts,
        subsidized,
        host_calls: _,
        functions: _,
        wall: _,
    } = outcome;
    let parts = [
        format!(
            "burnt {burnt_gas:?}, used {used_gas:?}, shared {shared_gas:?}, around {receipt_gas:?}"
        ),
        format!("compute {compute_usage}, subsidized {subsidized}"),
        format!("profile {profile:?}"),
        format!("failure {failure:?}"),
        format!("returned {return_data:?}"),
        format!("logs {logs:?}"),
        format!("receipts {receipts:?}"),
    ];
    let part = |text: String| match text.len() {
        ..=WHOLE => text,
        length => {
            let hash = CryptoHash::hash_bytes(text.as_bytes());
            format!(
                "{}... {length} bytes, {hash}",
                text.chars().take(32).collect::<String>()
            )
        }
    };
    parts.map(part).join("\n")
}

/// The outcome of a call, in a few words.
pub fn end(outcome: &Outcome) -> &'static str {
    let failure = match &outcome.failure {
        None => return "succeeded",
        Some(Failure::LackBalanceForState { .. }) => return "lacked a stake for their storage",
        Some(Failure::Call(failure)) => failure,
    };
    match failure {
        FunctionCallError::HostError(HostError::GasExceeded | HostError::GasLimitExceeded) => {
            "ran out of gas"
        }
        FunctionCallError::HostError(HostError::GuestPanic { .. }) => "panicked",
        FunctionCallError::HostError(_) => "were stopped by a host function",
        FunctionCallError::WasmTrap(_) => "trapped",
        FunctionCallError::CompilationError(_) => "did not compile",
        FunctionCallError::LinkError { .. } => "did not link",
        FunctionCallError::MethodResolveError(_) => "found no method",
        _ => "ended otherwise",
    }
}
