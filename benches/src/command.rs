//! The command line of `near-ed25519-bench`: commands that measure, and those that write documents from
//! recordings.

use crate::bounds::BoundsArgs;
use crate::calibrate::Calibrate;
use crate::frost::FrostCommand;
use crate::measure::{Measuring, command, help};
use crate::report::ReportArgs;
use crate::{batches, bounds, calibrate, chains, compare, frost, headers, report, vrf};
use clap::{Parser, Subcommand};
use near_ed25519::exit;
use std::process::ExitCode;

#[derive(Parser)]
#[command(
    name = "near-ed25519-bench",
    version,
    about = "Measure Ed25519 verification on NEAR (NEP-364), and derive its prices",
    after_help = "Examples:\n  near-ed25519-bench compare --quick\n  near-ed25519-bench bounds"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// A command, with its arguments.
#[derive(Subcommand)]
enum Command {
    /// Measure the cost of a host function, and derive its price
    #[command(subcommand)]
    Calibrate(Calibrate),
    /// Measure one signature, as NEP-364's table does: libraries, Wasm engines, contracts, the host function
    #[command(after_help = help(&compare::EXPERIMENT))]
    Compare(Measuring),
    /// Measure many signatures at once: lanes by verify backend, libraries one by one and in batches
    #[command(after_help = help(&batches::EXPERIMENT))]
    Batches(Measuring),
    /// Measure how long a light client's header takes, in each build and with each verify backend
    #[command(after_help = help(&headers::EXPERIMENT))]
    Headers(Measuring),
    /// Measure transactions of a chain, with all their receipts
    #[command(after_help = help(&chains::EXPERIMENT))]
    Chains(Measuring),
    /// Measure FROST threshold signatures
    #[command(subcommand)]
    Frost(FrostCommand),
    /// Measure VRF proofs: one by one, by batch equations, and by lanes with each verify backend
    #[command(after_help = help(&vrf::EXPERIMENT))]
    Vrf(Measuring),
    /// List the bounds on the recorded measurements, and whether each holds
    Bounds(BoundsArgs),
    /// Write every generated number and picture of the documents, or check that they are current
    Report(ReportArgs),
}

/// Runs the command line of this process.
pub(crate) fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => exit::end(cli.command.run().map_err(Into::into)),
        Err(error) => exit::bad_usage(error),
    }
}

impl Command {
    fn run(&self) -> anyhow::Result<()> {
        match self {
            Self::Calibrate(args) => calibrate::run(args),
            Self::Compare(args) => command::run(&compare::EXPERIMENT, args, None),
            Self::Batches(args) => command::run(&batches::EXPERIMENT, args, None),
            Self::Headers(args) => command::run(&headers::EXPERIMENT, args, None),
            Self::Chains(args) => command::run(&chains::EXPERIMENT, args, None),
            Self::Frost(FrostCommand::Measure(args)) => {
                command::run(&frost::EXPERIMENT, args, None)
            }
            Self::Vrf(args) => command::run(&vrf::EXPERIMENT, args, None),
            Self::Report(args) => report::run(args),
            Self::Bounds(args) => bounds::run(args),
        }
    }
}

#[cfg(test)]
#[test]
fn every_command_in_a_document_is_one() {
    let commands = test_support::command::in_documents("near-ed25519-bench");
    assert!(commands.len() > 5, "documents were read: {commands:?}");
    for words in commands {
        if let Err(error) = Cli::try_parse_from(&words) {
            let kind = error.kind();
            assert_eq!(
                kind,
                clap::error::ErrorKind::DisplayHelp,
                "{words:?}: {error}"
            );
        }
    }
}
