//! The command line of `compare`.

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
    /// A tenth of the verifications, in fewer processes: a first look
    #[arg(long)]
    pub(crate) quick: bool,
    /// Verifications of each contender, at least [default: 10000; with --quick 1000]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) verifications: Option<u32>,
    /// Processes to measure in, one after the other [default: 8; with --quick 3]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) launches: Option<u32>,
    /// Decides the order of the contenders, and where their stacks lie
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print JSON: every row, the least of every process, and the machine
    #[arg(long)]
    pub(crate) json: bool,
    /// Write that JSON into a file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Measure nothing; print what such a file holds
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["quick", "verifications", "launches", "seed", "out"]
    )]
    pub(crate) from: Option<PathBuf>,
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
