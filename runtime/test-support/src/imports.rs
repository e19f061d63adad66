//! Contracts in the text format: how they import host functions.

use near_runtime_ext::abi::{HostFunction, NEARCORE_FUNCTIONS, ValType};
use std::collections::BTreeSet;

/// The host functions that contracts can import.
pub fn host_functions() -> impl Iterator<Item = &'static HostFunction> {
    NEARCORE_FUNCTIONS
        .iter()
        .filter(|function| function.module == "env")
}

/// The import of a host function under its own name.
pub fn import(function: &HostFunction) -> String {
    let list = |types: &[ValType]| types.iter().map(|ty| format!(" {ty}")).collect::<String>();
    format!(
        r#"(import "env" "{0}" (func ${0} (param{1}) (result{2})))"#,
        function.name,
        list(function.params),
        list(function.result.as_slice())
    )
}

/// A call of a host function that drops the result; its arguments are these, repeated in turn.
pub fn call(function: &HostFunction, arguments: &[u64]) -> String {
    let types = function.params.iter();
    let arguments = types.zip(arguments.iter().cycle());
    let arguments = arguments.map(|(ty, argument)| match ty {
        // An `i32` takes the low half.
        ValType::I32 => format!(" (i32.const {})", argument & u64::from(u32::MAX)),
        _ => format!(" (i64.const {argument})"),
    });
    let call = format!("(call ${}{})", function.name, arguments.collect::<String>());
    match function.result {
        Some(_) => format!("(drop {call})"),
        None => call,
    }
}

/// A module of these fields, which imports the host functions that the fields call by name.
pub fn module(fields: &str) -> String {
    let end = |c: char| c.is_whitespace() || "()".contains(c);
    let calls = fields.split("call $").skip(1);
    let called: BTreeSet<_> = calls.filter_map(|call| call.split(end).next()).collect();
    let imports: String = host_functions()
        .filter(|function| called.contains(function.name))
        .map(import)
        .collect();
    format!("(module {imports} {fields})")
}
