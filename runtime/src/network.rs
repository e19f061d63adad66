//! One network as contracts see it: a configuration, and the backend that runs them.

use crate::engine::Compiler;
use crate::vm::Vm;
use near_parameters::RuntimeConfig;
use near_primitives_core::types::ProtocolVersion;
use std::fmt;

/// The backend that runs the contracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// nearcore's host functions and our overlay, compiled by wasmtime's Winch or one of wasmer's
    /// compilers.
    Overlay(Compiler),
    /// nearcore's own runner, as mainnet validators have it: no overlay, no gates.
    #[cfg(feature = "nearcore-vm")]
    Nearcore,
}

impl Default for Backend {
    fn default() -> Self {
        Self::Overlay(Compiler::default())
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlay(compiler @ Compiler::Winch) => write!(f, "wasmtime/{compiler}"),
            #[cfg(feature = "wasmer")]
            Self::Overlay(compiler) => write!(f, "wasmer/{compiler}"),
            #[cfg(feature = "nearcore-vm")]
            Self::Nearcore => f.write_str("nearcore"),
        }
    }
}

/// State that a runtime and its contracts share.
pub(crate) struct Network {
    pub(crate) vm: Box<dyn Vm>,
    pub(crate) config: RuntimeConfig,
    pub(crate) backend: Backend,
    pub(crate) version: ProtocolVersion,
    /// Nodes of the shard's trie above a contract's keys; 0 if nodes are not charged.
    pub(crate) trie_depth: u32,
}
