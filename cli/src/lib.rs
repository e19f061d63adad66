//! The command `near-ed25519`: runs contracts offline with exact gas, and shows what the host
//! function saves. The benches use the public parts: the main job, light clients, and the output of
//! commands.
#![forbid(unsafe_code)]
// All output passes the filter of `output`.
#![cfg_attr(not(test), deny(clippy::print_stdout, clippy::print_stderr))]

mod about;
mod amount;
mod arguments;
mod call;
mod chain;
mod contracts;
pub mod demo;
pub mod exit;
pub mod functions;
mod gas;
mod input;
pub mod light_clients;
pub mod output;
mod verify;
mod vrf;

use arguments::{Cli, Command};
use clap::Parser as _;
use demo::DemoArgs;
use exit::Failure;
use std::process::ExitCode;

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    if let Some(why) = arguments::moved(std::env::args_os().skip(1)) {
        return exit::end(Err(Failure::input(why)));
    }
    match Cli::try_parse() {
        Ok(cli) => exit::end(run(cli.command)),
        Err(error) => exit::bad_usage(error),
    }
}

fn run(command: Option<Command>) -> Result<(), Failure> {
    // Before anything has effects that could not be reported.
    output::ensure_open()?;
    match command {
        Some(Command::Demo(args)) => Ok(demo::run(&args)?),
        Some(Command::Contracts(args)) => Ok(contracts::run(&args)?),
        Some(Command::Call(args)) if args.execute => chain::execute(&args),
        Some(Command::Call(args)) if args.least_gas => call::least_gas(&args),
        Some(Command::Call(args)) => call::run(&args),
        Some(Command::Chain(command)) => chain::run(&command),
        Some(Command::Gas(command)) => gas::run(&command),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Vrf(command)) => vrf::run(&command),
        Some(Command::Tendermint(args)) => light_clients::run_tendermint(&args),
        Some(Command::Grandpa(args)) => light_clients::run_grandpa(&args),
        Some(Command::Completions(args)) => about::completions(&args),
        Some(Command::Man(args)) => about::manual(&args),
        None => {
            output::complain(arguments::MAIN_JOB);
            Ok(demo::run(&DemoArgs::default())?)
        }
    }
}

/// Tests the code in documents that belong to no crate.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../README.md")]
    mod readme {}
    #[doc = include_str!("../../docs/price.md")]
    mod price {}
}
