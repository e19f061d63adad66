//! Recursion: instrumentation meters the Wasm stack, and the native one must grow no faster.

use crate::case::{
    Case, LIMITS, at_and_over, at_and_over_in_bytes, limit, main_with, padded, repeat,
};

/// Bytes that instrumentation charges per frame, in addition to locals and operands.
const FRAME: u64 = 64;

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = vec![
        Case::wat("three functions that call each other", || {
            main_with(
                "(func $a (call $b)) (func $b (call $c)) (func $c (call $a))",
                "(call $a)",
            )
        }),
        Case::wat("a function that calls itself through the table", || {
            main_with(
                "(table 1 funcref) (elem (i32.const 0) $down) (type $t (func))
                 (func $down (call_indirect (type $t) (i32.const 0)))",
                "(call $down)",
            )
        }),
        Case::wat("a start function that calls itself", || {
            main_with("(start $down) (func $down (call $down))", "")
        }),
        Case::wat("recursion out of a thousand nested blocks", || {
            recursion("", &nested("block", 1000, "(call $down)"))
        }),
        Case::wat(
            "recursion out of a thousand nested loops with branches",
            || {
                recursion(
                    "",
                    &nested("loop", 1000, "(call $down) (br_if 500 (global.get $i32))"),
                )
            },
        ),
        Case::wat(
            "recursion in the operands of a call of many arguments",
            || {
                let params = params("i64");
                let count = limit(LIMITS.max_params_per_function);
                let arguments = repeat("(call $down) (global.get $i64)", count);
                main_with(
                    &format!(
                        "{GLOBALS} (func $wide {params}) (func $down {arguments} (call $wide))"
                    ),
                    "(call $down)",
                )
            },
        ),
        Case::wat(
            "short values between calls, under values that are long-lived",
            || {
                // A compiler can reuse one slot for all the short-lived values.
                let short = "(global.get $i64) (call $nothing) (global.set $i64)".repeat(5000);
                let body = operands("i64", 900, &format!("{short} (call $down)"));
                recursion("(func $nothing)", &body)
            },
        ),
    ];
    for ty in ["i32", "i64", "f32", "f64", "funcref"] {
        cases.push(Case::wat(
            format!("recursion with as many {ty} parameters as there can be"),
            move || {
                let arguments = repeat(
                    &format!("(global.get ${ty})"),
                    limit(LIMITS.max_params_per_function),
                );
                main_with(
                    &format!(
                        "{GLOBALS} (func $down {} {arguments} (call $down))",
                        params(ty)
                    ),
                    &format!("{arguments} (call $down)"),
                )
            },
        ));
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
        let operands_limit = limit(LIMITS.max_operand_stack_bytes_per_function) / size;
        cases.extend(at_and_over(
            &format!("recursion with {ty} operands beneath it"),
            operands_limit,
            move |count| recursion("", &operands(ty, count, "(call $down)")),
        ));
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

/// The largest number of parameters of a function.
fn params(ty: &str) -> String {
    let types = repeat(&format!("{ty} "), limit(LIMITS.max_params_per_function));
    format!("(param {types})")
}

/// Code that keeps this many operands on the stack while `something` runs.
fn operands(ty: &str, count: u64, something: &str) -> String {
    let get = repeat(&format!("(global.get ${ty})"), count);
    let set = repeat(&format!("(global.set ${ty})"), count);
    format!("{get} {something} {set}")
}

fn nested(block: &str, depth: usize, inside: &str) -> String {
    format!(
        "{}{inside}{}",
        format!("({block} ").repeat(depth),
        ")".repeat(depth)
    )
}
