//! A network's configuration, and the backend that runs its contracts.

use crate::vm::Vm;
use near_parameters::RuntimeConfig;
use near_primitives_core::types::ProtocolVersion;
use std::fmt;

/// The backend that runs the contracts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// nearcore's host functions and our overlay, compiled by wasmtime's Winch with the settings of
    /// nearcore's own runner.
    ///
    /// Winch compiles any contract in one pass and linear time, and keeps only metered values on
    /// the native stack. On processors other than x86-64 the compiler is wasmtime's Cranelift
    /// without optimisation, as in nearcore.
    #[default]
    Overlay,
    /// nearcore's own runner, as mainnet validators have it: no overlay, no gates.
    #[cfg(feature = "nearcore-vm")]
    Nearcore,
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlay if cfg!(target_arch = "x86_64") => f.write_str("wasmtime/winch"),
            Self::Overlay => f.write_str("wasmtime/cranelift"),
            #[cfg(feature = "nearcore-vm")]
            Self::Nearcore => f.write_str("nearcore"),
        }
    }
}

/// State that a runtime shares with its contracts.
pub(crate) struct Network {
    pub(crate) vm: Box<dyn Vm>,
    pub(crate) config: RuntimeConfig,
    pub(crate) backend: Backend,
    pub(crate) version: ProtocolVersion,
    /// Nodes of the shard's trie above a contract's keys; 0 if nodes are not charged.
    pub(crate) trie_depth: u32,
}
