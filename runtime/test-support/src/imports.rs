//! Host functions, and how a contract in the text format imports them.

use near_runtime_ext::abi::{HostFunction, NEARCORE_FUNCTIONS, ValType};

/// The host functions that contracts can import.
pub fn host_functions() -> impl Iterator<Item = &'static HostFunction> {
    NEARCORE_FUNCTIONS
        .iter()
        .filter(|function| function.module == "env")
}

/// The import of a host function under its own name.
pub fn import(function: &HostFunction) -> String {
    let list = |keyword: &str, types: &[ValType]| match types {
        [] => String::new(),
        types => {
            let types: Vec<_> = types.iter().map(ToString::to_string).collect();
            format!("({keyword} {})", types.join(" "))
        }
    };
    format!(
        r#"(import "env" "{0}" (func ${0} {1} {2}))"#,
        function.name,
        list("param", function.params),
        list("result", function.result.as_slice())
    )
}
