//! Every host function, with arguments that no honest caller passes.

use crate::case::{Case, initial_memory, module};
use test_support::imports::{call, host_functions};

pub(crate) fn cases() -> Vec<Case> {
    let end = initial_memory();
    [
        ("nothing but zeros", [0, 0]),
        ("nothing but ones", [1, 1]),
        ("the greatest number there is", [u64::MAX, u64::MAX]),
        ("the greatest number but one", [u64::MAX - 1, u64::MAX - 1]),
        (
            "the greatest signed number",
            [i64::MAX.cast_unsigned(), i64::MAX.cast_unsigned()],
        ),
        ("the end of memory", [end, end]),
        ("beyond 32 bits", [1 << 32, 1 << 32]),
        ("no bytes at the end of memory", [0, end]),
        ("no bytes beyond memory", [0, end + 1]),
        ("a register that is not there", [u64::MAX, 9]),
        ("all of memory and one byte more", [end, 1]),
        (
            "lengths that overflow with their pointers",
            [u64::MAX - 5, 10],
        ),
        ("one byte at the greatest pointer", [1, u64::MAX]),
        (
            "addresses of four thousand million",
            [u64::from(u32::MAX), u64::from(u32::MAX)],
        ),
    ]
    .map(|(name, arguments)| {
        Case::wat(format!("every host function: {name}"), move || {
            contract(arguments)
        })
        .methods(host_functions().map(|function| function.name.to_owned()))
    })
    .into()
}

/// A method for each host function, which passes these two arguments alternately.
fn contract(arguments: [u64; 2]) -> String {
    let methods: String = host_functions()
        .map(|it| format!(r#"(func (export "{}") {})"#, it.name, call(it, &arguments)))
        .collect();
    module(&format!("(memory 1) {methods}"))
}
