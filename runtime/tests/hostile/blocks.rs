//! Control flow as deep and as wide as possible.

use crate::case::{Case, LIMITS, limit, of_table};

/// Largest number of labels that a parser accepts in a branch table.
pub(crate) const LABELS: u64 = 128 * 1024;

const TABLE: &str = "
nested blocks: up to max_blocks_per_function | GLOBALS | {(block } (br_if 0 (global.get $one)) {)}
nested loops: up to max_blocks_per_function | GLOBALS | {(loop } (br_if 0 (global.get $one)) {)}
nested ifs: up to max_blocks_per_function | GLOBALS | {(if (global.get $one) (then } (br_if 0 (global.get $one)) {))}
nested ifs in elses: up to max_blocks_per_function | GLOBALS |
    {(if (global.get $zero) (then) (else } (br_if 0 (global.get $one)) {))}
ifs in a row: up to max_blocks_per_function | GLOBALS |
    {(if (global.get $zero) (then (global.set $one (i32.const 2))))}
labels of a branch table: up to LABELS | GLOBALS |
    (block (block (block (block (br_table {3 } 0 (global.get $one))))))
branch tables to a thousand blocks, in a loop: 50 | GLOBALS |
    (loop {1000 times (block } {(br_table {1000 times @ } 1000 (global.get $one))} {1000 times )})
branches with a value out of a thousand blocks: 1000 | GLOBALS |
    {(block (result i64) } {(br_if @ (i64.const @) (global.get $zero)) drop } (i64.const 1) {)} drop
functions of as many ifs as they can have: up to REST |
    GLOBALS {FULL times (func {max_blocks_per_function times
        (if (global.get $zero) (then (global.set $one (i32.const 2))))})} |
    {(if (global.get $zero) (then (global.set $one (i32.const 2))))}
";

pub(crate) fn cases() -> Vec<Case> {
    let in_function = limit(LIMITS.max_blocks_per_function);
    let in_all = limit(LIMITS.max_blocks_per_contract);
    let words = [
        ("GLOBALS", GLOBALS),
        ("LABELS", &*LABELS.to_string()),
        ("FULL", &(in_all / in_function).to_string()),
        ("REST", &(in_all % in_function).to_string()),
    ];
    of_table(TABLE, &words)
}

/// Globals with values that no compiler knows.
const GLOBALS: &str =
    "(global $one (mut i32) (i32.const 1)) (global $zero (mut i32) (i32.const 0))";
