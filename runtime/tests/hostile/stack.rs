//! Recursion: instrumentation meters the Wasm stack, and the native one must grow no faster.

use crate::case::{Case, LIMITS, limit, of_table};

/// Bytes that instrumentation charges per frame, in addition to locals and operands.
const FRAME: u64 = 64;

/// A compiler can reuse one slot for all the short-lived values of the first.
const TABLE: &str = "
short values between calls, under values that are long-lived: 900 |
    GLOBALS (func $nothing) (func $down {(global.get $i64)}
        {5000 times (global.get $i64) (call $nothing) (global.set $i64)}
        (call $down) {(global.set $i64)}) | (call $down)
three functions that call each other: 1 |
    (func $a (call $b)) (func $b (call $c)) (func $c (call $a)) | (call $a)
a function that calls itself through the table: 1 |
    (table 1 funcref) (elem (i32.const 0) $down) (type $t (func))
    (func $down (call_indirect (type $t) (i32.const 0))) | (call $down)
a start function that calls itself: 1 | (start $down) (func $down (call $down)) |
recursion out of a thousand nested blocks: 1000 |
    GLOBALS (func $down {(block } (call $down) {)}) | (call $down)
recursion out of a thousand nested loops with branches: 1000 |
    GLOBALS (func $down {(loop } (call $down) (br_if 500 (global.get $i32)) {)}) | (call $down)
recursion in the operands of a call of many arguments: max_params_per_function |
    GLOBALS (func $wide (param {i64 }))
    (func $down {(call $down) (global.get $i64) } (call $wide)) | (call $down)
";

const OF_EACH_TYPE: &str = "
recursion with a thousand TYPE locals, each needed afterwards: 1000 |
    GLOBALS (func $down (local {TYPE }) {(local.set @ (global.get $TYPE))} (call $down)
        {(global.set $TYPE (local.get @))}) | (call $down)
recursion with as many TYPE parameters as there can be: max_params_per_function |
    GLOBALS (func $down (param {TYPE }) {(global.get $TYPE) } (call $down)) |
    {(global.get $TYPE) } (call $down)
recursion with TYPE operands beneath it: up to OPERANDS |
    GLOBALS (func $down {(global.get $TYPE) } (call $down) {(global.set $TYPE) }) | (call $down)
";

const LARGEST: &str = "
a frame as large as the stack: up to LOCALS, bytes: SIZE |
    (func $large (local {i64 }) (local.set 7 (i64.const 1))) | (call $large)
";

pub(crate) fn cases() -> Vec<Case> {
    let globals = ("GLOBALS", GLOBALS);
    let mut cases = of_table(TABLE, &[globals]);
    for ty in ["i32", "i64", "f32", "f64", "funcref"] {
        let size = if matches!(ty, "i32" | "f32") { 4 } else { 8 };
        let operands = limit(LIMITS.max_operand_stack_bytes_per_function) / size;
        let words = [globals, ("TYPE", ty), ("OPERANDS", &operands.to_string())];
        cases.extend(of_table(OF_EACH_TYPE, &words));
    }
    // Two frames, the local of `main`, and an operand.
    let locals = (u64::from(LIMITS.max_stack_height) - 2 * FRAME - 8 - 8) / 8;
    let size = limit(LIMITS.min_contract_size_per_local) * (locals + 10);
    let words = [
        ("LOCALS", &*locals.to_string()),
        ("SIZE", &size.to_string()),
    ];
    cases.extend(of_table(LARGEST, &words));
    cases
}

/// A variable of each type, with a value that no compiler knows.
const GLOBALS: &str = "(global $i32 (mut i32) (i32.const 0)) (global $i64 (mut i64) (i64.const 0))
    (global $f32 (mut f32) (f32.const 0)) (global $f64 (mut f64) (f64.const 0))
    (global $funcref (mut funcref) (ref.null func))";
