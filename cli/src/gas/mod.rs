//! `near-ed25519 gas`: recorded figures of calls, for CI, and what changed between two profiles.

mod check;
mod diff;

pub(crate) use check::Check;
pub(crate) use diff::Diff;

use crate::arguments::{Cli, Command};
use crate::call::Call;
use crate::exit::{self, Failure};
use anyhow::{anyhow, bail};
use clap::{Parser as _, Subcommand};

#[derive(Subcommand)]
#[command(after_help = "Examples:
  near-ed25519 gas check
  near-ed25519 gas diff old.wasm new.wasm fill --args-file order.json")]
pub(crate) enum GasCommand {
    /// Make the calls of a file, and compare gas and size of the contract with the recorded figures
    Check(Check),
    /// Compare the gas of functions in a call of two contracts, or in two profiles (.folded)
    Diff(Diff),
}

pub(crate) fn run(command: &GasCommand) -> Result<(), Failure> {
    match command {
        GasCommand::Check(args) => check::run(args),
        GasCommand::Diff(args) => diff::run(args),
    }
}

/// The call that the words of a command line make.
fn call_of(words: &[String]) -> anyhow::Result<Box<Call>> {
    let line = ["near-ed25519", "call"].into_iter();
    let line = line.chain(words.iter().map(String::as_str));
    let parsed = Cli::try_parse_from(line);
    let parsed = parsed.map_err(|error| anyhow!(exit::message(&error.to_string())))?;
    match parsed.command {
        Some(Command::Call(call)) if call.stdins() > 0 => {
            bail!("standard input (-) can be read once: name a file")
        }
        Some(Command::Call(call)) if reports_nothing_else(&call) => Ok(call),
        _ => bail!(
            "only calls without --execute, --least-gas, --functions, --flamegraph, --lcov, --profile and --json have figures"
        ),
    }
}

fn reports_nothing_else(call: &Call) -> bool {
    let other = call.execute || call.least_gas || call.profile || call.lcov.is_some() || call.json;
    !other && !call.functions.is_asked_for()
}
