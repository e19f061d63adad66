//! Many receipts: promises, actions, and their contents.

use crate::case::{Case, LIMITS, at_and_over, forever, main_with, times};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = vec![
        Case::wat("transfers until the gas is gone", || {
            main(&batch(&forever(
                "(call $promise_batch_action_transfer (local.get $i) (i64.const 64))",
            )))
        }),
        Case::wat("promises of one another until there are too many", || {
            main(&batch(&forever(
                "(local.set $i
                    (call $promise_batch_then (local.get $i) (i64.const 8) (i64.const 0)))",
            )))
        }),
        Case::wat(
            "a promise of a promise twice, and so on until it fails",
            || {
                main(&batch(&forever(
                    "(i64.store (i32.const 100) (local.get $i))
                 (i64.store (i32.const 108) (local.get $i))
                 (local.set $i (call $promise_and (i64.const 100) (i64.const 2)))",
                )))
            },
        ),
        Case::wat("weights that overflow", || {
            main(&batch(&call_function(1, 0, 0, u64::MAX).repeat(3)))
        }),
        Case::wat("calls that take all the gas with them", || {
            main(&batch(&format!(
                "{} {}",
                call_function(1, 0, 0, 1),
                call_function(1, 0, u64::MAX, 0)
            )))
        }),
        Case::wat("an account name of a megabyte", || {
            main("(drop (call $promise_batch_create (i64.const 1000000) (i64.const 0)))")
        }),
        Case::wat("a yielded promise resumed twice", || {
            main(&format!("{YIELD} {} {}", resume(8), resume(8)))
        }),
        Case::wat("yielded promises until the gas is gone", || {
            main(&forever(YIELD))
        }),
    ];
    cases.extend(at_and_over(
        "bytes of a call's arguments",
        LIMITS.max_arguments_length,
        move |bytes| main(&batch(&call_function(4, bytes, 0, 1))),
    ));
    cases.extend(at_and_over(
        "bytes of a contract to deploy",
        LIMITS.max_contract_size,
        move |bytes| {
            main(&batch(&format!(
                "(call $promise_batch_action_deploy_contract
                        (local.get $i) (i64.const {bytes}) (i64.const 0))"
            )))
        },
    ));
    cases.extend(at_and_over(
        "promises",
        LIMITS.max_promises_per_function_call_action,
        move |count| main(&times(count, &format!("(drop {CREATE})"))),
    ));
    cases.extend(at_and_over(
        "promises that one waits for",
        LIMITS.max_number_input_data_dependencies,
        move |count| {
            let store = format!(
                "(i64.store offset=1000
                        (i32.mul (i32.wrap_i64 (local.get $i)) (i32.const 8)) {CREATE})"
            );
            main(&format!(
                "{} (drop (call $promise_batch_then
                        (call $promise_and (i64.const 1000) (i64.const {count}))
                        (i64.const 8) (i64.const 0)))",
                times(count, &store)
            ))
        },
    ));
    cases.extend(at_and_over(
        "actions of a promise",
        LIMITS.max_actions_per_receipt,
        move |count| {
            main(&format!(
                "(global.set $n {CREATE}) {}",
                times(
                    count,
                    "(call $promise_batch_action_transfer (global.get $n) (i64.const 64))"
                )
            ))
        },
    ));
    cases.extend(at_and_over(
        "bytes of a method's name",
        LIMITS.max_length_method_name,
        move |count| main(&batch(&call_function(count, 0, 0, 1))),
    ));
    cases.extend(at_and_over(
        "bytes that a promise is resumed with",
        LIMITS.max_yield_payload_size,
        move |bytes| main(&format!("{YIELD} {}", resume(bytes))),
    ));
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
