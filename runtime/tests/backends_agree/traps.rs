//! Traps of each kind, in the method and before it.

use expect_test::{Expect, expect};
use test_support::everywhere::{Everywhere, TGAS, main_body};
use test_support::outcome::summary;

#[track_caller]
fn check(wat: &str, expected: Expect) {
    let outcome = Everywhere::deploy_wat(wat).call("main", b"", 10 * TGAS);
    expected.assert_eq(&summary(&outcome));
}

#[test]
fn unreachable() {
    check(
        &main_body("unreachable"),
        expect![[r#"
        burnt 86422567
        failure WasmTrap(Unreachable)
    "#]],
    );
}

#[test]
fn a_load_beyond_memory() {
    check(
        &main_body("(drop (i32.load (i32.const -1)))"),
        expect![[r#"
        burnt 92691798
        failure WasmTrap(MemoryOutOfBounds)
    "#]],
    );
}

#[test]
fn a_load_whose_offset_reaches_beyond_memory() {
    check(
        &main_body("(drop (i64.load offset=0xffffffff (i32.const 9)))"),
        expect![[r#"
        burnt 97048978
        failure WasmTrap(MemoryOutOfBounds)
    "#]],
    );
}

#[test]
fn a_bulk_copy_beyond_memory() {
    check(
        &main_body("(memory.copy (i32.const 0) (i32.const -8) (i32.const 16))"),
        expect![[r#"
            burnt 137364022
            failure WasmTrap(MemoryOutOfBounds)
        "#]],
    );
}

#[test]
fn division_by_zero() {
    check(
        &main_body("(drop (i64.div_s (i64.const 1) (i64.const 0)))"),
        expect![[r#"
        burnt 93514554
        failure WasmTrap(IllegalArithmetic)
    "#]],
    );
}

#[test]
fn division_overflow() {
    check(
        &main_body("(drop (i32.div_s (i32.const 0x80000000) (i32.const -1)))"),
        expect![[r#"
            burnt 97871734
            failure WasmTrap(IllegalArithmetic)
        "#]],
    );
}

#[test]
fn a_float_that_fits_no_integer() {
    check(
        &main_body("(drop (i32.trunc_f64_u (f64.const nan)))"),
        expect![[r#"
        burnt 98138273
        failure WasmTrap(IllegalArithmetic)
    "#]],
    );
}

#[test]
fn an_indirect_call_of_nothing() {
    check(
        r#"(module (table 2 funcref) (type $t (func))
            (func (export "main") (call_indirect (type $t) (i32.const 1))))"#,
        expect![[r#"
            burnt 106852633
            failure WasmTrap(IndirectCallToNull)
        "#]],
    );
}

#[test]
fn an_indirect_call_beyond_the_table() {
    check(
        r#"(module (table 2 funcref) (type $t (func))
            (func (export "main") (call_indirect (type $t) (i32.const 2))))"#,
        expect![[r#"
            burnt 106852633
            failure WasmTrap(MemoryOutOfBounds)
        "#]],
    );
}

#[test]
fn an_indirect_call_of_another_type() {
    check(
        r#"(module (table 1 funcref) (elem (i32.const 0) $other)
            (func $other (param i32)) (type $t (func))
            (func (export "main") (call_indirect (type $t) (i32.const 0))))"#,
        expect![[r#"
            burnt 136263598
            failure WasmTrap(IncorrectCallIndirectSignature)
        "#]],
    );
}

#[test]
fn recursion_without_end() {
    check(
        r#"(module (func $down (export "main") (call $down)))"#,
        expect![[r#"
            burnt 30422166487
            failure HostError(MemoryAccessViolation)
        "#]],
    );
}

#[test]
fn recursion_with_many_locals_without_end() {
    // As many locals as the size of a contract allows.
    let (locals, padding) = ("i64 ".repeat(1000), "x".repeat(4000));
    check(
        &format!(
            r#"(module (func $down (export "main") (local {locals}) (call $down))
                (memory 1) (data (i32.const 0) "{padding}"))"#
        ),
        expect![[r#"
            burnt 31034022341
            failure HostError(MemoryAccessViolation)
        "#]],
    );
}

#[test]
fn data_that_does_not_fit_the_memory() {
    check(
        r#"(module (memory 1) (data (i32.const 0x7ffffff) "too far") (func (export "main")))"#,
        expect![[r#"
            burnt 97535778
            failure WasmTrap(MemoryOutOfBounds)
        "#]],
    );
}

#[test]
fn elements_that_do_not_fit_the_table() {
    check(
        r#"(module (table 1 funcref) (elem (i32.const 1) $f) (func $f (export "main")))"#,
        expect![[r#"
            burnt 102982253
            failure WasmTrap(MemoryOutOfBounds)
        "#]],
    );
}

#[test]
fn a_trap_in_the_start_function() {
    check(
        r#"(module (start $start) (func $start unreachable) (func (export "main")))"#,
        expect![[r#"
            burnt 107119172
            failure WasmTrap(Unreachable)
        "#]],
    );
}
