//! The host ABI: one declaration of every import that a contract can have.
//!
//! `nearcore_functions!` (in `table`) lists every import nearcore offers and links it to nearcore's
//! own implementation. The macro hands its rows to other macros, which derive the typed functions
//! that the engine links, the [`HostFunction`] descriptions and the tests. The
//! [overlay](crate::overlay) declares its rows in the same way.

mod composite;
mod function;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use function::{AbiValue, body, rows, typed_functions};
pub use function::{Gate, HostFunction, Origin};
pub(crate) use table::{full_rows, nearcore_functions, type_or};
pub use wasmparser::ValType;

/// nearcore's functions as typed Rust functions with the imports' names.
pub(crate) mod nearcore {
    use super::{nearcore_functions, typed_functions};
    nearcore_functions!(typed_functions);
}

/// Every import nearcore offers, at any protocol version.
pub static NEARCORE_FUNCTIONS: &[HostFunction] =
    nearcore_functions!(rows, Origin::Nearcore, nearcore);
