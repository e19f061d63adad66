//! `near-ed25519-bench calibrate`: costs and recommended prices of the host functions, with the evidence.

mod agreement;
mod costs;
mod function;
pub(crate) mod many;
mod price;
pub(crate) mod verify;

pub(crate) use costs::{Costs, worst_places};
pub(crate) use many::Signatures;
pub(crate) use price::{Cost, FALLBACK_FACTOR, Parameter, SAFETY_FACTOR, gas_per_unit, round_up};
pub(crate) use verify::Verify;

use crate::measure::{Experiment, Measuring, Recording, command, help};
use anyhow::Context as _;
use clap::{Subcommand, ValueEnum};
use many::Proofs;
use std::path::{Path, PathBuf};

/// Where the recorded calibration is, from the root of the repository.
const RECORDED: &str = "benches/recorded/calibrate";

const RUN: &str = "Times depend on the machine: close other programs, and do not compile meanwhile.\n\nExamples:\n  \
    near-ed25519-bench calibrate run --out calibration\n  near-ed25519-bench calibrate run many --quick --no-instructions\n  \
    near-ed25519-bench calibrate run --from calibration --out calibration --safety-factor 2";

/// A command about calibrations, with its arguments.
#[derive(Subcommand)]
#[command(
    after_help = "Examples:\n  near-ed25519-bench calibrate run --out calibration\n  near-ed25519-bench calibrate diff calibration again"
)]
pub(crate) enum Calibrate {
    /// Measure a host function and derive its prices; --out keeps samples, prices, a report and plots
    #[command(after_help = help(&verify::EXPERIMENT) + &help(&many::SIGNATURES) + &help(&many::PROOFS) + RUN)]
    Run {
        /// Host function to measure [default: verify, or that of --from]
        function: Option<HostFunction>,
        /// Factor that costs are multiplied by [default: the recorded one, or 3]
        #[arg(long, value_name = "FACTOR", value_parser = clap::value_parser!(u32).range(1..))]
        safety_factor: Option<u32>,
        #[command(flatten)]
        measuring: Measuring,
    },
    /// Compare two calibrations, and fail if they differ
    #[command(after_help = "Examples:\n  near-ed25519-bench calibrate diff calibration again")]
    Diff {
        /// Folder that `calibrate run --out` wrote
        a: PathBuf,
        /// Folder of another calibration
        b: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Count instructions again, and fail if a count is more than 2% from the recorded one
    #[command(after_help = "Examples:\n  near-ed25519-bench calibrate check")]
    Check {
        /// Folder of the calibration to compare with
        #[arg(long, value_name = "FOLDER", default_value = RECORDED)]
        recorded: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// The host functions that can be calibrated.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum HostFunction {
    /// ed25519_verify
    Verify,
    /// ed25519_verify_many, with every verify backend of this processor
    Many,
    /// ecvrf_verify_many, with every verify backend of this processor
    EcvrfMany,
}

/// The experiment of a host function, and what compares two recordings of it.
type Calibration = (
    &'static Experiment,
    fn(&'static Experiment, [&Path; 2], bool) -> anyhow::Result<()>,
);

/// In the order of [`HostFunction`].
static FUNCTIONS: [Calibration; 3] = [
    (&verify::EXPERIMENT, agreement::diff::<Verify>),
    (&many::SIGNATURES, agreement::diff::<Signatures>),
    (&many::PROOFS, agreement::diff::<Proofs>),
];

/// The calibration of the recording in this folder.
fn recorded(folder: &Path) -> anyhow::Result<Calibration> {
    let (experiment, _) = Recording::head(folder)?;
    let mut functions = FUNCTIONS.into_iter();
    let function = functions.find(|(it, _)| it.name == experiment);
    function.with_context(|| {
        let name = folder.display();
        format!("{name} is a recording of `{experiment}`, not a calibration")
    })
}

pub(crate) fn run(args: &Calibrate) -> anyhow::Result<()> {
    match args {
        Calibrate::Run {
            function,
            safety_factor,
            measuring,
        } => {
            let (experiment, _) = match (function, &measuring.from) {
                // Reading the folder as a calibration tells why it is none.
                (None, Some(folder)) => recorded(folder).unwrap_or(FUNCTIONS[0]),
                _ => FUNCTIONS[function.unwrap_or(HostFunction::Verify) as usize],
            };
            command::run(experiment, measuring, *safety_factor)
        }
        Calibrate::Diff { a, b, json } => {
            let (experiment, diff) = recorded(a)?;
            diff(experiment, [a, b], *json)
        }
        Calibrate::Check {
            recorded: folder,
            json,
        } => agreement::check(recorded(folder)?.0, folder, *json),
    }
}
