//! What was measured once, on a machine that is named beside it.

use super::made::Made;
use crate::measure::experiment::Experiment;
use crate::measure::recording::Recording;
use anyhow::Context as _;
use std::path::Path;

/// What is recorded of an experiment: its blocks, and the files that follow from its samples.
///
/// # Errors
///
/// There is no such recording, or it is not to be published.
pub(super) fn of<E: Experiment>(
    experiment: &E,
    recorded: &Path,
) -> anyhow::Result<(Vec<Block>, Made)> {
    let folder = recorded.join(E::NAME);
    let recording = Recording::read(&folder, E::NAME)?;
    recording
        .check()
        .with_context(|| folder.display().to_string())?;
    let findings = experiment.findings(&recording)?;
    let files = findings.files.into_iter();
    // Parameters are charged by: the file stands where they are loaded from.
    let place = |name: &str| match name.starts_with("ed25519_") {
        true => Path::new(super::PARAMETERS).join(name),
        false => folder.join(name),
    };
    let files = files.map(|(name, bytes)| (place(name), bytes));
    Ok((findings.blocks, Made(files.collect())))
}

/// Generated text, and the name by which documents ask for it.
pub(super) type Block = (&'static str, String);
