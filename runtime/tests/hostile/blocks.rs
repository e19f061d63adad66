//! Control flow as deep and as wide as possible.

use crate::case::{Case, LIMITS, at_and_over, limit, main_with, of_table, repeat};

/// Largest number of labels that a parser accepts in a branch table.
pub(crate) const LABELS: u64 = 128 * 1024;

const AT_THEIR_LIMITS: &str = "
nested blocks: up to max_blocks_per_function | GLOBALS | {(block } (br_if 0 (global.get $one)) {)}
nested loops: up to max_blocks_per_function | GLOBALS | {(loop } (br_if 0 (global.get $one)) {)}
nested ifs: up to max_blocks_per_function | GLOBALS | {(if (global.get $one) (then } (br_if 0 (global.get $one)) {))}
nested ifs in elses: up to max_blocks_per_function | GLOBALS |
    {(if (global.get $zero) (then) (else } (br_if 0 (global.get $one)) {))}
ifs in a row: up to max_blocks_per_function | GLOBALS |
    {(if (global.get $zero) (then (global.set $one (i32.const 2))))}
labels of a branch table: up to LABELS | GLOBALS |
    (block (block (block (block (br_table {3 } 0 (global.get $one))))))
";

pub(crate) fn cases() -> Vec<Case> {
    let in_function = limit(LIMITS.max_blocks_per_function);
    let words = [("GLOBALS", GLOBALS), ("LABELS", &LABELS.to_string())];
    let mut cases = of_table(AT_THEIR_LIMITS, &words);
    cases.extend(at_and_over(
        "functions of as many ifs as they can have",
        limit(LIMITS.max_blocks_per_contract),
        move |count| {
            let full = format!("(func {})", ifs(in_function));
            let full = repeat(&full, count / in_function);
            main_with(&format!("{GLOBALS} {full}"), &ifs(count % in_function))
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
