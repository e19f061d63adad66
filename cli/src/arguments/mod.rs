//! The command line.

mod renamed;

pub(crate) use renamed::current;

use crate::call::Call;
use crate::contracts::Contracts;
use crate::light_clients::{Grandpa, Tendermint};
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(
    name = "near-ed25519",
    version,
    about = "Ed25519 verification on NEAR: the host function of NEP-364, its gas, its Wasm-only twin",
    after_help = format!("{WITHOUT_A_COMMAND}\n\n{EXAMPLES}"),
    arg_required_else_help = cfg!(not(feature = "measuring"))
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const WITHOUT_A_COMMAND: &str = match cfg!(feature = "measuring") {
    true => "Without a command: demo.",
    false => "This build has no commands that measure.",
};

const EXAMPLES: &str = r#"Examples:
  near-ed25519 call contract.wasm get_count --view
  near-ed25519 call contract.wasm increment --args '{"by":2}' --state state.json"#;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the contracts of this project, built from source
    Contracts(Contracts),
    /// Call a contract offline, with the gas mainnet would burn, but for what its help lists
    Call(Box<Call>),
    /// Verify a header of a Tendermint chain in a light client, and see what its gas goes for
    Tendermint(Tendermint),
    /// Verify a GRANDPA justification of a Substrate chain's block in a light client
    Grandpa(Grandpa),
    #[cfg(feature = "measuring")]
    #[command(flatten)]
    Measuring(near_ed25519_benches::Command),
}

#[cfg(test)]
mod tests;
