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

use crate::cli::many::{Many, Step};
use crate::record;
use anyhow::bail;
use timings::Effort;
pub(crate) use timings::Timings;

/// Rounds enough that each has been where the stack lies best.
const FULL: Effort = Effort {
    launches: 8,
    rounds: 20,
};

const QUICK: Effort = Effort {
    launches: 2,
    rounds: 4,
};

/// How many signatures are verified at once.
const SIZES: [usize; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

pub(crate) fn run(args: &Many) -> anyhow::Result<()> {
    if let Some(Step::Worker(args)) = &args.step {
        return worker::run(args);
    }
    if let Some(path) = &args.from {
        return print(&Timings::read(path)?, args.json);
    }
    let usual = if args.quick { QUICK } else { FULL };
    let effort = Effort {
        launches: args.launches.unwrap_or(usual.launches),
        rounds: args.rounds.unwrap_or(usual.rounds),
    };
    let timings = launch::measure(effort, args.seed)?;
    print(&timings, args.json)?;
    if let Some(path) = &args.out {
        record::write(path, &timings)?;
    }
    if timings.is_interrupted {
        bail!("interrupted: these are the turns taken until then");
    }
    Ok(())
}

fn print(timings: &Timings, json: bool) -> anyhow::Result<()> {
    match json {
        true => crate::stdout::json(timings),
        false => crate::stdout::line(&print::text(timings)),
    }
}
