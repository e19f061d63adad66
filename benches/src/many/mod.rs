//! `near-ed25519 many`: from 1 signature to 256, by the lanes of `ed25519-lanes`, by libraries one
//! after another, and by batches that give one verdict for all; in one run.

mod caches;
mod contender;
mod launch;
mod measured;
mod picture;
mod print;
mod row;
mod timings;
mod turn;
mod worker;

use crate::cli::Recording;
use crate::cli::many::{Many, Step};
use crate::process::Effort;
use crate::record::{self, Findings};
pub(crate) use timings::Timings;

/// Rounds enough that each has been where the stack lies best.
const ROUNDS: u32 = 20;

const QUICK_ROUNDS: u32 = 4;

/// How many signatures are verified at once.
const SIZES: [usize; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

pub(crate) fn run(args: &Many) -> anyhow::Result<()> {
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
    const FILE: &str = "file of `many`";
    const SCHEMA_VERSION: u32 = 1;

    fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    fn text(&self) -> String {
        print::text(self)
    }
}
