//! The commands that measure, and those that write what was measured.

use crate::batches::{Batches, BatchesArgs};
use crate::calibrate::{Calibrate, PriceMany, PriceVerify};
use crate::compare::{Compare, CompareArgs};
use crate::demo::DemoArgs;
use crate::engines::{Engines, EnginesArgs};
use crate::headers::{Headers, HeadersArgs};
use crate::measure::{self, worker::Worker};
use crate::report::ReportArgs;
use crate::{calibrate, demo, report};
use clap::Subcommand;

/// A command, with its arguments.
#[derive(Subcommand)]
pub enum Command {
    /// The NEP's benchmark call and light clients' headers in every build: gas, time, capacity (the
    /// default)
    Demo(DemoArgs),
    /// Measure the host function and price it, with the evidence
    Calibrate(Calibrate),
    /// NEP-364's table, today: native libraries, Wasm engines, contracts, the host function
    Compare(CompareArgs),
    /// Many signatures at once: lanes by backend and table, and libraries, one by one and in batches
    Batches(BatchesArgs),
    /// How long a light client's header takes: each build, and the lanes by backend and table
    Headers(HeadersArgs),
    /// The engines that run contracts, side by side: compile, load, call, gas a second
    Engines(EnginesArgs),
    /// Write every number and picture of the documents, or check that they are current
    Report(ReportArgs),
    /// One measuring process, which a command that measures starts
    #[command(hide = true, subcommand)]
    Worker(WorkerOf),
}

/// Whose cells a measuring process measures.
#[derive(Subcommand)]
pub enum WorkerOf {
    Compare(Worker),
    Batches(Worker),
    Calibrate(Worker),
    CalibrateMany(Worker),
    Engines(Worker),
    Headers(Worker),
}

impl Default for Command {
    /// The main job.
    fn default() -> Self {
        Self::Demo(DemoArgs::default())
    }
}

impl Command {
    /// Does what is asked for, and prints it.
    ///
    /// # Errors
    ///
    /// It cannot be done; or what was measured is not as it must be.
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            Self::Demo(args) => demo::run(args),
            Self::Calibrate(args) => calibrate::run(args),
            Self::Compare(args) => measure::command::run(&Compare, &args.measuring),
            Self::Batches(args) => measure::command::run(&Batches, &args.measuring),
            Self::Headers(args) => measure::command::run(&Headers, &args.measuring),
            Self::Engines(args) => measure::command::run(&Engines, &args.measuring),
            Self::Report(args) => report::run(args),
            Self::Worker(WorkerOf::Compare(args)) => measure::worker::run::<Compare>(args),
            Self::Worker(WorkerOf::Batches(args)) => measure::worker::run::<Batches>(args),
            Self::Worker(WorkerOf::Calibrate(args)) => measure::worker::run::<PriceVerify>(args),
            Self::Worker(WorkerOf::CalibrateMany(args)) => measure::worker::run::<PriceMany>(args),
            Self::Worker(WorkerOf::Engines(args)) => measure::worker::run::<Engines>(args),
            Self::Worker(WorkerOf::Headers(args)) => measure::worker::run::<Headers>(args),
        }
    }
}
