//! `near-ed25519 gas`: recorded figures of calls, for CI, and what changed between two profiles.

mod check;
mod diff;
mod file;

pub(crate) use check::Check;
pub(crate) use diff::Diff;

use crate::exit::Failure;
use clap::Subcommand;

#[derive(Subcommand)]
#[command(after_help = "Examples:
  near-ed25519 gas check
  near-ed25519 gas diff old.folded new.folded")]
pub(crate) enum GasCommand {
    /// Make the calls of a file, and compare gas and size of the contract with the recorded figures
    Check(Check),
    /// Compare two profiles of functions, as --flamegraph writes them (.folded)
    Diff(Diff),
}

pub(crate) fn run(command: &GasCommand) -> Result<(), Failure> {
    match command {
        GasCommand::Check(args) => check::run(args),
        GasCommand::Diff(args) => diff::run(args),
    }
}
