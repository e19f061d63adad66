//! The processes that measure.

use super::SIZES;
use super::row::rows;
use super::timings::Timings;
use super::turn::Turn;
use crate::machine::Machine;
use crate::process::{self, Effort};

/// Measures.
///
/// # Errors
///
/// A contender fails, or does not verify; or Ctrl-C was faster than everybody.
pub(super) fn measure(effort: Effort, seed: u64) -> anyhow::Result<Timings> {
    let machine = Machine::this();
    let rows = rows();
    let available = rows.iter().filter(|row| row.unavailable.is_none()).count();
    let turns = (available * SIZES.len()) as u64 * effort.rounds_of_all();
    let rounds = effort.rounds.to_string();
    let arguments = ["many", "worker", "--rounds", &rounds].map(Into::into);
    let launches = process::launches(effort.launches, seed, &arguments, turns, |_: &Turn| 1)?;
    Ok(Timings::new(machine, effort, seed, &rows, &launches))
}
