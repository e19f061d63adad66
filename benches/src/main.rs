//! `near-ed25519`: run contracts offline with exact gas, and see what the host function saves.
#![forbid(unsafe_code)]

mod amount;
mod batches;
mod bounds;
mod calibrate;
mod call;
mod cli;
mod compare;
mod contracts;
mod demo;
mod engines;
mod exit;
mod experiments;
mod headers;
mod input;
mod library;
mod light_clients;
mod machine;
mod measure;
mod process;
mod report;
mod stdout;

use batches::Batches;
use clap::Parser as _;
use cli::{Cli, Command};
use compare::Compare;
use engines::Engines;
use exit::Failure;
use headers::Headers;
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
        Command::Compare(args) => Ok(measure::command::run(&Compare, &args.measuring)?),
        Command::Batches(args) => Ok(measure::command::run(&Batches, &args.measuring)?),
        Command::Headers(args) => Ok(measure::command::run(&Headers, &args.measuring)?),
        Command::Worker(args) => Ok(experiments::work(&args)?),
        Command::Bounds(args) => Ok(bounds::run(&args)?),
        Command::Engines(args) => Ok(measure::command::run(&Engines, &args.measuring)?),
        Command::Report(args) => Ok(report::run(&args)?),
    }
}
