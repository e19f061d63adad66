//! The whole stack: a contract that calls the host function, on every backend.

use near_runtime_ext::rules::{Answer, Triple};
use near_runtime_ext::{Failure, FunctionCallError, HostError};
use test_support::everywhere::{Everywhere, TGAS};
use test_support::imports::module;

/// Arguments: the six of the host function, then length and pointer of each input, eight bytes
/// each; then the inputs. In every case each input is also put into a register.
const GUEST: &str = r#"
    (memory 1)
    (func $arg (param $index i32) (result i64)
        (i64.load (i32.mul (local.get $index) (i32.const 8))))
    (func (export "verify")
        (call $input (i64.const 0))
        (call $read_register (i64.const 0) (i64.const 0))
        (call $write_register (i64.const 1) (call $arg (i32.const 6)) (call $arg (i32.const 7)))
        (call $write_register (i64.const 2) (call $arg (i32.const 8)) (call $arg (i32.const 9)))
        (call $write_register (i64.const 3) (call $arg (i32.const 10)) (call $arg (i32.const 11)))
        (i64.store (i32.const 0) (call $ed25519_verify
            (call $arg (i32.const 0)) (call $arg (i32.const 1)) (call $arg (i32.const 2))
            (call $arg (i32.const 3)) (call $arg (i32.const 4)) (call $arg (i32.const 5))))
        (call $value_return (i64.const 8) (i64.const 0)))"#;

/// Address of the inputs in guest memory: after twelve arguments.
const INPUTS: u64 = 12 * 8;

/// The place of the inputs for the host function.
#[derive(Clone, Copy, Debug)]
enum Place {
    Memory,
    Register,
}

pub struct Stack(Everywhere);

impl Stack {
    pub fn deploy() -> Self {
        Self(Everywhere::deploy_wat(&module(GUEST)))
    }

    /// The answer of every backend, with the inputs in memory and in registers.
    #[track_caller]
    pub fn answer(&mut self, triple: &Triple) -> Answer {
        let [in_memory, in_registers] =
            [Place::Memory, Place::Register].map(|place| self.answer_to(triple, place));
        assert_eq!(in_memory, in_registers, "in memory and in registers");
        in_memory
    }

    /// The answer of every backend to inputs in this place.
    #[track_caller]
    fn answer_to(&mut self, triple: &Triple, place: Place) -> Answer {
        let outcome = self.0.call("verify", &args(triple, place), 300 * TGAS);
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

fn args(triple: &Triple, place: Place) -> Vec<u8> {
    let inputs = [&triple.signature, &triple.message, &triple.public_key];
    let (mut of_the_host_function, mut of_registers) = (Vec::new(), Vec::new());
    let mut ptr = INPUTS;
    for (input, id) in inputs.into_iter().zip(1..) {
        let in_memory = [input.len() as u64, ptr];
        of_registers.extend(in_memory);
        of_the_host_function.extend(match place {
            Place::Memory => in_memory,
            Place::Register => [u64::MAX, id],
        });
        ptr += input.len() as u64;
    }
    let numbers = [of_the_host_function, of_registers].concat();
    let numbers = numbers.into_iter().flat_map(u64::to_le_bytes);
    numbers
        .chain(inputs.into_iter().flatten().copied())
        .collect()
}
