//! The outcomes of a run.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write as _};
use std::path::Path;

/// The outcomes of the cases of one run, none of which failed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// The target's name.
    pub(crate) target: &'static str,
    /// [`code_hash`](crate::code_hash) of the tested code, where its run must be current.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) code: Option<String>,
    /// Seed of the cases.
    pub(crate) seed: u64,
    /// Number of cases.
    pub(crate) cases: u32,
    /// Number of cases by outcome.
    pub(crate) outcomes: BTreeMap<&'static str, u32>,
}

impl Tally {
    /// Asserts that at least one case in `one_in` had each of `outcomes`: a target whose cases do
    /// not reach every outcome proves little. Asserts nothing of few cases.
    ///
    /// # Panics
    /// An outcome has fewer cases.
    pub fn reaches(&self, outcomes: &[&str], one_in: u32) {
        for outcome in outcomes {
            let reached = self.outcomes.get(outcome).copied().unwrap_or_default();
            assert!(
                reached >= self.cases / one_in,
                "too few cases come to {outcome:?}: {self}"
            );
        }
    }

    /// Writes the tally as JSON to `folder`, under the target's name.
    pub(crate) fn record(&self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        serde_json::to_writer_pretty(&mut file, self)?;
        file.write_all(b"\n")?;
        file.as_file().sync_all()?;
        file.persist(folder.join(format!("{}.json", self.target)))?;
        Ok(())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} cases of seed {}",
            self.target, self.cases, self.seed
        )?;
        for (outcome, count) in &self.outcomes {
            write!(f, ", {count} {outcome}")?;
        }
        Ok(())
    }
}
