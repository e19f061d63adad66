//! Registers: many, large, and beyond their memory limit.

use crate::case::{
    Case, LIMITS, at_and_over, initial_memory, main_body, main_with_all_memory, of_table, rows,
};

/// Of a call with the longest input.
const OF_INPUT: &str = "
the longest input in every register: (loop
    (call $input (local.get $i))
    (local.set $i (i64.add (local.get $i) (i64.const 1)))
    (br_if 0 (i64.le_u (local.get $i) (i64.const REGISTERS))))
the longest input read into memory:
    (call $input (i64.const -1)) (call $read_register (i64.const -1) (i64.const AT_THE_END))
the longest input read beyond memory:
    (call $input (i64.const -1)) (call $read_register (i64.const -1) (i64.const BEYOND))
";

const OTHERS: &str = "
registers of a megabyte until the gas is gone: (loop
    (call $write_register (local.get $i) (i64.const 1048576) (i64.const 0))
    (local.set $i (i64.add (local.get $i) (i64.const 1))) (br 0))
one register, written again and again: (loop
    (call $write_register (i64.const 7) (i64.const 1048576) (i64.const 0)) (br 0))
";

const AT_THEIR_LIMIT: &str = "
registers: REGISTERS | (memory 1) |
    {(call $write_register (local.get $i) (i64.const 1) (i64.const 0))
        (local.set $i (i64.add (local.get $i) (i64.const 1))) }
";

pub(crate) fn cases() -> Vec<Case> {
    let (input, registers) = (LIMITS.max_arguments_length, LIMITS.max_number_registers);
    let of_input = OF_INPUT
        .replace("REGISTERS", &registers.to_string())
        .replace("AT_THE_END", &(initial_memory() - input).to_string())
        .replace("BEYOND", &(initial_memory() - input + 1).to_string());
    let of = |(name, body): (String, String)| Case::wat(name, move || main_body(&body));
    let of_input = rows(&of_input).into_iter().map(of);
    let of_input = of_input.map(|case| case.input(input));
    let mut cases: Vec<_> = of_input.chain(rows(OTHERS).into_iter().map(of)).collect();
    cases.extend(of_table(AT_THEIR_LIMIT, &[("REGISTERS", registers)]));
    let bytes = LIMITS.max_register_size;
    cases.extend(at_and_over("bytes of a register", bytes, move |bytes| {
        main_with_all_memory(&format!(
            "(call $write_register (i64.const 0) (i64.const {bytes}) (i64.const 7))"
        ))
    }));
    cases
}
