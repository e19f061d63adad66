//! Many receipts: promises, actions, and their contents.

use crate::case::{Case, Counted, LIMITS, at_and_over, forever, main_with, times};

pub(crate) fn cases() -> Vec<Case> {
    let twice = "(i64.store (i32.const 100) (local.get $i))
         (i64.store (i32.const 108) (local.get $i))
         (local.set $i (call $promise_and (i64.const 100) (i64.const 2)))";
    let then = "(local.set $i
            (call $promise_batch_then (local.get $i) (i64.const 8) (i64.const 0)))";
    let transfer = "(call $promise_batch_action_transfer (local.get $i) (i64.const 64))";
    let weights = call_function(1, 0, 0, u64::MAX).repeat(3);
    let all_gas = call_function(1, 0, 0, 1) + &call_function(1, 0, u64::MAX, 0);
    let mut cases: Vec<_> = [
        ("transfers until the gas is gone", batch(&forever(transfer))),
        (
            "promises of one another until there are too many",
            batch(&forever(then)),
        ),
        (
            "a promise of a promise twice, and so on until it fails",
            batch(&forever(twice)),
        ),
        ("weights that overflow", batch(&weights)),
        ("calls that take all the gas with them", batch(&all_gas)),
        (
            "an account name of a megabyte",
            "(drop (call $promise_batch_create (i64.const 1000000) (i64.const 0)))".to_owned(),
        ),
        (
            "a yielded promise resumed twice",
            format!("{YIELD} {} {}", resume(8), resume(8)),
        ),
        ("yielded promises until the gas is gone", forever(YIELD)),
    ]
    .map(|(name, body)| Case::wat(name, move || main(&body)))
    .into();
    let limited: [(&str, u64, Counted); 7] = [
        (
            "bytes of a call's arguments",
            LIMITS.max_arguments_length,
            |bytes| batch(&call_function(4, bytes, 0, 1)),
        ),
        (
            "bytes of a contract to deploy",
            LIMITS.max_contract_size,
            |bytes| {
                batch(&format!(
                    "(call $promise_batch_action_deploy_contract
                        (local.get $i) (i64.const {bytes}) (i64.const 0))"
                ))
            },
        ),
        (
            "promises",
            LIMITS.max_promises_per_function_call_action,
            |count| times(count, &format!("(drop {CREATE})")),
        ),
        (
            "promises that one waits for",
            LIMITS.max_number_input_data_dependencies,
            |count| {
                let address = "(i32.mul (i32.wrap_i64 (local.get $i)) (i32.const 8))";
                let store = format!("(i64.store offset=1000 {address} {CREATE})");
                times(count, &store)
                    + &format!(
                        "(drop (call $promise_batch_then
                            (call $promise_and (i64.const 1000) (i64.const {count}))
                            (i64.const 8) (i64.const 0)))"
                    )
            },
        ),
        (
            "actions of a promise",
            LIMITS.max_actions_per_receipt,
            |count| {
                let transfer =
                    "(call $promise_batch_action_transfer (global.get $n) (i64.const 64))";
                format!("(global.set $n {CREATE}) {}", times(count, transfer))
            },
        ),
        (
            "bytes of a method's name",
            LIMITS.max_length_method_name,
            |count| batch(&call_function(count, 0, 0, 1)),
        ),
        (
            "bytes that a promise is resumed with",
            LIMITS.max_yield_payload_size,
            |bytes| format!("{YIELD} {}", resume(bytes)),
        ),
    ];
    for (name, limit, body) in limited {
        cases.extend(at_and_over(name, limit, move |count| main(&body(count))));
    }
    cases
}

/// Creates a yielded promise; its id is in register 7 and at address 200.
const YIELD: &str = "
    (drop (call $promise_yield_create (i64.const 4) (i64.const 0) (i64.const 0) (i64.const 0)
        (i64.const 0) (i64.const 1) (i64.const 7)))
    (call $read_register (i64.const 7) (i64.const 200))";

/// Resumes that promise with this many bytes.
fn resume(bytes: u64) -> String {
    format!(
        "(drop (call $promise_yield_resume (call $register_len (i64.const 7)) (i64.const 200)
            (i64.const {bytes}) (i64.const 0)))"
    )
}

const CREATE: &str = "(call $promise_batch_create (i64.const 8) (i64.const 0))";

fn main(body: &str) -> String {
    main_with(
        r#"(memory 1) (data (i32.const 0) "bob.near") (global $n (mut i64) (i64.const 0))"#,
        body,
    )
}

/// Creates a promise, `$i`, with these actions.
fn batch(actions: &str) -> String {
    format!("(local.set $i {CREATE}) {actions}")
}

fn call_function(method: u64, arguments: u64, gas: u64, weight: u64) -> String {
    format!(
        "(call $promise_batch_action_function_call_weight (local.get $i)
            (i64.const {method}) (i64.const 0) (i64.const {arguments}) (i64.const 0)
            (i64.const 64) (i64.const {gas}) (i64.const {weight}))"
    )
}
