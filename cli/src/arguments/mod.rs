//! The command line.

use crate::about::{Completions, Manual};
use crate::call::Call;
use crate::chain::ChainCommand;
use crate::contracts::Contracts;
use crate::demo::DemoArgs;
use crate::gas::GasCommand;
use crate::light_clients::{Grandpa, Tendermint};
use crate::verify::Verify;
use crate::vrf::VrfCommand;
use anyhow::anyhow;
use clap::{Parser, Subcommand};
use near_runtime_ext::{MIN_SUPPORTED_PROTOCOL_VERSION as OLDEST, PROTOCOL_VERSION as NEWEST};
use std::ffi::OsString;
use std::sync::LazyLock;

#[derive(Parser)]
#[command(
    name = "near-ed25519",
    version = VERSION.as_str(),
    about = "Run NEAR contracts offline with exact gas, and verify Ed25519 signatures as NEAR does (NEP-364)",
    after_help = format!("{WITHOUT_A_COMMAND}\n\n{JSON}\n\n{EXAMPLES}")
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The versions of this program, of nearcore, and of the protocol.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let (own, nearcore) = (env!("CARGO_PKG_VERSION"), env!("NEARCORE_VERSION"));
    format!("{own} (nearcore's {nearcore}, protocol versions {OLDEST} to {NEWEST})")
});

/// Printed before the default command, which takes some time.
pub(crate) const MAIN_JOB: &str = "near-ed25519 demo, the default command: calls the contracts of this project, \
    which are built from source, in each of their builds, and where it can also on nearcore's own runner, which must \
    burn the same gas; then prints gas and times. --help lists the other commands";

const WITHOUT_A_COMMAND: &str =
    "The default command is demo. Each command's --help has its options and examples.";

const JSON: &str = "With --json standard output has one JSON value: the report; or, where a command could not make \
    one, {\"error\": \"...\", \"exit_code\": 2}, and then standard error does not repeat the error. A refusal is in \
    the report, and in a line on standard error. Warnings are there, too.";

const EXAMPLES: &str = r#"Examples:
  near-ed25519 call contract.wasm get_count --view
  near-ed25519 call contract.wasm increment --args '{"by":2}' --state state.json
  near-ed25519 chain create alice.near"#;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run NEP-364's benchmark call and light clients' headers in every build (the default command)
    Demo(DemoArgs),
    /// List the contracts of this project, built from source: size, SHA-256 and path of each
    Contracts(Contracts),
    /// Call a contract offline, with the gas that mainnet would burn; its help lists the exceptions
    Call(Box<Call>),
    /// Keep a chain of accounts and contracts in a file, and execute transactions with all their receipts
    #[command(subcommand)]
    Chain(Box<ChainCommand>),
    /// Compare the gas of calls with recorded figures, and profiles with each other
    #[command(subcommand)]
    Gas(GasCommand),
    /// Verify a signature by each rule, and say why one refuses it
    Verify(Verify),
    /// Make and verify proofs of a verifiable random function (RFC 9381)
    #[command(subcommand)]
    Vrf(VrfCommand),
    /// Verify a header of a Tendermint chain in a light client contract, and show how its gas is spent
    Tendermint(Tendermint),
    /// Verify a GRANDPA justification of a block in a light client contract, and show how its gas is spent
    Grandpa(Grandpa),
    /// Print the completions of this command line for a shell
    Completions(Completions),
    /// Print the manual page, or that of a command
    Man(Manual),
}

/// Commands that moved to `near-ed25519-bench`, by their former names.
const MOVED: [&str; 8] = [
    "batches",
    "bounds",
    "calibrate",
    "compare",
    "frost",
    "headers",
    "many",
    "report",
];

/// The error for a command that moved.
pub(crate) fn moved(words: impl Iterator<Item = OsString>) -> Option<anyhow::Error> {
    let words: Vec<_> = words.take(2).collect();
    let words: Vec<_> = words.iter().filter_map(|word| word.to_str()).collect();
    let name = match *words.as_slice() {
        [name, ..] if MOVED.contains(&name) => name,
        ["vrf", "measure"] => "vrf measure",
        _ => return None,
    };
    Some(anyhow!(
        "`{name}` is in a program of its own now: cargo run --release -p near-ed25519-benches -- --help"
    ))
}

#[cfg(test)]
mod tests;
