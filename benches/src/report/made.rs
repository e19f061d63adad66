//! Files that follow from what was recorded.

use anyhow::Context as _;
use near_runtime_ext::replace_file;
use std::fs;
use std::path::PathBuf;

/// Files, made again.
pub(super) struct Made(pub(super) Vec<(PathBuf, Vec<u8>)>);

impl Made {
    /// Those that are another, or not there.
    pub(super) fn stale(&self) -> Vec<String> {
        let stale = self
            .0
            .iter()
            .filter(|(path, bytes)| fs::read(path).ok().as_ref() != Some(bytes));
        stale.map(|(path, _)| path.display().to_string()).collect()
    }

    pub(super) fn write(&self) -> anyhow::Result<()> {
        for (path, bytes) in &self.0 {
            let name = || format!("cannot write {}", path.display());
            replace_file(path, bytes).with_context(name)?;
        }
        Ok(())
    }
}
