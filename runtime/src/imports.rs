//! The imports of a contract on one network: nearcore's functions, the overlay, and its gates.

use crate::abi::{Gate, HostFunction, NEARCORE_FUNCTIONS, Origin};
use crate::overlay;
use near_parameters::vm::Config;
use std::collections::{BTreeMap, HashMap};

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
/// settings. The last setting of a name counts.
///
/// An import whose gate is closed does not link: a call of the contract fails with nearcore's
/// `LinkError`, exactly as for an unknown import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gates(BTreeMap<String, bool>);

impl Gates {
    /// Offers an extension function that no network has yet.
    #[must_use]
    pub fn open(mut self, name: impl Into<String>) -> Self {
        self.0.insert(name.into(), true);
        self
    }

    /// Offers every extension function.
    #[must_use]
    pub fn open_all() -> Self {
        Self::extensions().fold(Self::default(), Self::open)
    }

    /// The names of the extension functions, from the overlay's table.
    pub fn extensions() -> impl Iterator<Item = &'static str> {
        let all = every_function().filter(|it| matches!(it.gate, Gate::Extension));
        all.map(|it| it.name)
    }

    /// Withholds a function. Without `ed25519_verify` the network is one from before NEP-364.
    #[must_use]
    pub fn close(mut self, name: impl Into<String>) -> Self {
        self.0.insert(name.into(), false);
        self
    }

    /// Whether no gate is opened or closed by name.
    pub fn is_default(&self) -> bool {
        self.0.is_empty()
    }

    /// Names without such a gate: of no function, probably misspelt; or opened, though the protocol version decides.
    pub fn unknown_names(&self) -> impl Iterator<Item = &str> {
        let unknown = self.0.iter().filter(|(name, is_open)| {
            let mut rows = every_function().filter(|it| it.module == "env" && it.name == **name);
            !rows.any(|it| !**is_open || matches!(it.gate, Gate::Extension))
        });
        unknown.map(|(name, _)| name.as_str())
    }

    fn admit(&self, function: &HostFunction, config: &Config) -> bool {
        match (self.0.get(function.name), function.gate) {
            (Some(false), _) => false,
            (_, Gate::Always) => true,
            (_, Gate::Protocol(is_on)) => is_on(config),
            (opened, Gate::Extension) => opened.is_some(),
        }
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
        let offered = |config: &Config, gates: &Gates, name| {
            let function = Imports::new(config, gates).get("env", name)?;
            Some(function.origin)
        };
        for row in every_function().filter(|row| row.module == "env") {
            let is_extension = matches!(row.gate, Gate::Extension);
            let by_default = offered(&config, &Gates::default(), row.name);
            assert_eq!(by_default.is_none(), is_extension, "{row:?}");
            let open = Gates::default().open(row.name);
            assert!(offered(&config, &open, row.name).is_some(), "{row:?}");
            let closed = offered(&config, &open.close(row.name), row.name);
            assert_eq!(closed, None, "{row:?}");
        }
        let replaced = offered(&config, &Gates::default(), "ed25519_verify");
        assert_eq!(replaced, Some(Origin::Overlay));
        config.p256_verify_host_fn = false;
        for gates in [Gates::default(), Gates::default().open("p256_verify")] {
            let found = offered(&config, &gates, "p256_verify");
            assert_eq!(found, None, "the protocol decides");
        }
    }
}
