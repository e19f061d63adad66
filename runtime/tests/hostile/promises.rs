//! Many receipts: promises, actions, and their contents.

use crate::case::{Case, LIMITS, main_with, of_table, rows};

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

const CALLS: &str = "
transfers until the gas is gone: (call $create) (loop (call $transfer) (br 0))
promises of one another until there are too many: (call $create)
    (loop (global.set $n
        (call $promise_batch_then (global.get $n) (i64.const 8) (i64.const 0))) (br 0))
a promise of a promise twice, and so on until it fails: (call $create)
    (loop (i64.store (i32.const 100) (global.get $n)) (i64.store (i32.const 108) (global.get $n))
        (global.set $n (call $promise_and (i64.const 100) (i64.const 2))) (br 0))
weights that overflow: (call $create)
    (call $call (i64.const 1) (i64.const 0) (i64.const 0) (i64.const -1))
    (call $call (i64.const 1) (i64.const 0) (i64.const 0) (i64.const -1))
    (call $call (i64.const 1) (i64.const 0) (i64.const 0) (i64.const -1))
calls that take all the gas with them: (call $create)
    (call $call (i64.const 1) (i64.const 0) (i64.const 0) (i64.const 1))
    (call $call (i64.const 1) (i64.const 0) (i64.const -1) (i64.const 0))
an account name of a megabyte:
    (drop (call $promise_batch_create (i64.const 1000000) (i64.const 0)))
a yielded promise resumed twice:
    (call $yield) (call $resume (i64.const 8)) (call $resume (i64.const 8))
yielded promises until the gas is gone: (loop (call $yield) (br 0))
";

const AT_THEIR_LIMITS: &str = "
bytes of a call's arguments: ARGUMENTS | FIELDS | (call $create)
    (call $call (i64.const 4) (i64.const #) (i64.const 0) (i64.const 1))
bytes of a contract to deploy: CONTRACT | FIELDS | (call $create)
    (call $promise_batch_action_deploy_contract (global.get $n) (i64.const #) (i64.const 0))
promises: PROMISES | FIELDS | {(call $create) }
promises that one waits for: DEPENDENCIES | FIELDS |
    {(call $create) (i64.store offset=1000 (i32.wrap_i64 (local.get $i)) (global.get $n))
        (local.set $i (i64.add (local.get $i) (i64.const 8))) }
    (drop (call $promise_batch_then (call $promise_and (i64.const 1000) (i64.const #))
        (i64.const 8) (i64.const 0)))
actions of a promise: ACTIONS | FIELDS | (call $create) {(call $transfer) }
bytes of a method's name: METHOD | FIELDS | (call $create)
    (call $call (i64.const #) (i64.const 0) (i64.const 0) (i64.const 1))
bytes that a promise is resumed with: PAYLOAD | FIELDS | (call $yield) (call $resume (i64.const #))
";

pub(crate) fn cases() -> Vec<Case> {
    let calls = rows(CALLS).into_iter();
    let calls = calls.map(|(name, body)| Case::wat(name, move || main_with(FIELDS, &body)));
    let limits = [
        ("ARGUMENTS", LIMITS.max_arguments_length),
        ("CONTRACT", LIMITS.max_contract_size),
        ("PROMISES", LIMITS.max_promises_per_function_call_action),
        ("DEPENDENCIES", LIMITS.max_number_input_data_dependencies),
        ("ACTIONS", LIMITS.max_actions_per_receipt),
        ("METHOD", LIMITS.max_length_method_name),
        ("PAYLOAD", LIMITS.max_yield_payload_size),
    ];
    let at_their_limits = AT_THEIR_LIMITS.replace("FIELDS", FIELDS);
    calls.chain(of_table(&at_their_limits, &limits)).collect()
}
