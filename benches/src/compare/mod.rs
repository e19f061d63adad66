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

use crate::cli::compare::{Compare, Step};
use crate::record;
use anyhow::bail;
pub(crate) use comparison::Comparison;
use effort::Effort;
pub(crate) use row::Rule;

/// What the NEP measured; and processes enough to see both speeds of dalek.
const VERIFICATIONS: u32 = 10_000;
const LAUNCHES: u32 = 8;

const QUICK_VERIFICATIONS: u32 = 1_000;
const QUICK_LAUNCHES: u32 = 3;

pub(crate) fn run(args: &Compare) -> anyhow::Result<()> {
    if let Some(Step::Worker(args)) = &args.step {
        return worker::run(args);
    }
    if let Some(path) = &args.from {
        return print(&Comparison::read(path)?, args.json);
    }
    let (verifications, launches) = match args.quick {
        true => (QUICK_VERIFICATIONS, QUICK_LAUNCHES),
        false => (VERIFICATIONS, LAUNCHES),
    };
    let effort = Effort::new(
        args.verifications.unwrap_or(verifications),
        args.launches.unwrap_or(launches),
    );
    let comparison = launch::measure(effort, args.seed)?;
    print(&comparison, args.json)?;
    if let Some(path) = &args.out {
        record::write(path, &comparison)?;
    }
    if comparison.is_interrupted {
        bail!("interrupted: these are the verifications made until then");
    }
    Ok(())
}

fn print(comparison: &Comparison, json: bool) -> anyhow::Result<()> {
    match json {
        true => crate::stdout::json(comparison),
        false => crate::stdout::line(&print::text(comparison)),
    }
}
