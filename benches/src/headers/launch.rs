//! The processes that measure.

use super::row::rows;
use super::timings::Timings;
use super::turn::Turn;
use crate::light_clients::made_up::headers;
use crate::machine::Machine;
use crate::process::{self, Effort};
use anyhow::Context as _;

/// Measures.
///
/// # Errors
///
/// A runtime fails, or a header is refused; or Ctrl-C was faster than everybody.
pub(super) fn measure(effort: Effort, seed: u64) -> anyhow::Result<Timings> {
    let machine = Machine::this();
    let cache = tempfile::tempdir().context("a temporary folder")?;
    let rows = rows();
    let headers: Vec<_> = headers()?.iter().map(|header| header.name()).collect();
    let available = rows.iter().filter(|row| row.unavailable.is_none()).count();
    let turns = (available * headers.len()) as u64 * effort.rounds_of_all();
    let arguments = [
        "headers".into(),
        "worker".into(),
        "--cache".into(),
        cache.path().into(),
        "--rounds".into(),
        effort.rounds.to_string().into(),
    ];
    let launches = process::launches(effort.launches, seed, &arguments, turns, |_: &Turn| 1)?;
    Timings::new(machine, effort, seed, &rows, &headers, &launches)
}
