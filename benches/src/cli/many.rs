//! The command line of `many`.

use super::Recording;
use clap::{Args, Subcommand, value_parser};

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
    #[command(flatten)]
    pub(crate) recording: Recording,
    /// Turns of everybody with every number of signatures in each process [default: 20; with --quick 4]
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
