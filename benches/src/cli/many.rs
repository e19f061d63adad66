//! The command line of `many`.

use clap::{Args, Subcommand, value_parser};
use std::path::PathBuf;

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Times are worth what the machine is: close what else runs. The unit is ed25519-dalek 3, one\n\
    signature after another, without AVX-512.\n\n\
    Examples:\n  \
    near-ed25519 many\n  \
    near-ed25519 many --quick --json | jq '.rows[] | {name, x: .sizes[-1].times_unit}'\n  \
    near-ed25519 many --out many.json\n  \
    near-ed25519 many --from many.json"
)]
pub(crate) struct Many {
    /// Fewer rounds, in fewer processes: a first look
    #[arg(long)]
    pub(crate) quick: bool,
    /// Processes to measure in, one after the other [default: 8; with --quick 2]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) launches: Option<u32>,
    /// Turns of everybody with every number of signatures in each process [default: 20; with --quick 4]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) rounds: Option<u32>,
    /// Decides the order of the turns, which signatures are verified, and where stacks lie
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print JSON: every row by every number of signatures, the least of every process, and the machine
    #[arg(long)]
    pub(crate) json: bool,
    /// Write that JSON into a file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Measure nothing; print what such a file holds
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["quick", "launches", "rounds", "seed", "out"]
    )]
    pub(crate) from: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) step: Option<Step>,
}

#[derive(Subcommand)]
pub(crate) enum Step {
    /// One measuring process, which `many` starts
    #[command(hide = true)]
    Worker(Worker),
}

#[derive(Args)]
pub(crate) struct Worker {
    #[arg(long)]
    pub(crate) rounds: u32,
    #[arg(long)]
    pub(crate) seed: u64,
}
