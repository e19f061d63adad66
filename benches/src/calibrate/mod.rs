//! `near-ed25519 calibrate`: costs and recommended prices of the host functions, with the evidence.

mod check;
mod diff;
mod document;
mod least;
mod many;
mod price;
mod verify;

pub(crate) use least::worst_places;
pub(crate) use many::{PriceMany, PriceProofs};
pub(crate) use price::{FALLBACK_FACTOR, Parameter, SAFETY_FACTOR, gas_per_unit};
pub(crate) use verify::PriceVerify;

use crate::measure::arguments::{Measuring, help};
use crate::measure::command;
use crate::measure::experiment::Experiment;
use crate::measure::recording::Recording;
use anyhow::bail;
use clap::{Args, Subcommand, ValueEnum};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Where the recorded calibration is, from the root of the repository.
const RECORDED: &str = "benches/recorded/calibrate";

/// An experiment whose samples give prices.
trait Priced: Experiment {
    /// The parameters with their costs; an error where there are too few samples.
    fn parameters(recording: &Recording) -> anyhow::Result<Vec<Parameter>>;

    /// Times that must be equal on the same machine.
    fn controls(_: &Recording) -> BTreeMap<String, f64> {
        BTreeMap::new()
    }
}

const RUN: &str = "Times depend on the machine: close other programs, and do not compile meanwhile.\n\nExamples:\n  \
    near-ed25519 calibrate run --out calibration\n  near-ed25519 calibrate run many --quick --no-instructions";

#[derive(Args)]
#[command(
    after_help = "Examples:\n  near-ed25519 calibrate run --out calibration\n  near-ed25519 calibrate diff calibration again"
)]
pub(crate) struct Calibrate {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Measure a host function and derive its prices; --out keeps samples, prices, a report and plots
    #[command(after_help = help::<PriceVerify>("") + &help::<PriceMany>("") + &help::<PriceProofs>(RUN))]
    Run {
        /// Host function to measure
        #[arg(default_value = "verify")]
        function: Function,
        #[command(flatten)]
        pricing: Pricing,
        #[command(flatten)]
        measuring: Measuring,
    },
    /// Derive prices from an earlier measurement
    #[command(
        after_help = "Examples:\n  near-ed25519 calibrate fit --from calibration --safety-factor 2"
    )]
    Fit {
        /// Folder that `calibrate run --out` wrote
        #[arg(long, value_name = "FOLDER", default_value = RECORDED)]
        from: PathBuf,
        /// Folder for prices, report and plots [default: the same]
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
        #[command(flatten)]
        pricing: Pricing,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Compare two calibrations, and fail if they differ
    #[command(after_help = "Examples:\n  near-ed25519 calibrate diff calibration again")]
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
    #[command(after_help = "Examples:\n  near-ed25519 calibrate check")]
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
enum Function {
    /// ed25519_verify
    Verify,
    /// ed25519_verify_many, with every verify backend of this processor
    Many,
    /// ecvrf_verify_many, with every verify backend of this processor
    EcvrfMany,
}

impl Function {
    /// The function that a recording prices.
    fn of(folder: &Path) -> anyhow::Result<Self> {
        let (experiment, _) = Recording::head(folder)?;
        match experiment.as_str() {
            PriceVerify::NAME => Ok(Self::Verify),
            PriceMany::NAME => Ok(Self::Many),
            PriceProofs::NAME => Ok(Self::EcvrfMany),
            other => bail!(
                "{} is a recording of `{other}`, not a calibration",
                folder.display()
            ),
        }
    }
}

#[derive(Args)]
struct Pricing {
    /// Factor that costs are multiplied by [default: the recorded one, or 3]
    #[arg(long, value_name = "FACTOR", value_parser = clap::value_parser!(u32).range(1..))]
    safety_factor: Option<u32>,
}

pub(crate) fn run(args: &Calibrate) -> anyhow::Result<()> {
    use Function::{EcvrfMany, Many, Verify};
    let price = |function, measuring: &Measuring, pricing: &Pricing| match function {
        Verify => command::run::<PriceVerify>(measuring, pricing.safety_factor),
        Many => command::run::<PriceMany>(measuring, pricing.safety_factor),
        EcvrfMany => command::run::<PriceProofs>(measuring, pricing.safety_factor),
    };
    match &args.action {
        Action::Run {
            function,
            pricing,
            measuring,
        } => price(*function, measuring, pricing),
        Action::Fit {
            from,
            out,
            pricing,
            json,
        } => {
            let again = Measuring {
                json: *json,
                out: Some(out.as_ref().unwrap_or(from).clone()),
                from: Some(from.clone()),
                ..Measuring::default()
            };
            price(Function::of(from)?, &again, pricing)
        }
        Action::Diff { a, b, json } => match Function::of(a)? {
            Verify => diff::run::<PriceVerify>(a, b, *json),
            Many => diff::run::<PriceMany>(a, b, *json),
            EcvrfMany => diff::run::<PriceProofs>(a, b, *json),
        },
        Action::Check { recorded, json } => match Function::of(recorded)? {
            Verify => check::run::<PriceVerify>(recorded, *json),
            Many => check::run::<PriceMany>(recorded, *json),
            EcvrfMany => check::run::<PriceProofs>(recorded, *json),
        },
    }
}
