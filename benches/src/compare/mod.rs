//! `near-ed25519 compare`: NEP-364's table, today. The same signature, verified by libraries, by
//! Wasm engines, by contracts, and by the host function, in one run.

mod comparison;
mod contender;
mod effort;
mod launch;
mod measured;
mod print;
mod published;
mod row;
mod sample;
mod worker;

use crate::cli::Recording;
use crate::cli::compare::{Compare, Step};
use crate::record::{self, Findings};
pub(crate) use comparison::Comparison;
pub(crate) use contender::{Contender, ContractMethod, Signed};
use effort::Effort;
pub(crate) use row::Rule;

/// What the NEP measured.
const VERIFICATIONS: u32 = 10_000;

const QUICK_VERIFICATIONS: u32 = 1_000;

pub(crate) fn run(args: &Compare) -> anyhow::Result<()> {
    if let Some(Step::Worker(args)) = &args.step {
        return worker::run(args);
    }
    let Recording { quick, seed, .. } = args.recording;
    let usual = if quick {
        QUICK_VERIFICATIONS
    } else {
        VERIFICATIONS
    };
    let verifications = args.verifications.unwrap_or(usual);
    let effort = Effort::new(verifications, args.recording.launches());
    record::run(&args.recording, || launch::measure(effort, seed))
}

impl Findings for Comparison {
    const FILE: &str = "comparison";
    const SCHEMA_VERSION: u32 = 1;

    fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    fn text(&self) -> String {
        print::text(self)
    }
}
