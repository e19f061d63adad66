//! The whole stack: a contract that calls the host function, on every backend.

use near_runtime_ext::rules::{Answer, Triple};
use near_runtime_ext::{Failure, FunctionCallError, HostError};
use test_support::everywhere::{Everywhere, TGAS};
use test_support::imports::module;

/// Arguments: the six of the host function, eight bytes each; then the inputs.
const GUEST: &str = r#"
    (memory 1)
    (func $arg (param $index i32) (result i64)
        (i64.load (i32.mul (local.get $index) (i32.const 8))))
    (func (export "verify")
        (call $input (i64.const 0))
        (call $read_register (i64.const 0) (i64.const 0))
        (i64.store (i32.const 0) (call $ed25519_verify
            (call $arg (i32.const 0)) (call $arg (i32.const 1)) (call $arg (i32.const 2))
            (call $arg (i32.const 3)) (call $arg (i32.const 4)) (call $arg (i32.const 5))))
        (call $value_return (i64.const 8) (i64.const 0)))"#;

/// Address of the inputs in guest memory: after six arguments.
const INPUTS: u64 = 6 * 8;

pub struct Stack(Everywhere);

impl Stack {
    pub fn deploy() -> Self {
        Self(Everywhere::deploy_wat(&module(GUEST)))
    }

    /// The answer of every backend.
    #[track_caller]
    pub fn answer(&mut self, triple: &Triple) -> Answer {
        let outcome = self.0.call("verify", &args(triple), 300 * TGAS);
        match &outcome.failure {
            None if outcome.return_bytes() == 1_u64.to_le_bytes() => Answer::Accepted,
            None if outcome.return_bytes() == 0_u64.to_le_bytes() => Answer::Refused,
            Some(Failure::Call(FunctionCallError::HostError(
                HostError::Ed25519VerifyInvalidInput { msg },
            ))) => Answer::Aborted(msg.clone()),
            _ => panic!("no answer: {outcome:?}"),
        }
    }
}

fn args(triple: &Triple) -> Vec<u8> {
    let inputs = [&triple.signature, &triple.message, &triple.public_key];
    let mut numbers = Vec::new();
    let mut ptr = INPUTS;
    for input in inputs {
        numbers.extend([input.len() as u64, ptr]);
        ptr += input.len() as u64;
    }
    let numbers = numbers.into_iter().flat_map(u64::to_le_bytes);
    numbers
        .chain(inputs.into_iter().flatten().copied())
        .collect()
}
