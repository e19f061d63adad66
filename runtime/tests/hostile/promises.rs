//! Many receipts: promises, actions, and their contents.

use crate::case::{Case, of_table};

/// Functions that create a promise, `$n`, and add actions to it; and a yielded promise, whose id is
/// in register 7 and at address 200.
const FIELDS: &str = r#"
    (memory 1) (data (i32.const 0) "bob.near") (global $n (mut i64) (i64.const 0))
    (func $create (global.set $n (call $promise_batch_create (i64.const 8) (i64.const 0))))
    (func $transfer (call $promise_batch_action_transfer (global.get $n) (i64.const 64)))
    (func $call (param $method i64) (param $arguments i64) (param $gas i64) (param $weight i64)
        (call $promise_batch_action_function_call_weight (global.get $n)
            (local.get $method) (i64.const 0) (local.get $arguments) (i64.const 0)
            (i64.const 64) (local.get $gas) (local.get $weight)))
    (func $yield
        (drop (call $promise_yield_create (i64.const 4) (i64.const 0) (i64.const 0) (i64.const 0)
            (i64.const 0) (i64.const 1) (i64.const 7)))
        (call $read_register (i64.const 7) (i64.const 200)))
    (func $resume (param $bytes i64)
        (drop (call $promise_yield_resume (call $register_len (i64.const 7)) (i64.const 200)
            (local.get $bytes) (i64.const 0))))"#;

const TABLE: &str = "
transfers until the gas is gone: 1 | FIELDS | (call $create) (loop (call $transfer) (br 0))
promises of one another until there are too many: 1 | FIELDS | (call $create)
    (loop (global.set $n
        (call $promise_batch_then (global.get $n) (i64.const 8) (i64.const 0))) (br 0))
a promise of a promise twice, and so on until it fails: 1 | FIELDS | (call $create)
    (loop (i64.store (i32.const 100) (global.get $n)) (i64.store (i32.const 108) (global.get $n))
        (global.set $n (call $promise_and (i64.const 100) (i64.const 2))) (br 0))
weights that overflow: 1 | FIELDS | (call $create)
    (call $call (i64.const 1) (i64.const 0) (i64.const 0) (i64.const -1))
    (call $call (i64.const 1) (i64.const 0) (i64.const 0) (i64.const -1))
    (call $call (i64.const 1) (i64.const 0) (i64.const 0) (i64.const -1))
calls that take all the gas with them: 1 | FIELDS | (call $create)
    (call $call (i64.const 1) (i64.const 0) (i64.const 0) (i64.const 1))
    (call $call (i64.const 1) (i64.const 0) (i64.const -1) (i64.const 0))
an account name of a megabyte: 1 | FIELDS |
    (drop (call $promise_batch_create (i64.const 1000000) (i64.const 0)))
a yielded promise resumed twice: 1 | FIELDS |
    (call $yield) (call $resume (i64.const 8)) (call $resume (i64.const 8))
yielded promises until the gas is gone: 1 | FIELDS | (loop (call $yield) (br 0))
bytes of a call's arguments: up to max_arguments_length | FIELDS | (call $create)
    (call $call (i64.const 4) (i64.const #) (i64.const 0) (i64.const 1))
bytes of a contract to deploy: up to max_contract_size | FIELDS | (call $create)
    (call $promise_batch_action_deploy_contract (global.get $n) (i64.const #) (i64.const 0))
promises: up to max_promises_per_function_call_action | FIELDS | {(call $create) }
promises that one waits for: up to max_number_input_data_dependencies | FIELDS |
    {(call $create) (i64.store offset=1000 (i32.wrap_i64 (local.get $i)) (global.get $n))
        (local.set $i (i64.add (local.get $i) (i64.const 8))) }
    (drop (call $promise_batch_then (call $promise_and (i64.const 1000) (i64.const #))
        (i64.const 8) (i64.const 0)))
actions of a promise: up to max_actions_per_receipt | FIELDS | (call $create) {(call $transfer) }
bytes of a method's name: up to max_length_method_name | FIELDS | (call $create)
    (call $call (i64.const #) (i64.const 0) (i64.const 0) (i64.const 1))
bytes that a promise is resumed with: up to max_yield_payload_size | FIELDS | (call $yield) (call $resume (i64.const #))
";

pub(crate) fn cases() -> Vec<Case> {
    of_table(TABLE, &[("FIELDS", FIELDS)])
}
