//! `near-ed25519 headers`: how long a header takes in a light client, by who verifies signatures.

mod launch;
mod measured;
mod print;
mod row;
mod timings;
mod turn;
mod worker;

use crate::cli::Recording;
use crate::cli::headers::{Headers, Step};
use crate::process::Effort;
use crate::record::{self, Findings};
pub(crate) use timings::Timings;

/// Turns enough that each has been where the stack lies well.
const ROUNDS: u32 = 6;

const QUICK_ROUNDS: u32 = 2;

pub(crate) fn run(args: &Headers) -> anyhow::Result<()> {
    if let Some(Step::Worker(args)) = &args.step {
        return worker::run(args);
    }
    let Recording { quick, seed, .. } = args.recording;
    let usual = if quick { QUICK_ROUNDS } else { ROUNDS };
    let effort = Effort {
        launches: args.recording.launches(),
        rounds: args.rounds.unwrap_or(usual),
    };
    record::run(&args.recording, || launch::measure(effort, seed))
}

impl Findings for Timings {
    const FILE: &str = "file of `headers`";
    const SCHEMA_VERSION: u32 = 1;

    fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    fn text(&self) -> String {
        print::text(self)
    }
}
