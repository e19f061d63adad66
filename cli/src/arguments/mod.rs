//! The command line.

mod renamed;

pub(crate) use renamed::current;

use crate::call::Call;
use crate::contracts::Contracts;
use crate::light_clients::{Grandpa, Tendermint};
use crate::verify::Verify;
use crate::vrf::VrfCommand;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(
    name = "near-ed25519",
    version,
    about = "Run NEAR contracts offline with exact gas, and measure Ed25519 verification on NEAR (NEP-364)",
    after_help = format!("{WITHOUT_A_COMMAND}\n\n{EXAMPLES}"),
    arg_required_else_help = cfg!(not(feature = "measuring"))
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const WITHOUT_A_COMMAND: &str = match cfg!(feature = "measuring") {
    true => "The default command is demo. Each command's --help has its options and examples.",
    false => "This build has no commands that measure: they need the feature `measuring`.",
};

const EXAMPLES: &str = r#"Examples:
  near-ed25519 call contract.wasm get_count --view
  near-ed25519 call contract.wasm increment --args '{"by":2}' --state state.json"#;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the contracts of this project, built from source: size, SHA-256 and path of each
    Contracts(Contracts),
    /// Call a contract offline, with the gas that mainnet would burn; its help lists the exceptions
    Call(Box<Call>),
    /// Verify a signature by each rule, and say why one refuses it
    Verify(Verify),
    /// Make, verify and measure proofs of a verifiable random function (RFC 9381)
    #[command(subcommand)]
    Vrf(VrfCommand),
    /// Verify a header of a Tendermint chain in a light client contract, and show how its gas is spent
    Tendermint(Tendermint),
    /// Verify a GRANDPA justification of a block in a light client contract, and show how its gas is spent
    Grandpa(Grandpa),
    #[cfg(feature = "measuring")]
    #[command(flatten)]
    Measuring(near_ed25519_benches::Command),
}

#[cfg(test)]
mod tests;
