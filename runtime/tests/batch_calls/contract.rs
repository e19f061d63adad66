//! A contract that makes batch calls, on every backend that has the function; the backends must
//! agree.

use crate::network::{BatchItem, Place, encode};
use near_runtime_ext::{Gas, HostCall, Outcome, RuntimeBuilder};
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

/// What a successful call of the host function returns, and the gas that it burns itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// Its return value, and the verdicts in its register.
    pub result: (u64, Vec<u8>),
    pub gas: u64,
}

/// The contract on each backend.
pub struct Contracts<I>(Everywhere, PhantomData<I>);

impl<I: BatchItem> Contracts<I> {
    pub fn deploy_with(settings: impl Fn(RuntimeBuilder) -> RuntimeBuilder) -> Self {
        let wat = module(GUEST).replace("FUNCTION", I::MANY);
        let wasm = wat::parse_str(wat).expect("valid WAT");
        Self(Everywhere::deploy_with(&wasm, settings), PhantomData)
    }

    /// The outcome of a call with these items in this place, by this rule or suite; it is equal on every
    /// backend except for its time.
    #[track_caller]
    pub fn outcome(&mut self, place: Place, choice: u64, items: &[I], gas: Gas) -> Outcome {
        let items = encode(items);
        let args = match place {
            Place::Memory => [items.len() as u64, ITEMS, choice, VERDICTS],
            Place::Register => [REGISTER, ITEMS_REGISTER, choice, VERDICTS],
        };
        let args = args.into_iter().flat_map(u64::to_le_bytes);
        let args: Vec<_> = args.chain(items).collect();
        self.0.run(|contract| {
            contract
                .call("main")
                .args(&*args)
                .gas(gas)
                .trace()
                .transact()
        })
    }

    /// Result and gas of the call of the host function.
    #[track_caller]
    pub fn call(&mut self, place: Place, choice: u64, items: &[I]) -> Observed {
        let outcome = self.outcome(place, choice, items, PLENTY);
        assert_eq!(outcome.failure, None);
        let (accepted, verdicts) = outcome.return_bytes().split_at(8);
        let accepted = u64::from_le_bytes(accepted.try_into().expect("eight bytes"));
        Observed {
            result: (accepted, verdicts.to_vec()),
            gas: traced::<I>(&outcome).gas.as_gas(),
        }
    }
}

/// The call of the host function.
#[track_caller]
pub fn traced<I: BatchItem>(outcome: &Outcome) -> &HostCall {
    let mut calls = outcome.host_calls.iter();
    let many = calls.find(|it| it.function == I::MANY);
    many.expect("it was called")
}
