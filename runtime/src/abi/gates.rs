//! Which host functions a network has.

use super::{Gate, HostFunction};
use near_parameters::vm::Config;
use std::collections::BTreeSet;

/// Host functions switched by name, on top of what the protocol version decides.
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

    /// Withholds a function: `ed25519_verify` shows a network before NEP-364.
    #[must_use]
    pub fn close(mut self, name: impl Into<String>) -> Self {
        self.closed.insert(name.into());
        self
    }

    /// Whether these are the network's own gates, and nothing was switched.
    pub fn is_default(&self) -> bool {
        self.opened.is_empty() && self.closed.is_empty()
    }

    /// Names that no row of the ABI has: most likely misspelt.
    pub fn unknown_names(&self) -> impl Iterator<Item = &str> {
        let known = |name: &str| {
            super::NEARCORE_FUNCTIONS
                .iter()
                .chain(crate::overlay::FUNCTIONS)
                .any(|function| function.name == name)
        };
        self.opened
            .iter()
            .chain(&self.closed)
            .map(String::as_str)
            .filter(move |name| !known(name))
    }

    pub(super) fn admit(&self, function: &HostFunction, config: &Config) -> bool {
        let by_protocol = match function.gate {
            Gate::Always => true,
            Gate::Protocol(is_on) => is_on(config),
            Gate::Extension => self.opened.contains(function.name),
        };
        by_protocol && !self.closed.contains(function.name)
    }
}
