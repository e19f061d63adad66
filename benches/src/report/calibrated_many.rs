//! What `ed25519_verify_many` was measured to cost, and the parameter file that follows.

use super::made::Made;
use crate::calibrate::many::Recorded;
use std::path::Path;

/// The calibration's folder, beside the others recorded.
const CALIBRATION: &str = "calibration-many";

/// The prices that this project charges, from the root of the repository.
const PARAMETERS: &str = "gas-params/parameters/ed25519_verify_many.yaml";

/// The recorded calibration, with everything that follows from its samples made again.
pub(super) struct CalibratedMany {
    recorded: Recorded,
    pub(super) files: Made,
}

impl CalibratedMany {
    /// # Errors
    ///
    /// There is no such folder, or it is not what `calibrate many` writes.
    pub(super) fn read(recorded: &Path) -> anyhow::Result<Self> {
        let folder = recorded.join(CALIBRATION);
        let recorded = Recorded::read(&folder)?;
        let files = recorded.files();
        let mut files: Vec<_> = files
            .map(|(name, bytes)| (folder.join(name), bytes.to_vec()))
            .collect();
        files.push((PARAMETERS.into(), recorded.yaml().to_vec()));
        let files = Made(files);
        Ok(Self { recorded, files })
    }

    /// Tables, by name.
    pub(super) fn blocks(&self) -> [(&'static str, String); 2] {
        [
            ("calibrated costs of many", self.recorded.table()),
            ("calibrated many on", self.recorded.measured_on()),
        ]
    }
}
