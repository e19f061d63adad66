//! The command line of `calibrate`.

use crate::calibrate::many::SAFETY_FACTOR;
use crate::measure::command::Measuring;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Where the recorded calibration is, from the root of the repository.
pub(crate) const RECORDED: &str = "benches/recorded/calibration";

#[derive(Args)]
#[command(
    after_help = "Times are worth what the machine is: close what else runs, and do not compile meanwhile.\n\
    Instruction counts need valgrind, and repeat exactly.\n\nExamples:\n  \
    near-ed25519 calibrate run --out calibration\n  \
    near-ed25519 calibrate run --out quick --quick --no-instructions\n  \
    near-ed25519 calibrate fit --from calibration --safety-factor 2\n  \
    near-ed25519 calibrate diff calibration again\n  \
    near-ed25519 calibrate check\n  \
    near-ed25519 calibrate many --out calibration-many"
)]
pub struct Calibrate {
    #[command(subcommand)]
    pub(crate) command: Step,
}

#[derive(Subcommand)]
pub(crate) enum Step {
    /// Measure, fit, and write samples, prices, a report and plots into a folder
    Run(Run),
    /// Fit samples that were measured before
    Fit(Fit),
    /// Say whether two calibrations agree
    Diff(Diff),
    /// Count instructions again, and fail if they are more than 2% from those recorded
    Check(Check),
    /// Measure and price `ed25519_verify_many`, with every backend of this processor
    Many(Many),
    /// One measuring process, which `run` starts
    #[command(hide = true)]
    Worker(Worker),
}

#[derive(Args)]
pub(crate) struct Run {
    /// Folder for what comes out
    #[arg(long, value_name = "FOLDER", default_value = "calibration")]
    pub(crate) out: PathBuf,
    /// Fewer lengths, processes and rounds: a first look
    #[arg(long)]
    pub(crate) quick: bool,
    /// Processes to measure in, one after the other [default: 12; with --quick 6]
    #[arg(long, value_name = "N")]
    pub(crate) launches: Option<u32>,
    /// Samples of everything in each process [default: 10; with --quick 5]
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<u32>,
    /// Decides the order of the samples
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Leave instructions out
    #[arg(long)]
    pub(crate) no_instructions: bool,
    #[command(flatten)]
    pub(crate) pricing: Pricing,
}

#[derive(Args)]
pub(crate) struct Many {
    /// What the largest cost is multiplied by
    #[arg(long, value_name = "FACTOR", default_value_t = SAFETY_FACTOR)]
    pub(crate) safety_factor: u32,
    #[command(flatten)]
    pub(crate) measuring: Measuring,
}

#[derive(Args)]
pub(crate) struct Pricing {
    /// What the largest cost is multiplied by
    #[arg(long, value_name = "FACTOR", default_value_t = 3)]
    pub(crate) safety_factor: u32,
    /// Print the summary as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Fit {
    /// A folder of `calibrate run`
    #[arg(long, value_name = "FOLDER", default_value = RECORDED)]
    pub(crate) from: PathBuf,
    /// Folder for what comes out [default: the same]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) pricing: Pricing,
}

#[derive(Args)]
pub(crate) struct Diff {
    /// A folder of `calibrate run`
    pub(crate) a: PathBuf,
    /// Another
    pub(crate) b: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Check {
    /// The calibration to compare with
    #[arg(long, value_name = "FOLDER", default_value = RECORDED)]
    pub(crate) recorded: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Worker {
    #[arg(long)]
    pub(crate) cases: PathBuf,
    #[arg(long)]
    pub(crate) instructions: bool,
    #[arg(long)]
    pub(crate) launch: u32,
    #[arg(long)]
    pub(crate) rounds: u32,
    #[arg(long)]
    pub(crate) seed: u64,
    #[arg(long)]
    pub(crate) quick: bool,
}
