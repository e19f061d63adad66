//! Contracts whose methods are lists of host calls.

use near_primitives::action::{Action, FunctionCallAction, TransferAction};
use near_runtime_ext::{Balance, Gas};
use std::fmt::Write as _;
use test_support::imports::module;

/// One host call, or a few that belong together. Promises are numbered in the order of the steps that
/// create them.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// A batch for an account.
    Promise(String),
    /// A batch that runs after a promise, for an account.
    Then(usize, String),
    /// All of these promises.
    And(Vec<usize>),
    /// An action in this batch; for a call, also the weight by which it shares the gas left over.
    Action(usize, Action, u64),
    /// Deposits of this batch go back to this account.
    RefundTo(usize, String),
    /// A callback that waits to be resumed: a method, and its gas.
    Yield(String, Gas),
    /// Resumes the last yield with this data.
    Resume(String),
    /// Returns a promise.
    Return(usize),
    /// Returns the first promise result, or `failed`.
    ReturnResult,
    Value(String),
    Log(String),
    /// Writes a value under a key.
    Write(String, String),
    Panic,
}

/// A call without arguments.
pub(crate) fn call(method: &str, deposit: u128, gas: Gas) -> Action {
    Action::from(FunctionCallAction {
        method_name: method.to_owned(),
        args: b"{}".to_vec(),
        gas,
        deposit: Balance::from_yoctonear(deposit),
    })
}

/// A transfer, yoctoNEAR.
pub(crate) fn transfer(amount: u128) -> Action {
    let deposit = Balance::from_yoctonear(amount);
    TransferAction { deposit }.into()
}

/// A contract being assembled.
#[derive(Default)]
pub(crate) struct Program {
    data: Vec<u8>,
    methods: String,
}

/// Where ids of joined promises are put, above all data.
const IDS: usize = 60_000;
/// A length that stands for a register.
const REGISTER: i64 = -1;

impl Program {
    /// Puts bytes into memory; returns their length and address as operands.
    fn bytes(&mut self, bytes: &[u8]) -> String {
        let at = self.data.len();
        self.data.extend_from_slice(bytes);
        assert!(self.data.len() < IDS, "the program's data fits its page");
        format!("(i64.const {}) (i64.const {at})", bytes.len())
    }

    /// Puts an amount into memory; returns its address as an operand.
    fn amount(&mut self, amount: Balance) -> String {
        let at = self.data.len();
        let bytes = amount.as_yoctonear().to_le_bytes();
        self.data.extend_from_slice(&bytes);
        format!("(i64.const {at})")
    }

    /// Adds a method.
    pub(crate) fn method(mut self, name: &str, steps: &[Step]) -> Self {
        let mut body = String::new();
        let mut promises = 0;
        for step in steps {
            let code = self.step(step, &mut promises);
            let _ = writeln!(body, "{code}");
        }
        let locals: String = (0..promises)
            .map(|it| format!("(local $p{it} i64)"))
            .collect();
        let _ = writeln!(self.methods, "(func (export \"{name}\") {locals} {body})");
        self
    }

    fn step(&mut self, step: &Step, promises: &mut usize) -> String {
        let mut create = |code: String| {
            let place = *promises;
            *promises += 1;
            format!("(local.set $p{place} {code})")
        };
        match step {
            Step::Promise(to) => {
                let to = self.bytes(to.as_bytes());
                create(format!("(call $promise_batch_create {to})"))
            }
            Step::Then(after, to) => {
                let to = self.bytes(to.as_bytes());
                create(format!(
                    "(call $promise_batch_then (local.get $p{after}) {to})"
                ))
            }
            Step::And(of) => {
                let stores = of.iter().enumerate().map(|(index, it)| {
                    let at = IDS + 8 * index;
                    format!("(i64.store (i32.const {at}) (local.get $p{it}))")
                });
                let stores: String = stores.collect();
                let count = of.len();
                let and = format!("(call $promise_and (i64.const {IDS}) (i64.const {count}))");
                format!("{stores} {}", create(and))
            }
            Step::Action(on, action, weight) => {
                let (name, operands) = self.action(action, *weight);
                format!("(call $promise_batch_action_{name} (local.get $p{on}) {operands})")
            }
            Step::RefundTo(on, to) => {
                let to = self.bytes(to.as_bytes());
                format!("(call $promise_set_refund_to (local.get $p{on}) {to})")
            }
            Step::Yield(method, gas) => {
                let (method, args) = (self.bytes(method.as_bytes()), self.bytes(b"{}"));
                let (key, gas) = (self.bytes(b"yield"), gas.as_gas());
                let code = format!(
                    "(call $promise_yield_create {method} {args} (i64.const {gas}) (i64.const 0) \
                     (i64.const 0))"
                );
                let keep = format!(
                    "(drop (call $storage_write {key} (i64.const {REGISTER}) (i64.const 0) \
                     (i64.const 1)))"
                );
                format!("{} {keep}", create(code))
            }
            Step::Resume(data) => {
                let (key, data) = (self.bytes(b"yield"), self.bytes(data.as_bytes()));
                format!(
                    "(drop (call $storage_read {key} (i64.const 2))) \
                     (drop (call $promise_yield_resume (i64.const {REGISTER}) (i64.const 2) {data}))"
                )
            }
            Step::Return(promise) => format!("(call $promise_return (local.get $p{promise}))"),
            Step::ReturnResult => {
                let failed = self.bytes(b"failed");
                format!(
                    "(if (i64.eq (call $promise_result (i64.const 0) (i64.const 3)) (i64.const 1))
                     (then (call $value_return (i64.const {REGISTER}) (i64.const 3)))
                     (else (call $value_return {failed})))"
                )
            }
            Step::Value(value) => format!("(call $value_return {})", self.bytes(value.as_bytes())),
            Step::Log(line) => format!("(call $log_utf8 {})", self.bytes(line.as_bytes())),
            Step::Write(key, value) => {
                let (key, value) = (self.bytes(key.as_bytes()), self.bytes(value.as_bytes()));
                format!("(drop (call $storage_write {key} {value} (i64.const 4)))")
            }
            Step::Panic => "(call $panic)".to_owned(),
        }
    }

    /// The host function that adds an action to a batch, and its operands except the batch.
    fn action(&mut self, action: &Action, weight: u64) -> (&'static str, String) {
        match action {
            Action::FunctionCall(call) => {
                let method = self.bytes(call.method_name.as_bytes());
                let (args, deposit) = (self.bytes(&call.args), self.amount(call.deposit));
                let gas = format!("(i64.const {}) (i64.const {weight})", call.gas.as_gas());
                let operands = format!("{method} {args} {deposit} {gas}");
                ("function_call_weight", operands)
            }
            Action::Transfer(transfer) => ("transfer", self.amount(transfer.deposit)),
            Action::CreateAccount(_) => ("create_account", String::new()),
            Action::DeleteAccount(delete) => {
                let beneficiary = self.bytes(delete.beneficiary_id.as_bytes());
                ("delete_account", beneficiary)
            }
            other => panic!("no step is {other:?}"),
        }
    }

    /// The contract.
    pub(crate) fn wasm(&self) -> Vec<u8> {
        let data: String = self
            .data
            .iter()
            .map(|byte| format!("\\{byte:02x}"))
            .collect();
        let methods = &self.methods;
        let fields = format!("(memory 1) (data (i32.const 0) \"{data}\") {methods}");
        wat::parse_str(module(&fields)).expect("an assembled program is valid")
    }
}
