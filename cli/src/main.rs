//! `near-ed25519`: runs contracts offline with exact gas, and shows what the host function saves.
#![forbid(unsafe_code)]
// What is printed passes the filter of `stdout`.
#![cfg_attr(not(test), deny(clippy::print_stdout, clippy::print_stderr))]

mod amount;
mod arguments;
mod call;
mod completions;
mod contracts;
mod exit;
mod input;
mod light_clients;
mod manual;
mod verify;
mod vrf;

use arguments::{Cli, Command};
use clap::Parser as _;
use exit::Failure;
use near_ed25519_benches::stdout;
use std::process::ExitCode;

fn main() -> ExitCode {
    let (words, hint) = arguments::current(std::env::args_os().collect());
    if let Some(hint) = hint {
        stdout::complain(&format!("warning: {hint}"));
    }
    let command = match Cli::try_parse_from(words) {
        Ok(cli) => cli.command,
        Err(error) => return exit::bad_usage(error),
    };
    match run(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.end(),
    }
}

fn run(command: Option<Command>) -> Result<(), Failure> {
    match command {
        Some(Command::Contracts(args)) => Ok(contracts::run(&args)?),
        Some(Command::Call(args)) => call::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Vrf(command)) => vrf::run(&command),
        Some(Command::Tendermint(args)) => light_clients::run_tendermint(&args),
        Some(Command::Grandpa(args)) => light_clients::run_grandpa(&args),
        #[cfg(feature = "measuring")]
        Some(Command::Measuring(command)) => Ok(command.run()?),
        Some(Command::Completions(args)) => Ok(args.print()?),
        Some(Command::Man(args)) => args.print(),
        #[cfg(feature = "measuring")]
        None => {
            stdout::complain(arguments::MAIN_JOB);
            Ok(near_ed25519_benches::Command::default().run()?)
        }
        // clap prints the help.
        #[cfg(not(feature = "measuring"))]
        None => Ok(()),
    }
}
