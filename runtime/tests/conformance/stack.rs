//! The whole stack: a contract that calls the host function, on every backend.

use near_runtime_ext::rules::{Answer, Triple};
use near_runtime_ext::{Failure, FunctionCallError, HostError};
use test_contracts::fixtures::verify_raw_args;
use test_contracts::{Build, signature_verifier};
use test_support::everywhere::{Everywhere, TGAS};

/// The contract, on every backend.
pub fn deploy() -> Everywhere {
    Everywhere::deploy(signature_verifier(Build::Host).wasm())
}

/// The answer of every backend.
#[track_caller]
pub fn answer(contract: &mut Everywhere, triple: &Triple) -> Answer {
    let args = verify_raw_args(&triple.signature, &triple.message, &triple.public_key);
    let outcome = contract.call("verify_raw", &args, 300 * TGAS);
    match &outcome.failure {
        None if outcome.return_bytes() == [1] => Answer::Accepted,
        None if outcome.return_bytes() == [0] => Answer::Refused,
        Some(Failure::Call(FunctionCallError::HostError(
            HostError::Ed25519VerifyInvalidInput { msg },
        ))) => {
            // The abort had a count of calls to undo.
            let mut calls = outcome.host_calls.iter();
            assert!(calls.any(|call| call.function == "storage_write"));
            Answer::Aborted(msg.clone())
        }
        _ => panic!("no answer: {outcome:?}"),
    }
}
