//! Control flow as deep and as wide as possible.

use crate::case::{Case, LIMITS, at_and_over, limit, main_with, repeat};

/// Largest number of labels that a parser accepts in a branch table.
pub(crate) const LABELS: u64 = 128 * 1024;

pub(crate) fn cases() -> Vec<Case> {
    let in_function = limit(LIMITS.max_blocks_per_function);
    let mut cases = Vec::new();
    for (blocks, open, close) in [
        ("blocks", "(block ", ")"),
        ("loops", "(loop ", ")"),
        ("ifs", "(if (global.get $one) (then ", "))"),
        ("ifs in elses", "(if (global.get $zero) (then) (else ", "))"),
    ] {
        cases.extend(at_and_over(
            &format!("nested {blocks}"),
            in_function,
            move |count| {
                let (open, close) = (repeat(open, count), repeat(close, count));
                main_with(
                    GLOBALS,
                    &format!("{open}(br_if 0 (global.get $one)){close}"),
                )
            },
        ));
    }
    cases.extend(at_and_over("ifs in a row", in_function, move |count| {
        main_with(GLOBALS, &ifs(count))
    }));
    cases.extend(at_and_over(
        "functions of as many ifs as they can have",
        limit(LIMITS.max_blocks_per_contract),
        move |count| {
            let full = format!("(func {})", ifs(in_function));
            let full = repeat(&full, count / in_function);
            main_with(&format!("{GLOBALS} {full}"), &ifs(count % in_function))
        },
    ));
    cases.extend(at_and_over(
        "labels of a branch table",
        LABELS,
        move |count| {
            let labels = repeat("3 ", count);
            main_with(
                GLOBALS,
                &format!("(block (block (block (block (br_table {labels} 0 (global.get $one))))))"),
            )
        },
    ));
    cases.push(Case::wat(
        "branch tables to a thousand blocks, in a loop",
        || {
            let labels: String = (0..1000).map(|label| format!("{label} ")).collect();
            let blocks = "(block ".repeat(1000);
            let table = format!("(br_table {labels} 1000 (global.get $one))").repeat(50);
            let ends = ")".repeat(1000);
            main_with(GLOBALS, &format!("(loop {blocks} {table} {ends})"))
        },
    ));
    cases.push(Case::wat(
        "branches with a value out of a thousand blocks",
        || {
            let blocks = "(block (result i64) ".repeat(1000);
            let branches: String = (0..1000)
                .map(|depth| {
                    format!("(br_if {depth} (i64.const {depth}) (global.get $zero)) drop ")
                })
                .collect();
            let ends = ")".repeat(1000);
            main_with(
                GLOBALS,
                &format!("{blocks} {branches} (i64.const 1) {ends} drop"),
            )
        },
    ));
    cases
}

/// Globals with values that no compiler knows.
const GLOBALS: &str =
    "(global $one (mut i32) (i32.const 1)) (global $zero (mut i32) (i32.const 0))";

fn ifs(count: u64) -> String {
    let once = "(if (global.get $zero) (then (global.set $one (i32.const 2))))";
    repeat(once, count)
}
