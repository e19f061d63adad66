//! `near-ed25519 call`'s arguments.

use crate::amount;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use clap::{Args, ValueEnum};
use near_runtime_ext::{Backend, Balance, Compiler, Gas, Gates, ProtocolVersion};
use std::path::PathBuf;

#[derive(Args)]
#[command(
    after_help = "The account is contract.near; it signs the call itself.\n\nExamples:\n  \
    near-ed25519 call contract.wasm get_count --view --json\n  \
    near-ed25519 call contract.wasm increment --args '{\"by\":2}' --gas 30 --deposit '1 NEAR' --state state.json\n  \
    near-ed25519 call contract.wasm verify --args-hex 00ff --vm nearcore --profile\n  \
    near-ed25519 call contract.wasm verify_all --args-file items --open ed25519_verify_many"
)]
pub(crate) struct Call {
    /// The contract
    pub(crate) wasm: PathBuf,
    /// The method
    pub(crate) method: String,
    #[command(flatten)]
    pub(crate) args: MethodArgs,
    /// Gas to attach, in Tgas
    #[arg(long, value_name = "TGAS", default_value = "300", value_parser = amount::parse_tgas)]
    pub(crate) gas: Gas,
    /// Deposit to attach, such as "1 NEAR" or "1 yoctoNEAR"
    #[arg(long, value_name = "AMOUNT", default_value = "0 NEAR", value_parser = amount::parse_near)]
    pub(crate) deposit: Balance,
    /// Account state: loaded if the file is there, saved after a successful call
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Folder to keep compiled contracts in between calls; who can write to it decides what runs
    #[arg(long, value_name = "FOLDER")]
    pub(crate) cache: Option<PathBuf>,
    /// Call as a view, which changes nothing
    #[arg(long)]
    pub(crate) view: bool,
    /// What runs the contract
    #[arg(long, value_enum, default_value_t = Vm::Overlay)]
    pub(crate) vm: Vm,
    /// Who compiles the contract for the overlay: winch, cranelift or singlepass
    #[arg(long, value_name = "COMPILER", default_value_t = Compiler::default())]
    pub(crate) compiler: Compiler,
    /// Offer a host function that no network has yet, such as ed25519_verify_many
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) open: Vec<String>,
    /// Protocol version of the network [default: the newest]
    #[arg(long, value_name = "N")]
    pub(crate) protocol_version: Option<ProtocolVersion>,
    /// Print the gas profile
    #[arg(long)]
    pub(crate) profile: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The method's arguments, in one of four forms.
#[derive(Args)]
#[group(multiple = false)]
pub(crate) struct MethodArgs {
    /// Arguments as JSON text
    #[arg(long, value_name = "TEXT", value_parser = parse_json)]
    pub(crate) args: Option<String>,
    /// Arguments as base64
    #[arg(long, value_name = "B", value_parser = parse_base64)]
    pub(crate) args_base64: Option<Bytes>,
    /// Arguments as hex
    #[arg(long, value_name = "H", value_parser = parse_hex)]
    pub(crate) args_hex: Option<Bytes>,
    /// A file that holds the arguments, byte for byte
    #[arg(long, value_name = "F")]
    pub(crate) args_file: Option<PathBuf>,
}

/// Bytes given as text; a type of its own, since clap takes `Vec<u8>` for many values.
#[derive(Clone)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

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
            Vm::Overlay => Backend::Overlay(self.compiler),
            Vm::Nearcore => Backend::Nearcore,
        }
    }

    pub(crate) fn gates(&self) -> Gates {
        self.open.iter().fold(Gates::default(), Gates::open)
    }
}

fn parse_json(text: &str) -> Result<String, String> {
    let hint = "other bytes go through --args-base64, --args-hex or --args-file";
    match serde_json::from_str::<serde::de::IgnoredAny>(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(format!("not JSON: {error} ({hint})")),
    }
}

fn parse_base64(text: &str) -> Result<Bytes, base64::DecodeError> {
    BASE64.decode(text).map(Bytes)
}

fn parse_hex(text: &str) -> Result<Bytes, hex::FromHexError> {
    hex::decode(text).map(Bytes)
}
