//! Host functions called by contracts: registers, logs, storage, promises, views.

use expect_test::{Expect, expect};
use test_support::everywhere::{Everywhere, TGAS, main_body};
use test_support::outcome::summary;

/// A module with the imports that these programs use, and `main`.
fn contract(body: &str) -> String {
    format!(
        r#"(module
            (import "env" "input" (func $input (param i64)))
            (import "env" "read_register" (func $read_register (param i64 i64)))
            (import "env" "register_len" (func $register_len (param i64) (result i64)))
            (import "env" "write_register" (func $write_register (param i64 i64 i64)))
            (import "env" "value_return" (func $value_return (param i64 i64)))
            (import "env" "log_utf8" (func $log_utf8 (param i64 i64)))
            (import "env" "log_utf16" (func $log_utf16 (param i64 i64)))
            (import "env" "panic_utf8" (func $panic_utf8 (param i64 i64)))
            (import "env" "storage_write" (func $storage_write (param i64 i64 i64 i64 i64) (result i64)))
            (import "env" "storage_read" (func $storage_read (param i64 i64 i64) (result i64)))
            (import "env" "storage_remove" (func $storage_remove (param i64 i64 i64) (result i64)))
            (import "env" "storage_iter_prefix" (func $storage_iter_prefix (param i64 i64) (result i64)))
            (import "env" "promise_create" (func $promise_create (param i64 i64 i64 i64 i64 i64 i64 i64) (result i64)))
            (import "env" "promise_then" (func $promise_then (param i64 i64 i64 i64 i64 i64 i64 i64 i64) (result i64)))
            (import "env" "promise_return" (func $promise_return (param i64)))
            (import "env" "ed25519_verify" (func $ed25519_verify (param i64 i64 i64 i64 i64 i64) (result i64)))
            (import "env" "abort" (func $abort (param i32 i32 i32 i32)))
            (memory 1)
            (data (i32.const 0) "bob.near")
            (data (i32.const 16) "key")
            (data (i32.const 32) "a value of some length")
            (func (export "main") {body}))"#
    )
}

#[track_caller]
fn check(body: &str, args: &[u8], expected: Expect) {
    let outcome = Everywhere::deploy_wat(&contract(body)).call("main", args, 100 * TGAS);
    expected.assert_eq(&summary(&outcome));
}

