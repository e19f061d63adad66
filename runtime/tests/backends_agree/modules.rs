//! Whole modules: broken ones, odd ones, and the limits of their growth.

use expect_test::{Expect, expect};
use test_support::everywhere::{Everywhere, TGAS, main_body};
use test_support::outcome::summary;

#[track_caller]
fn check(wasm: &[u8], expected: Expect) {
    let outcome = Everywhere::deploy(wasm).call("main", b"", 100 * TGAS);
    expected.assert_eq(&summary(&outcome));
}

#[track_caller]
fn check_wat(wat: &str, expected: Expect) {
    check(&wat::parse_str(wat).expect("valid WAT"), expected);
}

/// A module whose `main` returns the value of `expression`, an i32.
fn returning(definitions: &str, expression: &str) -> String {
    format!(
        r#"(module (import "env" "value_return" (func $return (param i64 i64)))
            (memory 1) {definitions}
            (func (export "main") (local $i i32)
                (i32.store (i32.const 0) {expression})
                (call $return (i64.const 4) (i64.const 0))))"#
    )
}

#[test]
fn bytes_that_are_not_wasm() {
    check(
        b"",
        expect![[r#"
        burnt 0
        failure CompilationError(PrepareError(Deserialization))
    "#]],
    );
    check(
        b"\0asm",
        expect![[r#"
        burnt 0
        failure CompilationError(PrepareError(Deserialization))
    "#]],
    );
    check(
        b"not wasm at all",
        expect![[r#"
        burnt 0
        failure CompilationError(PrepareError(Deserialization))
    "#]],
    );
    let whole = wat::parse_str(main_body("nop")).expect("valid WAT");
    check(
        &whole[..whole.len() - 3],
        expect![[r#"
        burnt 0
        failure CompilationError(PrepareError(Deserialization))
    "#]],
    );
}

#[test]
fn an_empty_module() {
    check_wat(
        "(module)",
        expect![[r#"
        burnt 0
        failure MethodResolveError(MethodNotFound)
    "#]],
    );
}

#[test]
fn wasm_that_the_network_does_not_take() {
    check_wat(
        r#"(module (func (export "main") (result i32 i32) (i32.const 1) (i32.const 2)))"#,
        expect![[r#"
        burnt 0
        failure CompilationError(PrepareError(Deserialization))
    "#]],
    );
    check_wat(
        r#"(module (memory 1) (func (export "main") (drop (v128.load (i32.const 0)))))"#,
        expect![[r#"
            burnt 0
            failure CompilationError(PrepareError(Deserialization))
        "#]],
    );
    check_wat(
        r#"(module (memory i64 1) (func (export "main")))"#,
        expect![[r#"
        burnt 0
        failure CompilationError(PrepareError(Deserialization))
    "#]],
    );
    // Contracts may not use the instrumentation's imports.
    check_wat(
        r#"(module (func (export "main")
            (i64.add128 (i64.const 1) (i64.const 2) (i64.const 3) (i64.const 4)) drop drop))"#,
        expect![[r#"
            burnt 0
            failure CompilationError(PrepareError(Deserialization))
        "#]],
    );
}

#[test]
fn memory_grows_to_the_limit_and_no_further() {
    check_wat(
        &returning(
            "",
            "(block (result i32)
                (loop $again (br_if $again (i32.ge_s (memory.grow (i32.const 64)) (i32.const 0))))
                (memory.size))",
        ),
        expect![[r#"
            burnt 4497350823
            returned 00080000
        "#]],
    );
}

#[test]
fn a_table_grows_to_the_limit_and_no_further() {
    for maximum in ["", "20000", "7"] {
        let table = format!("(table $t 2 {maximum} funcref)");
        let grow = "(block (result i32)
            (loop $again
                (br_if $again (i32.ge_s (table.grow $t (ref.null func) (i32.const 1)) (i32.const 0))))
            (table.size $t))";
        let outcome =
            Everywhere::deploy_wat(&returning(&table, grow)).call("main", b"", 300 * TGAS);
        let size = if maximum == "7" { 7_u32 } else { 10_000 };
        assert_eq!(
            outcome.return_bytes(),
            size.to_le_bytes(),
            "maximum {maximum:?}"
        );
    }
}

#[test]
fn a_start_function_runs_first() {
    check_wat(
        r#"(module (import "env" "log_utf8" (func $log (param i64 i64)))
            (memory 1) (data (i32.const 0) "startmain")
            (start $start)
            (func $start (call $log (i64.const 5) (i64.const 0)))
            (func (export "main") (call $log (i64.const 4) (i64.const 5))))"#,
        expect![[r#"
            burnt 22020934266
            log "start"
            log "main"
        "#]],
    );
}

#[test]
fn not_a_number_has_one_representation() {
    check_wat(
        &returning(
            "(global $nan (mut f32) (f32.const nan:0x12345))",
            "(i32.reinterpret_f32 (f32.add (global.get $nan) (f32.const 0)))",
        ),
        expect![[r#"
            burnt 3084968449
            returned 0000c07f
        "#]],
    );
}

#[test]
fn arithmetic_at_its_edges() {
    check_wat(
        &returning(
            "(global $x (mut i64) (i64.const -1))",
            "(i32.xor
                (i32.wrap_i64 (i64.rem_u (global.get $x) (i64.const 1000003)))
                (i32.xor
                    (i32.rotl (i32.const 0x80000001) (i32.wrap_i64 (i64.popcnt (global.get $x))))
                    (i32.trunc_sat_f64_s (f64.const -1e300))))",
        ),
        expect![[r#"
            burnt 3111980563
            returned df590500
        "#]],
    );
}

#[test]
fn control_flow_of_every_kind() {
    check_wat(
        &returning(
            "(table 2 funcref) (elem (i32.const 0) $one $two)
             (func $one (param i32) (result i32) (i32.add (local.get 0) (i32.const 1)))
             (func $two (param i32) (result i32) (i32.mul (local.get 0) (i32.const 2)))",
            "(block (result i32)
                (loop $again
                    (block $b (block $a
                        (br_table $a $b $b (i32.and (local.get $i) (i32.const 3))))
                        (local.set $i (i32.add (local.get $i) (i32.const 3))))
                    (local.set $i (call_indirect (param i32) (result i32)
                        (local.get $i) (i32.and (local.get $i) (i32.const 1))))
                    (br_if $again (i32.lt_u (local.get $i) (i32.const 1000))))
                (select (local.get $i) (i32.const 0) (local.get $i)))",
        ),
        expect![[r#"
            burnt 3524958678
            returned fe030000
        "#]],
    );
}

#[test]
fn too_many_of_anything() {
    let functions = "(func)".repeat(10_001);
    check_wat(
        &format!(r#"(module (func (export "main")) {functions})"#),
        expect![[r#"
        burnt 0
        failure CompilationError(PrepareError(TooManyFunctions))
    "#]],
    );
    check_wat(
        r#"(module (table 10001 funcref) (func (export "main")))"#,
        expect![[r#"
        burnt 0
        failure CompilationError(PrepareError(TooManyTableElements))
    "#]],
    );
    let locals = "i64 ".repeat(50_001);
    check_wat(
        &format!(r#"(module (func (export "main") (local {locals})))"#),
        expect![[r#"
        burnt 0
        failure CompilationError(PrepareError(TooManyLocals))
    "#]],
    );
}
