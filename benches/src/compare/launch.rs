//! The processes that measure.

use super::comparison::Comparison;
use super::effort::Effort;
use super::sample::Sample;
use crate::machine::Machine;
use crate::process;
use anyhow::Context as _;

/// Compares.
///
/// # Errors
///
/// A contender fails, or does not verify; or Ctrl-C was faster than everybody.
pub(crate) fn measure(effort: Effort, seed: u64) -> anyhow::Result<Comparison> {
    let machine = Machine::this();
    let cache = tempfile::tempdir().context("a temporary folder")?;
    let arguments = [
        "compare".into(),
        "worker".into(),
        "--cache".into(),
        cache.path().into(),
        "--rounds".into(),
        effort.rounds.to_string().into(),
        "--chunk".into(),
        effort.chunk.to_string().into(),
    ];
    let launches = process::launches(
        effort.launches,
        seed,
        &arguments,
        effort.verifications(),
        |sample: &Sample| sample.verifications.into(),
    )?;
    Comparison::new(machine, effort, seed, &launches)
}
