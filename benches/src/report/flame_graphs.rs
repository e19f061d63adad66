//! Flame graphs of this project's contracts: where the gas of a call goes.

use super::GeneratedFile;
use near_ed25519::demo::profiles;
use near_ed25519::functions::flame_graph;
use std::path::Path;

/// A picture for each call, in this folder's `functions`.
pub(super) fn files(recorded: &Path) -> anyhow::Result<Vec<GeneratedFile>> {
    let drawn = profiles()?.into_iter().map(|profile| {
        let picture = flame_graph(&profile.functions, &profile.title)?;
        let file = recorded
            .join("functions")
            .join(format!("{}.svg", profile.name));
        Ok((file, picture))
    });
    drawn.collect()
}
