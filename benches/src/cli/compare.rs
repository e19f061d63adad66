//! The command line of `compare`.

use super::Recording;
use clap::{Args, Subcommand, value_parser};
use std::path::PathBuf;

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Times are worth what the machine is: close what else runs. Gas is the same everywhere.\n\
    LLVM needs a build with --features llvm.\n\n\
    Examples:\n  \
    near-ed25519 compare\n  \
    near-ed25519 compare --quick --json | jq '.rows[] | {name, times_native}'\n  \
    near-ed25519 compare --out comparison.json\n  \
    near-ed25519 compare --from comparison.json"
)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) recording: Recording,
    /// Verifications of each contender, at least [default: 10000; with --quick 1000]
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "from",
        value_parser = value_parser!(u32).range(1..)
    )]
    pub(crate) verifications: Option<u32>,
    #[command(subcommand)]
    pub(crate) step: Option<Step>,
}

#[derive(Subcommand)]
pub(crate) enum Step {
    /// One measuring process, which `compare` starts
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
    pub(crate) chunk: u32,
    #[arg(long)]
    pub(crate) seed: u64,
}
