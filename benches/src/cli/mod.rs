//! The command line.

mod call;
mod grandpa;
mod tendermint;

pub(crate) use call::{Call, MethodArgs, STDIN, Vm};
pub(crate) use grandpa::Grandpa;
pub(crate) use tendermint::{Tendermint, TendermintBlocks};

use crate::batches::BatchesArgs;
use crate::bounds::BoundsArgs;
use crate::calibrate::Calibrate;
use crate::compare::CompareArgs;
use crate::engines::EnginesArgs;
use crate::experiments::WorkerArgs;
use crate::headers::HeadersArgs;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

#[derive(Parser)]
#[command(
    name = "near-ed25519",
    version,
    about = "Ed25519 verification on NEAR: the host function of NEP-364, its gas, its Wasm-only twin",
    after_help = "Without a command: demo.\n\nExamples:\n  near-ed25519\n  near-ed25519 demo --json\n  \
                  near-ed25519 call contract.wasm get_count --view\n  \
                  near-ed25519 call contract.wasm increment --args '{\"by\":2}' --state state.json"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// The NEP's benchmark call and light clients' headers in every build: gas, time, capacity (the
    /// default)
    Demo(Demo),
    /// List the contracts of this project, built from source
    Contracts(Contracts),
    /// Call a contract offline, with the gas mainnet would burn, but for what its help lists
    Call(Box<Call>),
    /// Verify a header of a Tendermint chain in a light client, and see what its gas goes for
    Tendermint(Tendermint),
    /// Verify a GRANDPA justification of a Substrate chain's block in a light client
    Grandpa(Grandpa),
    /// Measure the host function and price it, with the evidence
    Calibrate(Calibrate),
    /// NEP-364's table, today: native libraries, Wasm engines, contracts, the host function
    Compare(CompareArgs),
    /// Many signatures at once: lanes by backend and table, and libraries, one by one and in batches
    Batches(BatchesArgs),
    /// How long a light client's header takes: each build, and the lanes by backend and table
    Headers(HeadersArgs),
    /// One measuring process, which a command that measures starts
    #[command(hide = true)]
    Worker(WorkerArgs),
    /// The engines that run contracts, side by side: compile, load, call, gas a second
    Engines(EnginesArgs),
    /// Everything promised of what is measured, and whether it holds as recorded
    Bounds(BoundsArgs),
    /// Write every number and picture of the documents, or check that they are current
    Report(Report),
}

#[derive(Args, Default)]
#[command(
    after_help = "Examples:\n  near-ed25519 demo\n  near-ed25519 demo --json | jq .capacity_300_tgas"
)]
pub(crate) struct Demo {
    /// Print JSON: every run, the capacity of 300 Tgas, and whether the backends agree
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(
    after_help = "Examples:\n  near-ed25519 contracts\n  near-ed25519 contracts --json | jq -r .[0].path"
)]
pub(crate) struct Contracts {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(
    after_help = "Examples:\n  near-ed25519 report --check\n  near-ed25519 report README.md nep-0364.md"
)]
pub(crate) struct Report {
    /// Write nothing; fail if a table or a picture is not what this build makes
    #[arg(long)]
    pub(crate) check: bool,
    /// Folder of what was recorded
    #[arg(long, value_name = "FOLDER", default_value = "benches/recorded")]
    pub(crate) recorded: PathBuf,
    /// Documents with generated blocks
    #[arg(default_values = [
        "README.md", "ARCHITECTURE.md", "SECURITY.md", "nep-0364.md", "test-contracts/formats.md",
    ])]
    pub(crate) files: Vec<PathBuf>,
}

#[cfg(test)]
mod tests;
