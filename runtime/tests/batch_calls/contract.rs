//! A contract that makes batch calls, on every backend that has the function; the backends must
//! agree.

use crate::network::{BatchItem, Place, encode, valid};
use near_runtime_ext::{Failure, FunctionCallError, Gas, HostError, Outcome, RuntimeBuilder};
use std::marker::PhantomData;
use test_support::everywhere::Everywhere;
use test_support::imports::module;

/// Arguments: the four of the host function, eight bytes each; then the items, which are also put
/// into register 1. Returns the call's result, and the content of the verdicts' register.
const GUEST: &str = r#"
    (import "env" "FUNCTION"
        (func $many (param i64 i64 i64 i64) (result i64)))
    (memory 32)
    (func $arg (param $index i32) (result i64)
        (i64.load (i32.mul (local.get $index) (i32.const 8))))
    (func (export "main")
        (call $input (i64.const 0))
        (call $read_register (i64.const 0) (i64.const 0))
        (call $write_register
            (i64.const 1)
            (i64.sub (call $register_len (i64.const 0)) (i64.const 32))
            (i64.const 32))
        (i64.store (i32.const 32) (call $many
            (call $arg (i32.const 0)) (call $arg (i32.const 1))
            (call $arg (i32.const 2)) (call $arg (i32.const 3))))
        (call $read_register (call $arg (i32.const 3)) (i64.const 40))
        (call $value_return
            (i64.add (call $register_len (call $arg (i32.const 3))) (i64.const 8))
            (i64.const 32)))"#;

/// Address of the items in guest memory: after four arguments.
const ITEMS: u64 = 4 * 8;
/// The register that also has the items.
const ITEMS_REGISTER: u64 = 1;
/// The length that means "in a register".
pub const REGISTER: u64 = u64::MAX;
/// A register for the verdicts.
const VERDICTS: u64 = 2;

/// More gas than any call here burns.
pub const PLENTY: Gas = Gas::from_teragas(1000);

/// The observed result of a call of the host function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// Its return value and the verdicts in its register, or its error.
    pub result: Result<(u64, Vec<u8>), HostError>,
    /// The gas it burnt itself.
    pub gas: u64,
}

/// The contract on each backend.
pub struct Contracts<I>(Everywhere, PhantomData<I>);

/// A call of the contract.
#[derive(Clone, Debug)]
pub struct Call {
    pub args: [u64; 4],
    pub items: Vec<u8>,
    pub gas: Gas,
}

impl Call {
    /// A call with these items in this place, by this rule or suite.
    pub fn on(place: Place, choice: u64, items: Vec<u8>) -> Self {
        let args = match place {
            Place::Memory => [items.len() as u64, ITEMS, choice, VERDICTS],
            Place::Register => [REGISTER, ITEMS_REGISTER, choice, VERDICTS],
        };
        Self {
            args,
            items,
            gas: PLENTY,
        }
    }

    /// The same call, with this length and pointer of the items.
    pub fn at(mut self, len: u64, ptr: u64) -> Self {
        self.args[..2].copy_from_slice(&[len, ptr]);
        self
    }

    pub fn gas(self, gas: u64) -> Self {
        let gas = Gas::from_gas(gas);
        Self { gas, ..self }
    }
}

impl<I: BatchItem> Contracts<I> {
    pub fn deploy() -> Self {
        Self::deploy_with(|builder| builder)
    }

    pub fn deploy_with(settings: impl Fn(RuntimeBuilder) -> RuntimeBuilder) -> Self {
        let wat = module(GUEST).replace("FUNCTION", I::MANY);
        let wasm = wat::parse_str(wat).expect("valid WAT");
        Self(Everywhere::deploy_with(&wasm, settings), PhantomData)
    }

    /// The outcome, equal on every backend except for its time.
    #[track_caller]
    pub fn outcome(&mut self, call: &Call) -> Outcome {
        let numbers = call.args.into_iter().flat_map(u64::to_le_bytes);
        let args: Vec<_> = numbers.chain(call.items.iter().copied()).collect();
        self.0.run(|contract| {
            let call = contract.call("main").args(&*args).gas(call.gas);
            call.trace().transact()
        })
    }

    /// Result and gas of the call of the host function.
    #[track_caller]
    pub fn call(&mut self, call: &Call) -> Observed {
        let outcome = self.outcome(call);
        match &outcome.failure {
            None => {
                let traced = outcome.host_calls.iter().find(|it| it.function == I::MANY);
                let (accepted, verdicts) = outcome.return_bytes().split_at(8);
                let accepted = u64::from_le_bytes(accepted.try_into().expect("eight bytes"));
                Observed {
                    result: Ok((accepted, verdicts.to_vec())),
                    gas: traced.expect("it was called").gas.as_gas(),
                }
            }
            Some(Failure::Call(FunctionCallError::HostError(error))) => Observed {
                gas: outcome.burnt_gas.as_gas() - self.gas_before(call),
                result: Err(error.clone()),
            },
            Some(other) => panic!("not the host function's doing: {other:?}"),
        }
    }

    /// Gas burnt before the call of the host function: loading, Wasm, earlier calls.
    ///
    /// The trace records successful calls only. If the call fails, the earlier call is traced, and
    /// the Wasm between the two is the same.
    #[track_caller]
    pub fn gas_before(&mut self, call: &Call) -> u64 {
        let good = Call::on(Place::Memory, I::CHOICE, encode(&valid::<I>(1, 0)));
        let traced = self.outcome(&good).host_calls;
        let at = traced.iter().position(|it| it.function == I::MANY);
        let [.., previous, many] = &traced[..=at.expect("it is called")] else {
            panic!("it is called first: {traced:?}");
        };
        let between = many.before.as_gas() - (previous.before.as_gas() + previous.gas.as_gas());
        // Plenty of gas, so that no earlier call fails.
        let call = Call {
            gas: PLENTY,
            ..call.clone()
        };
        let traced = self.outcome(&call).host_calls;
        let last = traced
            .iter()
            .take_while(|it| it.function != I::MANY)
            .last()
            .expect("calls before it");
        last.before.as_gas() + last.gas.as_gas() + between
    }
}
