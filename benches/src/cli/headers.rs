//! The command line of `headers`.

use super::Recording;
use clap::{Args, Subcommand, value_parser};
use std::path::PathBuf;

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Times are worth what the machine is: close what else runs. Gas, which is the same everywhere, is\n\
    in the output of `demo`.\n\n\
    Examples:\n  \
    near-ed25519 headers\n  \
    near-ed25519 headers --quick --json | jq '.rows[] | {name, ms: (.headers[0].least_ns / 1e6)}'\n  \
    near-ed25519 headers --out headers.json\n  \
    near-ed25519 headers --from headers.json"
)]
pub(crate) struct Headers {
    #[command(flatten)]
    pub(crate) recording: Recording,
    /// Turns of every build with every header in each process [default: 6; with --quick 2]
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "from",
        value_parser = value_parser!(u32).range(1..)
    )]
    pub(crate) rounds: Option<u32>,
    #[command(subcommand)]
    pub(crate) step: Option<Step>,
}

#[derive(Subcommand)]
pub(crate) enum Step {
    /// One measuring process, which `headers` starts
    #[command(hide = true)]
    Worker(Worker),
}

#[derive(Args)]
pub(crate) struct Worker {
    #[arg(long)]
    pub(crate) cache: PathBuf,
    #[arg(long)]
    pub(crate) rounds: u32,
    #[arg(long)]
    pub(crate) seed: u64,
}
