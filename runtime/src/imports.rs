//! The imports of a contract on one network: nearcore's functions, the overlay, and its gates.

use crate::abi::{Gate, HostFunction, NEARCORE_FUNCTIONS, Origin};
use crate::overlay;
use near_parameters::vm::Config;
use std::collections::{BTreeSet, HashMap};

/// The host functions of one network: those whose gates are open.
pub struct Imports {
    functions: HashMap<(&'static str, &'static str), &'static HostFunction>,
}

impl Imports {
    /// nearcore's functions for `config` and the overlay's, without those that `gates` closes.
    pub fn new(config: &Config, gates: &Gates) -> Self {
        let functions = every_function()
            .filter(|function| gates.admit(function, config))
            .map(|function| ((function.module, function.name), function))
            .collect();
        Self { functions }
    }

    /// Whether an import links to the function of this origin.
    pub(crate) fn offers(&self, origin: Origin, module: &str, name: &str) -> bool {
        self.get(module, name)
            .is_some_and(|function| function.origin == origin)
    }

    /// The function that an import links to; `None` if the import does not link.
    pub fn get(&self, module: &str, name: &str) -> Option<&'static HostFunction> {
        self.functions.get(&(module, name)).copied()
    }
}

/// All rows; a later row replaces an earlier one of the same name.
fn every_function() -> impl Iterator<Item = &'static HostFunction> {
    NEARCORE_FUNCTIONS.iter().chain(overlay::FUNCTIONS)
}

/// Gates of host functions, opened or closed by name in addition to the protocol version's
/// settings.
///
/// An import whose gate is closed does not link: a call of the contract fails with nearcore's
/// `LinkError`, exactly as for an unknown import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gates {
    opened: BTreeSet<String>,
    closed: BTreeSet<String>,
}

impl Gates {
    /// Offers an extension function that no network has yet.
    #[must_use]
    pub fn open(mut self, name: impl Into<String>) -> Self {
        self.opened.insert(name.into());
        self
    }

    /// Withholds a function. Without `ed25519_verify` the network is one from before NEP-364.
    #[must_use]
    pub fn close(mut self, name: impl Into<String>) -> Self {
        self.closed.insert(name.into());
        self
    }

    /// Whether no gate is opened or closed by name.
    pub fn is_default(&self) -> bool {
        self.opened.is_empty() && self.closed.is_empty()
    }

    /// Names that no row of the ABI has: probably misspelt.
    pub fn unknown_names(&self) -> impl Iterator<Item = &str> {
        let known = |name: &str| every_function().any(|function| function.name == name);
        self.opened
            .iter()
            .chain(&self.closed)
            .map(String::as_str)
            .filter(move |name| !known(name))
    }

    fn admit(&self, function: &HostFunction, config: &Config) -> bool {
        let by_protocol = match function.gate {
            Gate::Always => true,
            Gate::Protocol(is_on) => is_on(config),
            Gate::Extension => self.opened.contains(function.name),
        };
        by_protocol && !self.closed.contains(function.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use near_parameters::RuntimeConfigStore;
    use near_primitives_core::version::PROTOCOL_VERSION;

    #[test]
    fn gates_open_close_and_follow_the_protocol() {
        let store = RuntimeConfigStore::new(None);
        let mut config = Config::clone(&store.get_config(PROTOCOL_VERSION).wasm_config);
        config.enable_all_features();
        let has = |config: &Config, gates: &Gates, name| {
            Imports::new(config, gates).get("env", name).is_some()
        };
        for row in NEARCORE_FUNCTIONS.iter().filter(|row| row.module == "env") {
            assert!(has(&config, &Gates::default(), row.name), "{row:?}");
            let closed = Gates::default().close(row.name);
            assert!(!has(&config, &closed, row.name), "{row:?}");
        }
        // The overlay's replaces nearcore's function.
        assert!(Imports::new(&config, &Gates::default()).offers(
            Origin::Overlay,
            "env",
            "ed25519_verify"
        ));
        config.p256_verify_host_fn = false;
        assert!(!has(&config, &Gates::default(), "p256_verify"));
        let opened = Gates::default().open("p256_verify");
        assert!(
            !has(&config, &opened, "p256_verify"),
            "the protocol decides"
        );
    }

    #[test]
    fn an_extension_is_offered_where_it_was_opened_and_not_closed() {
        let store = RuntimeConfigStore::new(None);
        let config = &store.get_config(PROTOCOL_VERSION).wasm_config;
        let is_extension = |row: &&HostFunction| matches!(row.gate, Gate::Extension);
        for row in overlay::FUNCTIONS.iter().filter(is_extension) {
            let has = |gates: &Gates| Imports::new(config, gates).get("env", row.name).is_some();
            let open = Gates::default().open(row.name);
            assert!(!has(&Gates::default()) && has(&open), "{row:?}");
            assert!(!has(&open.close(row.name)), "{row:?}");
        }
    }
}
