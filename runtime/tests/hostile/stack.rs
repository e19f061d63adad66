//! Recursion: instrumentation meters the Wasm stack, and the native one must grow no faster.

use crate::case::{Case, LIMITS, at_and_over_in_bytes, limit, main_with, of_table, padded, repeat};

/// Bytes that instrumentation charges per frame, in addition to locals and operands.
const FRAME: u64 = 64;

const TABLE: &str = "
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
recursion with as many TYPE parameters as there can be: max_params_per_function |
    GLOBALS (func $down (param {TYPE }) {(global.get $TYPE) } (call $down)) |
    {(global.get $TYPE) } (call $down)
recursion with TYPE operands beneath it: up to OPERANDS |
    GLOBALS (func $down {(global.get $TYPE) } (call $down) {(global.set $TYPE) }) | (call $down)
";

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = vec![Case::wat(
        "short values between calls, under values that are long-lived",
        || {
            // A compiler can reuse one slot for all the short-lived values.
            let short = "(global.get $i64) (call $nothing) (global.set $i64)".repeat(5000);
            let [get, set] = ["get", "set"].map(|it| format!("(global.{it} $i64)").repeat(900));
            recursion(
                "(func $nothing)",
                &format!("{get} {short} (call $down) {set}"),
            )
        },
    )];
    let globals = ("GLOBALS", GLOBALS);
    cases.extend(of_table(TABLE, &[globals]));
    for ty in ["i32", "i64", "f32", "f64", "funcref"] {
        cases.push(Case::wat(
            format!("recursion with a thousand {ty} locals, each needed afterwards"),
            move || {
                let each = |code: &dyn Fn(usize) -> String| (0..1000).map(code).collect::<String>();
                let set = each(&|i| format!("(local.set {i} (global.get ${ty}))"));
                let get = each(&|i| format!("(global.set ${ty} (local.get {i}))"));
                let locals = format!("{ty} ").repeat(1000);
                recursion("", &format!("(local {locals}) {set} (call $down) {get}"))
            },
        ));
        let size = if matches!(ty, "i32" | "f32") { 4 } else { 8 };
        let operands = limit(LIMITS.max_operand_stack_bytes_per_function) / size;
        let words = [globals, ("TYPE", ty), ("OPERANDS", &operands.to_string())];
        cases.extend(of_table(OF_EACH_TYPE, &words));
    }
    // Two frames, the local of `main`, and an operand.
    let locals = (u64::from(LIMITS.max_stack_height) - 2 * FRAME - 8 - 8) / 8;
    cases.extend(at_and_over_in_bytes(
        "a frame as large as the stack",
        locals,
        move |locals| {
            let types = repeat("i64 ", locals);
            let wat = main_with(
                &format!("(func $large (local {types}) (local.set 7 (i64.const 1)))"),
                "(call $large)",
            );
            let wasm = wat::parse_str(wat).expect("valid WAT");
            padded(
                wasm,
                limit(LIMITS.min_contract_size_per_local) * (locals + 10),
            )
        },
    ));
    cases
}

/// A variable of each type, with a value that no compiler knows.
const GLOBALS: &str = "(global $i32 (mut i32) (i32.const 0)) (global $i64 (mut i64) (i64.const 0))
    (global $f32 (mut f32) (f32.const 0)) (global $f64 (mut f64) (f64.const 0))
    (global $funcref (mut funcref) (ref.null func))";

/// A contract whose function `$down` has this body, which recurses without end.
fn recursion(fields: &str, body: &str) -> String {
    main_with(
        &format!("{GLOBALS} {fields} (func $down {body})"),
        "(call $down)",
    )
}
