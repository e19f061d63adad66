//! `near-ed25519`: run contracts offline with exact gas, and see what the host function saves.
#![forbid(unsafe_code)]

mod amount;
mod calibrate;
mod call;
mod cli;
mod compare;
mod contracts;
mod demo;
mod engines;
mod exit;
mod headers;
mod input;
mod least;
mod library;
mod light_clients;
mod machine;
mod many;
mod process;
mod record;
mod report;
mod stdout;

use clap::Parser as _;
use cli::{Cli, Command};
use exit::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        Err(error) => return exit::bad_usage(&error),
    };
    match run(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.end(),
    }
}

fn run(command: Option<Command>) -> Result<(), Failure> {
    match command.unwrap_or(Command::Demo(cli::Demo::default())) {
        Command::Demo(args) => Ok(demo::run(&args)?),
        Command::Contracts(args) => Ok(contracts::run(&args)?),
        Command::Call(args) => call::run(&args),
        Command::Tendermint(args) => light_clients::run_tendermint(&args),
        Command::Grandpa(args) => light_clients::run_grandpa(&args),
        Command::Calibrate(args) => Ok(calibrate::run(&args)?),
        Command::Compare(args) => Ok(compare::run(&args)?),
        Command::Many(args) => Ok(many::run(&args)?),
        Command::Headers(args) => Ok(headers::run(&args)?),
        Command::Engines(args) => Ok(engines::run(&args)?),
        Command::Report(args) => Ok(report::run(&args)?),
    }
}
