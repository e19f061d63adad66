//! Registers: many, large, and beyond their memory limit.

use crate::case::{
    Case, LIMITS, at_and_over, forever, initial_memory, main_body, main_with_all_memory, times,
};

pub(crate) fn cases() -> Vec<Case> {
    let input = LIMITS.max_arguments_length;
    let read_to = |address: u64| {
        format!(
            "(call $input (i64.const -1))
             (call $read_register (i64.const -1) (i64.const {address}))"
        )
    };
    let end = initial_memory() - input;
    let every_register = LIMITS.max_number_registers + 1;
    let mut cases = Vec::new();
    for (name, body) in [
        (
            "the longest input in every register",
            times(every_register, "(call $input (local.get $i))"),
        ),
        ("the longest input read into memory", read_to(end)),
        ("the longest input read beyond memory", read_to(end + 1)),
    ] {
        cases.push(Case::wat(name, move || main_body(&body)).input(input));
    }
    for (name, body) in [
        (
            "registers of a megabyte until the gas is gone",
            "(call $write_register (local.get $i) (i64.const 1048576) (i64.const 0))
             (local.set $i (i64.add (local.get $i) (i64.const 1)))",
        ),
        (
            "one register, written again and again",
            "(call $write_register (i64.const 7) (i64.const 1048576) (i64.const 0))",
        ),
    ] {
        cases.push(Case::wat(name, move || main_body(&forever(body))));
    }
    let registers = LIMITS.max_number_registers;
    cases.extend(at_and_over("registers", registers, move |count| {
        let write = "(call $write_register (local.get $i) (i64.const 1) (i64.const 0))";
        main_body(&times(count, write))
    }));
    let bytes = LIMITS.max_register_size;
    cases.extend(at_and_over("bytes of a register", bytes, move |bytes| {
        main_with_all_memory(&format!(
            "(call $write_register (i64.const 0) (i64.const {bytes}) (i64.const 7))"
        ))
    }));
    cases
}
