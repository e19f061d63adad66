//! What `ed25519_verify_many` was measured to cost, and the parameter file that follows.

use crate::calibrate::many::Recorded;
use anyhow::Context as _;
use near_runtime_ext::replace_file;
use std::fs;
use std::path::{Path, PathBuf};

/// The calibration's folder, beside the others recorded.
const CALIBRATION: &str = "calibration-many";

/// The prices that this project charges, from the root of the repository.
const PARAMETERS: &str = "gas-params/parameters/ed25519_verify_many.yaml";

/// The recorded calibration, with everything that follows from its samples made again.
pub(super) struct CalibratedMany {
    recorded: Recorded,
    folder: PathBuf,
}

impl CalibratedMany {
    /// # Errors
    ///
    /// There is no such folder, or it is not what `calibrate many` writes.
    pub(super) fn read(recorded: &Path) -> anyhow::Result<Self> {
        let folder = recorded.join(CALIBRATION);
        let recorded = Recorded::read(&folder)?;
        Ok(Self { recorded, folder })
    }

    /// Files that are not what the samples give.
    pub(super) fn stale(&self) -> Vec<PathBuf> {
        let is_stale = |(path, bytes): (PathBuf, &[u8])| {
            let found = fs::read(&path).ok();
            (found.as_deref() != Some(bytes)).then_some(path)
        };
        self.files().filter_map(is_stale).collect()
    }

    pub(super) fn write(&self) -> anyhow::Result<()> {
        for (path, bytes) in self.files() {
            let name = || format!("cannot write {}", path.display());
            replace_file(&path, bytes).with_context(name)?;
        }
        Ok(())
    }

    fn files(&self) -> impl Iterator<Item = (PathBuf, &[u8])> {
        let parameters = (PathBuf::from(PARAMETERS), self.recorded.yaml());
        let files = self.recorded.files();
        files
            .map(|(name, bytes)| (self.folder.join(name), bytes))
            .chain([parameters])
    }

    /// Tables, by name.
    pub(super) fn blocks(&self) -> [(&'static str, String); 2] {
        [
            ("calibrated costs of many", self.recorded.table()),
            ("calibrated many on", self.recorded.measured_on()),
        ]
    }
}
