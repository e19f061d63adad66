//! The command line.

pub(crate) mod calibrate;
pub(crate) mod compare;
pub(crate) mod headers;
pub(crate) mod many;
mod recording;

pub(crate) use recording::Recording;

use crate::amount;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use clap::{Args, Parser, Subcommand, ValueEnum};
use near_runtime_ext::{Backend, Balance, Compiler, Gas, Gates, ProtocolVersion};
use std::path::PathBuf;
use tendermint::trust_threshold::TrustThresholdFraction;
use test_contracts::ClientBuild;

#[derive(Parser)]
#[command(
    name = "near-ed25519",
    version,
    about = "Ed25519 verification on NEAR: the host function of NEP-364, its gas, its Wasm-only twin",
    after_help = "Without a command: demo.\n\nExamples:\n  near-ed25519\n  near-ed25519 demo --json\n  \
                  near-ed25519 call contract.wasm get_count --view\n  \
                  near-ed25519 call contract.wasm increment --args '{\"by\":2}' --state state.json"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// The NEP's benchmark call and light clients' headers in every build: gas, time, capacity (the
    /// default)
    Demo(Demo),
    /// List the contracts of this project, built from source
    Contracts(Contracts),
    /// Call a contract offline, with the gas mainnet would burn
    Call(Call),
    /// Verify a header of a Tendermint chain in a light client, and see what its gas goes for
    Tendermint(Tendermint),
    /// Verify a GRANDPA justification of a Substrate chain's block in a light client
    Grandpa(Grandpa),
    /// Measure the host function and price it, with the evidence
    Calibrate(calibrate::Calibrate),
    /// NEP-364's table, today: native libraries, Wasm engines, contracts, the host function
    Compare(compare::Compare),
    /// Many signatures at once: lanes by backend and table, and libraries, one by one and in batches
    Many(many::Many),
    /// How long a light client's header takes: each build, and the lanes by backend and table
    Headers(headers::Headers),
    /// The engines that run contracts, side by side: compile, load, call, gas a second
    Engines(Engines),
    /// Write every number and picture of the documents, or check that they are current
    Report(Report),
}

#[derive(Args, Default)]
#[command(
    after_help = "Examples:\n  near-ed25519 demo\n  near-ed25519 demo --json | jq .capacity_300_tgas"
)]
pub(crate) struct Demo {
    /// Print JSON: every run, the capacity of 300 Tgas, and whether the backends agree
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(
    after_help = "Examples:\n  near-ed25519 contracts\n  near-ed25519 contracts --json | jq -r .[0].path"
)]
pub(crate) struct Contracts {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(
    after_help = "Times are worth what the machine is: close what else runs.\n\nExamples:\n  \
    near-ed25519 engines\n  near-ed25519 engines --json | jq -r '.engines[] | \"\\(.name) \\(.compile_us)\"'\n  \
    near-ed25519 engines --out engines.json"
)]
pub(crate) struct Engines {
    /// Keep what was measured in this file
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    pub(crate) out: Option<PathBuf>,
    /// Measure nothing: print what such a file has
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(
    after_help = "Examples:\n  near-ed25519 report --check\n  near-ed25519 report README.md nep-0364.md"
)]
pub(crate) struct Report {
    /// Write nothing; fail if a table or a picture is not what this build makes
    #[arg(long)]
    pub(crate) check: bool,
    /// Folder of what was recorded
    #[arg(long, value_name = "FOLDER", default_value = "benches/recorded")]
    pub(crate) recorded: PathBuf,
    /// Documents with generated blocks
    #[arg(default_values = ["README.md", "ARCHITECTURE.md", "SECURITY.md", "nep-0364.md"])]
    pub(crate) files: Vec<PathBuf>,
}

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

