//! The host ABI: what a contract can import, declared once.
//!
//! `nearcore_functions!` (in `table`) lists every import nearcore offers and links it to nearcore's
//! own implementation; `overlay_functions!` (in [`crate::overlay`]) lists ours, which replace or add
//! rows. Each is a macro that hands its rows to another macro; from them derive the typed
//! functions the engine links, the [`HostFunction`] descriptions, and the tests.

mod composite;
mod function;
mod gates;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use function::{AbiParam, AbiValue, body, rows, typed_functions};
pub use function::{Charges, Gate, HostFunction, Origin, ValType};
pub use gates::Gates;
pub(crate) use table::nearcore_functions;

use near_parameters::vm::Config;
use std::collections::HashMap;

/// nearcore's functions as typed Rust functions, named as their imports.
pub(crate) mod nearcore {
    use super::{nearcore_functions, typed_functions};
    nearcore_functions!(typed_functions);
}

/// Every import nearcore offers, at any protocol version.
pub static NEARCORE_FUNCTIONS: &[HostFunction] =
    nearcore_functions!(rows, Origin::Nearcore, nearcore);

/// The host functions of one network: those whose gates are open.
pub struct Abi {
    functions: HashMap<(&'static str, &'static str), &'static HostFunction>,
}

impl Abi {
    /// nearcore's functions for `config`, overlaid with ours, less what `gates` closes.
    pub fn new(config: &Config, gates: &Gates) -> Self {
        let functions = NEARCORE_FUNCTIONS
            .iter()
            .chain(crate::overlay::FUNCTIONS) // a later row replaces an earlier one
            .filter(|function| gates.admit(function, config))
            .map(|function| ((function.module, function.name), function))
            .collect();
        Self { functions }
    }

    /// The function that an import links to; `None` links to nothing, as on chain.
    pub fn get(&self, module: &str, name: &str) -> Option<&'static HostFunction> {
        self.functions.get(&(module, name)).copied()
    }
}
