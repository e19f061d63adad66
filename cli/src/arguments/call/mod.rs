//! `near-ed25519 call`'s arguments.

mod help;
mod parse;
mod seen;

pub(crate) use parse::STDIN;

use crate::arguments::amount;
use clap::{Args, ValueEnum};
use near_runtime_ext::{
    Backend, Balance, Compiler, Gas, Gates, ProtocolVersion, TYPICAL_TRIE_DEPTH,
};
use parse::{Bytes, parse_base64, parse_hex, parse_json};
use seen::Seen;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
#[command(after_help = help::after_help())]
pub(crate) struct Call {
    /// The contract's Wasm file; - for standard input
    pub(crate) wasm: PathBuf,
    /// The method
    pub(crate) method: String,
    #[command(flatten)]
    pub(crate) args: MethodArgs,
    /// Gas to attach, such as 30Tgas; a number alone is Tgas
    #[arg(long, value_name = "GAS", default_value = "300", value_parser = amount::parse_gas, conflicts_with = "view")]
    pub(crate) gas: Gas,
    /// Deposit to attach, such as "1 NEAR" or 1yocto; from the predecessor, which may be the account itself
    #[arg(long, value_name = "AMOUNT", default_value = "0 NEAR", value_parser = amount::parse_near, conflicts_with = "view")]
    pub(crate) deposit: Balance,
    /// Call as a view, which changes nothing
    #[arg(long)]
    pub(crate) view: bool,
    /// Account state: loaded if the file is there, saved after a successful call
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// How long to wait for other calls that write the state file [default: 60s]
    #[arg(long, value_name = "DURATION", value_parser = parse::parse_duration, requires = "state", conflicts_with = "view")]
    pub(crate) lock_timeout: Option<Duration>,
    /// Print the gas profile, which JSON always has
    #[arg(long)]
    pub(crate) profile: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) seen: Seen,
    /// What runs the contract
    #[arg(long, value_enum, default_value_t = Vm::Overlay, help_heading = "Network and engine")]
    pub(crate) vm: Vm,
    /// Who compiles the contract for the overlay: winch, cranelift or singlepass, which leave to winch what
    /// they are not safe for [default: winch]
    #[arg(long, value_name = "COMPILER", help_heading = "Network and engine")]
    pub(crate) compiler: Option<Compiler>,
    /// Folder to keep compiled contracts in between calls; who can write to it decides what runs
    #[arg(long, value_name = "FOLDER", help_heading = "Network and engine")]
    pub(crate) cache: Option<PathBuf>,
    /// Offer a host function that no network has yet, such as ed25519_verify_many
    #[arg(long, value_name = "FUNCTION", help_heading = "Network and engine")]
    pub(crate) open: Vec<String>,
    /// Nodes of the shard's trie above the account's keys, which writes and removals pay for; 0 for none of
    /// the trie at all
    #[arg(long, value_name = "N", default_value_t = TYPICAL_TRIE_DEPTH, help_heading = "Network and engine")]
    pub(crate) trie_depth: u32,
    /// Protocol version of the network [default: the newest]
    #[arg(long, value_name = "N", help_heading = "Network and engine")]
    pub(crate) protocol_version: Option<ProtocolVersion>,
}

/// The method's arguments, in one of four forms.
#[derive(Args)]
#[group(multiple = false)]
pub(crate) struct MethodArgs {
    /// Arguments as JSON text; - for standard input
    #[arg(long, value_name = "TEXT", value_parser = parse_json)]
    pub(crate) args: Option<String>,
    /// Arguments as base64, with padding or without
    #[arg(long, value_name = "B", value_parser = parse_base64)]
    pub(crate) args_base64: Option<Bytes>,
    /// Arguments as hex
    #[arg(long, value_name = "H", value_parser = parse_hex)]
    pub(crate) args_hex: Option<Bytes>,
    /// A file that holds the arguments, byte for byte; - for standard input
    #[arg(long, value_name = "F")]
    pub(crate) args_file: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Vm {
    /// nearcore's host functions and this project's
    #[value(alias = "wasmer")]
    Overlay,
    /// nearcore's own runner, as mainnet validators have it
    Nearcore,
}

impl Call {
    pub(crate) fn backend(&self) -> Backend {
        match self.vm {
            Vm::Overlay => Backend::Overlay(self.compiler.unwrap_or_default()),
            Vm::Nearcore => Backend::Nearcore,
        }
    }

    pub(crate) fn gates(&self) -> Gates {
        self.open.iter().fold(Gates::default(), Gates::open)
    }
}
