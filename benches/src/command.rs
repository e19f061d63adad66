//! The commands that measure, and those that write documents from recordings.

use crate::batches::{self, Batches};
use crate::bounds::BoundsArgs;
use crate::calibrate::Calibrate;
use crate::compare::{self, Compare};
use crate::demo::DemoArgs;
use crate::experiments::WorkerArgs;
use crate::frost::{self, FrostCommand};
use crate::headers::{self, Headers};
use crate::measure::arguments::{Measuring, help};
use crate::measure::command;
use crate::report::ReportArgs;
use crate::{bounds, calibrate, demo, experiments, report};
use clap::Subcommand;

/// A command, with its arguments.
#[derive(Subcommand)]
pub enum Command {
    /// Run NEP-364's benchmark call and light clients' headers in every build (the default command)
    Demo(DemoArgs),
    /// Measure the cost of a host function, and derive its price
    Calibrate(Calibrate),
    /// Measure one signature, as NEP-364's table does: libraries, Wasm engines, contracts, the host function
    #[command(after_help = help::<Compare>(compare::EXAMPLES))]
    Compare(Measuring),
    /// Measure many signatures at once: lanes by verify backend, libraries one by one and in batches
    #[command(after_help = help::<Batches>(batches::EXAMPLES))]
    Batches(Measuring),
    /// Measure how long a light client's header takes, in each build and with each verify backend
    #[command(after_help = help::<Headers>(headers::EXAMPLES))]
    Headers(Measuring),
    /// Measure FROST threshold signatures
    #[command(subcommand)]
    Frost(FrostCommand),
    /// List the bounds on the recorded measurements, and whether each holds
    Bounds(BoundsArgs),
    /// Write every generated number and picture of the documents, or check that they are current
    Report(ReportArgs),
    /// One measuring process, which a command that measures starts
    #[command(hide = true)]
    Worker(WorkerArgs),
}

impl Default for Command {
    /// `demo`.
    fn default() -> Self {
        Self::Demo(DemoArgs::default())
    }
}

impl Command {
    /// Runs the command, and prints its output.
    ///
    /// # Errors
    ///
    /// The command fails, or a measurement breaks a bound.
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            Self::Demo(args) => demo::run(args),
            Self::Calibrate(args) => calibrate::run(args),
            Self::Compare(args) => command::run::<Compare>(args, None),
            Self::Batches(args) => command::run::<Batches>(args, None),
            Self::Headers(args) => command::run::<Headers>(args, None),
            Self::Frost(command) => frost::run(command),
            Self::Report(args) => report::run(args),
            Self::Bounds(args) => bounds::run(args),
            Self::Worker(args) => experiments::work(args),
        }
    }
}
