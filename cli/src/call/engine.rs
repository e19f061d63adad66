//! The network that contracts run on, and its engine.

use crate::exit::Failure;
use anyhow::ensure;
use clap::{Args, ValueEnum};
use near_runtime_ext::{Backend, Gates, ProtocolVersion, Runtime, TYPICAL_TRIE_DEPTH};
use std::path::PathBuf;

#[derive(Args)]
#[command(next_help_heading = "Network and engine")]
pub(crate) struct Engine {
    /// Backend that runs the contract
    #[arg(long, value_enum, default_value_t = Vm::Overlay)]
    pub(crate) vm: Vm,
    /// A former option, which tells how to do without it
    #[arg(long, hide = true, value_parser = |_: &str| Err::<(), _>("wasmer is gone, and winch the only compiler: leave --compiler out"))]
    compiler: Option<()>,
    /// Folder that keeps compiled contracts between calls. Let nobody else write to it: its files are executed
    #[arg(long, value_name = "FOLDER")]
    pub(crate) cache: Option<PathBuf>,
    /// Offer this host function, which no network has yet, such as ed25519_verify_many; may be repeated
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) open: Vec<String>,
    /// Number of nodes of the shard's trie above the account's keys: each write and removal pays for them. 0
    /// charges for no trie node at all
    #[arg(long, value_name = "N", default_value_t = TYPICAL_TRIE_DEPTH)]
    pub(crate) trie_depth: u32,
    /// Protocol version of the network [default: the newest supported]
    #[arg(long, value_name = "N")]
    pub(crate) protocol_version: Option<ProtocolVersion>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Vm {
    /// nearcore's host functions, ed25519_verify as this project implements it, and functions of --open
    Overlay,
    /// nearcore's own runner, as mainnet validators have it
    Nearcore,
}

impl Engine {
    pub(crate) fn gates(&self) -> Gates {
        self.open.iter().fold(Gates::default(), Gates::open)
    }

    /// Whether the backend reports the functions of contracts.
    pub(crate) fn reports_functions(&self) -> bool {
        self.vm == Vm::Overlay
    }

    /// Refuses to record functions where the backend reports none.
    pub(crate) fn ensure_functions(&self) -> anyhow::Result<()> {
        ensure!(
            self.reports_functions(),
            "nearcore's runner reports no functions and no trace: leave --vm nearcore out"
        );
        Ok(())
    }

    pub(crate) fn runtime(&self) -> Result<Runtime, Failure> {
        let backend = match self.vm {
            Vm::Overlay => Backend::Overlay,
            Vm::Nearcore => Backend::Nearcore,
        };
        let mut builder = Runtime::builder()
            .backend(backend)
            .gates(self.gates())
            .trie_depth(self.trie_depth);
        if let Some(version) = self.protocol_version {
            builder = builder.protocol_version(version);
        }
        if let Some(folder) = &self.cache {
            builder = builder.cache_folder(folder);
        }
        builder.build().map_err(Failure::input)
    }
}