#[test]
fn input_goes_through_a_register() {
    check(
        "(call $input (i64.const 7))
         (call $read_register (i64.const 7) (i64.const 100))
         (call $value_return (call $register_len (i64.const 7)) (i64.const 100))",
        b"some input",
        expect![[r#"
            burnt 12802219747
            returned 736f6d6520696e707574
        "#]],
    );
}

#[test]
fn a_register_that_is_not_set() {
    check(
        "(call $read_register (i64.const 7) (i64.const 0))",
        b"",
        expect![[r#"
        burnt 1125146345
        failure HostError(InvalidRegisterId { register_id: 7 })
    "#]],
    );
}

#[test]
fn memory_out_of_bounds_in_a_host_call() {
    check(
        "(call $value_return (i64.const 10) (i64.const -5))",
        b"",
        expect![[r#"
        burnt 3773022875
        failure HostError(MemoryAccessViolation)
    "#]],
    );
    check(
        "(call $value_return (i64.const -2) (i64.const 0))",
        b"",
        expect![[r#"
        burnt 3735009545
        failure HostError(IntegerOverflow)
    "#]],
    );
}

#[test]
fn a_panic_with_a_message() {
    check(
        "(call $log_utf8 (i64.const 3) (i64.const 0)) (call $panic_utf8 (i64.const 8) (i64.const 0))",
        b"",
        expect![[r#"
            burnt 19674312371
            log "bob"
            failure HostError(GuestPanic { panic_msg: "bob.near" })
        "#]],
    );
}

#[test]
fn an_abort_of_assemblyscript() {
    check(
        "(call $abort (i32.const 4) (i32.const 4) (i32.const 1) (i32.const 2))",
        b"",
        expect![[r#"
        burnt 100000000000000
        failure HostError(GasLimitExceeded)
    "#]],
    );
}

#[test]
fn logs_that_are_not_text() {
    check(
        "(i32.store (i32.const 200) (i32.const 0xffff)) (call $log_utf8 (i64.const 2) (i64.const 200))",
        b"",
        expect![[r#"
            burnt 7452002743
            failure HostError(BadUTF8)
        "#]],
    );
    check(
        "(call $log_utf16 (i64.const 3) (i64.const 0))",
        b"",
        expect![[r#"
        burnt 7289726594
        failure HostError(BadUTF16)
    "#]],
    );
}

#[test]
fn one_log_too_many() {
    check(
        "(local $i i32)
         (loop $again
            (call $log_utf8 (i64.const 0) (i64.const 0))
            (br_if $again (i32.lt_u
                (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 101))))",
        b"",
        expect![[r#"
            burnt 955045558867
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            log ""
            failure HostError(NumberOfLogsExceeded { limit: 100 })
        "#]],
    );
}

#[test]
fn storage_survives_calls_and_pays_for_what_it_evicts() {
    let write = "(call $value_return (i64.add (i64.const 1)
        (call $storage_write (i64.const 3) (i64.const 16) (i64.const 22) (i64.const 32) (i64.const 0)))
        (i64.const 0))";
    let mut everywhere = Everywhere::deploy_wat(&contract(write));
    expect![[r#"
        burnt 74428851300
        returned 62
    "#]]
    .assert_eq(&summary(&everywhere.call("main", b"", 100 * TGAS)));
    expect![[r#"
        burnt 78088390281
        returned 626f
    "#]]
    .assert_eq(&summary(&everywhere.call("main", b"", 100 * TGAS)));
    expect![[r#"
        burnt 1142598204
        failure HostError(ProhibitedInView { method_name: "storage_write" })
    "#]]
    .assert_eq(&summary(&everywhere.view("main", b"")));
}

#[test]
fn a_removed_key_is_paid_for_by_its_value() {
    check(
        "(drop (call $storage_write (i64.const 3) (i64.const 16) (i64.const 22) (i64.const 32) (i64.const 0)))
         (drop (call $storage_read (i64.const 3) (i64.const 16) (i64.const 1)))
         (drop (call $storage_remove (i64.const 3) (i64.const 16) (i64.const 2)))
         (call $value_return (call $register_len (i64.const 2)) (i64.const 32))",
        b"",
        expect![[r#"
            burnt 196889199348
            returned 612076616c7565206f6620736f6d65206c656e677468
        "#]],
    );
}

#[test]
fn a_deprecated_function() {
    check(
        "(drop (call $storage_iter_prefix (i64.const 3) (i64.const 16)))",
        b"",
        expect![[r#"
        burnt 861467529
        failure HostError(Deprecated { method_name: "storage_iter_prefix" })
    "#]],
    );
}

#[test]
fn promises_reserve_gas() {
    check(
        "(call $promise_return (call $promise_then
            (call $promise_create (i64.const 8) (i64.const 0) (i64.const 3) (i64.const 0)
                (i64.const 0) (i64.const 0) (i64.const 300) (i64.const 5000000000000))
            (i64.const 8) (i64.const 0) (i64.const 3) (i64.const 16)
            (i64.const 0) (i64.const 0) (i64.const 300) (i64.const 7000000000000)))",
        b"",
        expect![[r#"
            burnt 724159233123
            used 14500291648727
        "#]],
    );
}

#[test]
fn promises_that_reserve_more_than_there_is() {
    check(
        "(drop (call $promise_create (i64.const 8) (i64.const 0) (i64.const 3) (i64.const 0)
            (i64.const 0) (i64.const 0) (i64.const 300) (i64.const 500000000000000)))",
        b"",
        expect![[r#"
            burnt 325606789016
            used 100000000000000
            failure HostError(GasExceeded)
        "#]],
    );
}

#[test]
fn a_verification_after_promises_that_leave_too_little() {
    // 100 Tgas, nearly all of it promised: the rest is less than the base fee of 0.21 Tgas.
    for promised in [
        99_000_000_000_000_u64,
        98_000_000_000_000,
        97_000_000_000_000,
    ] {
        let body = format!(
            "(drop (call $promise_create (i64.const 8) (i64.const 0) (i64.const 3) (i64.const 0)
                (i64.const 0) (i64.const 0) (i64.const 300) (i64.const {promised})))
             (loop $again
                (drop (call $ed25519_verify (i64.const 64) (i64.const 400) (i64.const 22)
                    (i64.const 32) (i64.const 32) (i64.const 500)))
                (br $again))"
        );
        let outcome = Everywhere::deploy_wat(&contract(&body)).call("main", b"", 100 * TGAS);
        assert!(!outcome.is_success());
    }
}

#[test]
fn a_view_may_not_do_what_a_transaction_may() {
    let body = "(drop (call $promise_create (i64.const 8) (i64.const 0) (i64.const 3) (i64.const 0)
        (i64.const 0) (i64.const 0) (i64.const 300) (i64.const 0)))";
    let outcome = Everywhere::deploy_wat(&contract(body)).view("main", b"");
    expect![[r#"
        burnt 1145333011
        failure HostError(ProhibitedInView { method_name: "promise_batch_create" })
    "#]]
    .assert_eq(&summary(&outcome));
}

#[test]
fn nothing_happens_for_nothing() {
    let outcome = Everywhere::deploy_wat(&main_body("")).call("main", b"ignored", TGAS);
    expect![[r#"
        burnt 84510516
    "#]]
    .assert_eq(&summary(&outcome));
}