#[derive(Args)]
#[command(after_help = "Files are JSON as a node's RPC returns it, such as\n  \
    curl 'localhost:26657/commit?height=8619996' > commit.json\n  \
    curl 'localhost:26657/validators?height=8619996&per_page=100&page=1' > page1.json\n\nExamples:\n  \
    near-ed25519 tendermint --trusted-commit 1.json --trusted-validators 1a.json 1b.json \\\n    \
    --untrusted-commit 2.json --untrusted-validators 2a.json 2b.json\n  \
    near-ed25519 tendermint --mbt MC4_4_faulty_TestSuccess.json --build wasm --json")]
pub(crate) struct Tendermint {
    #[command(flatten)]
    pub(crate) blocks: TendermintBlocks,
    /// Instead: files of tendermint-rs's model-based tests
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "TendermintBlocks")]
    pub(crate) mbt: Vec<PathBuf>,
    /// Who verifies signatures: host, host-many (all in one call, by ZIP-215), wasm or wasm-best
    #[arg(long, value_name = "BUILD", default_value_t = ClientBuild::Host)]
    pub(crate) build: ClientBuild,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A block that is trusted, one that is not yet, and by which rules it is verified.
#[derive(Args)]
pub(crate) struct TendermintBlocks {
    /// The trusted block: what /commit returns
    #[arg(long, value_name = "FILE", required_unless_present = "mbt")]
    pub(crate) trusted_commit: Option<PathBuf>,
    /// Its validators: what /validators returns, all pages
    #[arg(long, value_name = "FILE", required_unless_present = "mbt", num_args = 1..)]
    pub(crate) trusted_validators: Vec<PathBuf>,
    /// The block to verify: what /commit returns
    #[arg(long, value_name = "FILE", required_unless_present = "mbt")]
    pub(crate) untrusted_commit: Option<PathBuf>,
    /// Its validators: what /validators returns, all pages
    #[arg(long, value_name = "FILE", required_unless_present = "mbt", num_args = 1..)]
    pub(crate) untrusted_validators: Vec<PathBuf>,
    /// The validators of the block after the trusted one, all pages [default: those of the given
    /// blocks, if they can be told to be the same]
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) trusted_next_validators: Vec<PathBuf>,
    /// Share of the trusted validators that must have signed
    #[arg(long, value_name = "FRACTION", default_value = "1/3", value_parser = amount::parse_trust_level)]
    pub(crate) trust_level: TrustThresholdFraction,
    /// How long a block is trusted
    #[arg(long, value_name = "DURATION", default_value = "14d", value_parser = amount::parse_duration)]
    pub(crate) trusting_period: u64,
    /// How far a block may be ahead of this chain's time
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = amount::parse_duration)]
    pub(crate) max_clock_drift: u64,
    /// This chain's time, by RFC 3339 [default: a second after the block to verify, so that old
    /// blocks verify]
    #[arg(long, value_name = "TIME", value_parser = amount::parse_time)]
    pub(crate) now: Option<u64>,
}

#[derive(Args)]
#[command(
    after_help = "Authorities are JSON: {\"set_id\": 7, \"authorities\": [[\"0x…\", 1], …]}, ids in hex or SS58.\n\
    A justification is SCALE bytes, hex, or JSON with such hex or with the justification decoded.\n\nExamples:\n  \
    near-ed25519 grandpa --authorities set.json --justification justification.hex\n  \
    near-ed25519 grandpa --authorities set.json --justification j.json --header 1.hex 2.hex --json"
)]
pub(crate) struct Grandpa {
    /// The authority set that votes, with its id
    #[arg(long, value_name = "FILE")]
    pub(crate) authorities: PathBuf,
    /// The justification
    #[arg(long, value_name = "FILE")]
    pub(crate) justification: PathBuf,
    /// Further headers, SCALE bytes or hex: the block's own, where it changes the authorities, and
    /// those between votes and the block
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) header: Vec<PathBuf>,
    /// Who verifies signatures: host, host-many (all in one call, by ZIP-215), wasm or wasm-best
    #[arg(long, value_name = "BUILD", default_value_t = ClientBuild::Host)]
    pub(crate) build: ClientBuild,
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

#[cfg(test)]
mod tests;
