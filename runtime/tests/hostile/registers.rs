//! Registers: many, large, and beyond their memory limit.

use crate::case::{Case, LIMITS, initial_memory, of_table};

/// Cases that are called with the longest input.
const TABLE: &str = "
the longest input in every register: 1 | (memory 1) | (loop
    (call $input (local.get $i))
    (local.set $i (i64.add (local.get $i) (i64.const 1)))
    (br_if 0 (i64.le_u (local.get $i) (i64.const max_number_registers))))
the longest input read into memory: 1 | (memory 1) |
    (call $input (i64.const -1)) (call $read_register (i64.const -1) (i64.const AT_THE_END))
the longest input read beyond memory: 1 | (memory 1) |
    (call $input (i64.const -1)) (call $read_register (i64.const -1) (i64.const BEYOND))
registers of a megabyte until the gas is gone: 1 | (memory 1) | (loop
    (call $write_register (local.get $i) (i64.const 1048576) (i64.const 0))
    (local.set $i (i64.add (local.get $i) (i64.const 1))) (br 0))
one register, written again and again: 1 | (memory 1) | (loop
    (call $write_register (i64.const 7) (i64.const 1048576) (i64.const 0)) (br 0))
registers: up to max_number_registers | (memory 1) |
    {(call $write_register (local.get $i) (i64.const 1) (i64.const 0))
        (local.set $i (i64.add (local.get $i) (i64.const 1))) }
bytes of a register: up to max_register_size | (memory 1) |
    GROWN (call $write_register (i64.const 0) (i64.const #) (i64.const 7))
";

pub(crate) fn cases() -> Vec<Case> {
    let input = LIMITS.max_arguments_length;
    let at_the_end = initial_memory() - input;
    let words = [
        ("AT_THE_END", &*at_the_end.to_string()),
        ("BEYOND", &(at_the_end + 1).to_string()),
    ];
    let cases = of_table(TABLE, &words).into_iter();
    cases.map(|case| case.input(input)).collect()
}
