//! Contracts whose methods are lists of host calls.

use std::fmt::Write as _;

/// One host call, or a few that belong together. Promises are numbered in the order of the steps that
/// create them.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// A batch for an account.
    Promise {
        to: String,
    },
    /// A batch for an account that runs after a promise.
    Then {
        after: usize,
        to: String,
    },
    /// All of these promises.
    And {
        of: Vec<usize>,
    },
    /// A function call in a batch; the gas is in Ggas.
    Call {
        on: usize,
        method: String,
        deposit: u128,
        gas: u64,
        weight: u64,
    },
    /// A transfer in a batch, yoctoNEAR.
    Transfer {
        on: usize,
        amount: u128,
    },
    /// The creation of a batch's receiver.
    CreateAccount {
        on: usize,
    },
    /// The deletion of a batch's receiver; its balance goes to the beneficiary.
    DeleteAccount {
        on: usize,
        beneficiary: String,
    },
    /// Deposits of a batch go back to this account.
    RefundTo {
        on: usize,
        to: String,
    },
    /// A callback that waits to be resumed; its gas is in Ggas.
    Yield {
        method: String,
        gas: u64,
    },
    /// Resumes the last yield.
    Resume {
        data: String,
    },
    /// Returns a promise.
    Return {
        promise: usize,
    },
    /// Returns the first promise result, or `failed`.
    ReturnResult,
    Value(String),
    Log(String),
    Write {
        key: String,
        value: String,
    },
    Panic,
}

/// A contract being assembled.
#[derive(Default)]
pub(crate) struct Program {
    data: Vec<u8>,
    methods: String,
}

const IMPORTS: &str = r#"
(import "env" "promise_batch_create" (func $promise (param i64 i64) (result i64)))
(import "env" "promise_batch_then" (func $then (param i64 i64 i64) (result i64)))
(import "env" "promise_and" (func $and (param i64 i64) (result i64)))
(import "env" "promise_batch_action_function_call_weight"
    (func $call (param i64 i64 i64 i64 i64 i64 i64 i64)))
(import "env" "promise_batch_action_transfer" (func $transfer (param i64 i64)))
(import "env" "promise_batch_action_create_account" (func $create_account (param i64)))
(import "env" "promise_batch_action_delete_account"
    (func $delete_account (param i64 i64 i64)))
(import "env" "promise_set_refund_to" (func $refund_to (param i64 i64 i64)))
(import "env" "promise_yield_create"
    (func $yield (param i64 i64 i64 i64 i64 i64 i64) (result i64)))
(import "env" "promise_yield_resume" (func $resume (param i64 i64 i64 i64) (result i32)))
(import "env" "promise_return" (func $return (param i64)))
(import "env" "promise_result" (func $result (param i64 i64) (result i64)))
(import "env" "value_return" (func $value (param i64 i64)))
(import "env" "log_utf8" (func $log (param i64 i64)))
(import "env" "storage_write" (func $write (param i64 i64 i64 i64 i64) (result i64)))
(import "env" "storage_read" (func $read (param i64 i64 i64) (result i64)))
(import "env" "panic" (func $panic))
(memory 1)
"#;

/// Where ids of joined promises are put, above all data.
const IDS: usize = 60_000;
/// A length that stands for a register.
const REGISTER: i64 = -1;

impl Program {
    /// Puts bytes into memory; their length and address as operands.
    fn bytes(&mut self, bytes: &[u8]) -> String {
        let at = self.data.len();
        self.data.extend_from_slice(bytes);
        assert!(self.data.len() < IDS, "the program's data fits its page");
        format!("(i64.const {}) (i64.const {at})", bytes.len())
    }

    /// Puts an amount into memory; its address as an operand.
    fn amount(&mut self, amount: u128) -> String {
        let at = self.data.len();
        self.data.extend_from_slice(&amount.to_le_bytes());
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
            Step::Promise { to } => {
                create(format!("(call $promise {})", self.bytes(to.as_bytes())))
            }
            Step::Then { after, to } => {
                let to = self.bytes(to.as_bytes());
                create(format!("(call $then (local.get $p{after}) {to})"))
            }
            Step::And { of } => {
                let stores = of.iter().enumerate().map(|(index, it)| {
                    let at = IDS + 8 * index;
                    format!("(i64.store (i32.const {at}) (local.get $p{it}))")
                });
                let stores: String = stores.collect();
                let count = of.len();
                let and = format!("(call $and (i64.const {IDS}) (i64.const {count}))");
                format!("{stores} {}", create(and))
            }
            Step::Call {
                on,
                method,
                deposit,
                gas,
                weight,
            } => {
                let (method, args) = (self.bytes(method.as_bytes()), self.bytes(b"{}"));
                let deposit = self.amount(*deposit);
                let gas = gas * 1_000_000_000;
                format!(
                    "(call $call (local.get $p{on}) {method} {args} {deposit} \
                     (i64.const {gas}) (i64.const {weight}))"
                )
            }
            Step::Transfer { on, amount } => {
                let amount = self.amount(*amount);
                format!("(call $transfer (local.get $p{on}) {amount})")
            }
            Step::CreateAccount { on } => format!("(call $create_account (local.get $p{on}))"),
            Step::DeleteAccount { on, beneficiary } => {
                let beneficiary = self.bytes(beneficiary.as_bytes());
                format!("(call $delete_account (local.get $p{on}) {beneficiary})")
            }
            Step::RefundTo { on, to } => {
                let to = self.bytes(to.as_bytes());
                format!("(call $refund_to (local.get $p{on}) {to})")
            }
            Step::Yield { method, gas } => {
                let (method, args) = (self.bytes(method.as_bytes()), self.bytes(b"{}"));
                let (key, gas) = (self.bytes(b"yield"), gas * 1_000_000_000);
                let code = format!(
                    "(call $yield {method} {args} (i64.const {gas}) (i64.const 0) (i64.const 0))"
                );
                let keep = format!(
                    "(drop (call $write {key} (i64.const {REGISTER}) (i64.const 0) (i64.const 1)))"
                );
                format!("{} {keep}", create(code))
            }
            Step::Resume { data } => {
                let (key, data) = (self.bytes(b"yield"), self.bytes(data.as_bytes()));
                format!(
                    "(drop (call $read {key} (i64.const 2))) \
                     (drop (call $resume (i64.const {REGISTER}) (i64.const 2) {data}))"
                )
            }
            Step::Return { promise } => format!("(call $return (local.get $p{promise}))"),
            Step::ReturnResult => {
                let failed = self.bytes(b"failed");
                format!(
                    "(if (i64.eq (call $result (i64.const 0) (i64.const 3)) (i64.const 1))
                     (then (call $value (i64.const {REGISTER}) (i64.const 3)))
                     (else (call $value {failed})))"
                )
            }
            Step::Value(value) => format!("(call $value {})", self.bytes(value.as_bytes())),
            Step::Log(line) => format!("(call $log {})", self.bytes(line.as_bytes())),
            Step::Write { key, value } => {
                let (key, value) = (self.bytes(key.as_bytes()), self.bytes(value.as_bytes()));
                format!("(drop (call $write {key} {value} (i64.const 4)))")
            }
            Step::Panic => "(call $panic)".to_owned(),
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
        let module = format!("(module {IMPORTS} (data (i32.const 0) \"{data}\") {methods})");
        wat::parse_str(module).expect("an assembled program is valid")
    }
}
