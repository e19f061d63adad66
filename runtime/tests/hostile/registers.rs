//! Registers: many, large, and beyond their memory limit.

use crate::case::{
    Case, LIMITS, at_and_over, forever, initial_memory, main_body, main_with_all_memory, times,
};

pub(crate) fn cases() -> Vec<Case> {
    let input = LIMITS.max_arguments_length;
    let mut cases = vec![
        Case::wat("the longest input in every register", move || {
            main_body(&times(
                LIMITS.max_number_registers + 1,
                "(call $input (local.get $i))",
            ))
        })
        .input(input),
        Case::wat("the longest input read into memory", move || {
            main_body(&format!(
                "(call $input (i64.const -1))
                 (call $read_register (i64.const -1) (i64.const {}))",
                initial_memory() - input
            ))
        })
        .input(input),
        Case::wat("the longest input read beyond memory", move || {
            main_body(&format!(
                "(call $input (i64.const -1))
                 (call $read_register (i64.const -1) (i64.const {}))",
                initial_memory() - input + 1
            ))
        })
        .input(input),
        Case::wat("registers of a megabyte until the gas is gone", || {
            main_body(&forever(
                "(call $write_register (local.get $i) (i64.const 1048576) (i64.const 0))
                 (local.set $i (i64.add (local.get $i) (i64.const 1)))",
            ))
        }),
        Case::wat("one register, written again and again", || {
            main_body(&forever(
                "(call $write_register (i64.const 7) (i64.const 1048576) (i64.const 0))",
            ))
        }),
    ];
    cases.extend(at_and_over(
        "registers",
        LIMITS.max_number_registers,
        move |count| {
            main_body(&times(
                count,
                "(call $write_register (local.get $i) (i64.const 1) (i64.const 0))",
            ))
        },
    ));
    cases.extend(at_and_over(
        "bytes of a register",
        LIMITS.max_register_size,
        move |bytes| {
            main_with_all_memory(&format!(
                "(call $write_register (i64.const 0) (i64.const {bytes}) (i64.const 7))"
            ))
        },
    ));
    cases
}
