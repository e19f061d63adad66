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
mod headers;
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
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        None => demo::run(&cli::Demo::default()),
        Some(Command::Demo(args)) => demo::run(&args),
        Some(Command::Contracts(args)) => contracts::run(&args),
        Some(Command::Call(args)) => call::run(&args),
        Some(Command::Tendermint(args)) => light_clients::run_tendermint(&args),
        Some(Command::Grandpa(args)) => light_clients::run_grandpa(&args),
        Some(Command::Calibrate(args)) => calibrate::run(&args),
        Some(Command::Compare(args)) => compare::run(&args),
        Some(Command::Many(args)) => many::run(&args),
        Some(Command::Headers(args)) => headers::run(&args),
        Some(Command::Engines(args)) => engines::run(&args),
        Some(Command::Report(args)) => report::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            stdout::complain(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}
