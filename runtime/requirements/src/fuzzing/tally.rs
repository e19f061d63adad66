//! The outcomes of a run.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fmt, fs};

/// Folder of recorded runs.
pub(crate) fn recorded() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/recorded/fuzzing")
}

/// The outcomes of a run's cases, none of which failed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    pub(crate) target: Cow<'static, str>,
    /// [`code_hash`](super::code_hash) of the tested code, if the target names its sources.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) code: Option<String>,
    /// Whether IFMA's instructions were emulated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) emulated: bool,
    /// The seed of the run, or of the last one if several were added up; a guided run has none.
    #[serde(default)]
    pub(crate) seed: u64,
    /// Number of cases.
    pub cases: u32,
    /// Processor time of a guided run, in seconds, which `.ci/exactness` records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<u64>,
    /// Number of cases by outcome; a guided run does not count them.
    #[serde(default)]
    pub(crate) outcomes: BTreeMap<Cow<'static, str>, u32>,
}

impl Tally {
    /// Asserts that at least one case in `one_in` had each of `outcomes`: a target whose cases do
    /// not reach every outcome proves little. A short run asserts nothing.
    ///
    /// # Panics
    /// An outcome has fewer cases.
    pub fn reaches(&self, outcomes: &[&str], one_in: u32) {
        for outcome in outcomes {
            let reached = self.outcomes.get(*outcome).copied().unwrap_or_default();
            assert!(
                reached >= self.cases / one_in,
                "too few cases come to {outcome:?}: {self}"
            );
        }
    }

    /// Records the tally if `FUZZ_RECORD=1`.
    pub(crate) fn record_on_request(&self) {
        if env::var_os("FUZZ_RECORD").is_some_and(|value| value == "1") {
            let tally = self.clone();
            tally.record(&recorded()).expect("the run is recorded");
        }
    }

    /// Writes the tally as JSON to `folder`, under the target's name. If the existing record is of
    /// the same code and has the previous seed, the new record counts the cases of both runs.
    pub(crate) fn record(mut self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let path = folder.join(format!("{}.json", self.target));
        if let Some(before) = Self::recorded(&path)
            && self.code.is_some()
            && self.code == before.code
            && Some(self.seed) == before.seed.checked_add(1)
        {
            self.cases += before.cases;
            for (outcome, count) in before.outcomes {
                *self.outcomes.entry(outcome).or_default() += count;
            }
        }
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        serde_json::to_writer_pretty(&mut file, &self)?;
        file.write_all(b"\n")?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    }

    fn recorded(path: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(path).ok()?).ok()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_code_goes_on_from_the_seed_before_and_of_the_same_code_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let of = |code: Option<&str>, seed| Tally {
            target: "target".into(),
            code: code.map(str::to_owned),
            seed,
            cases: 10,
            outcomes: [("refused".into(), 10)].into(),
            ..Tally::default()
        };
        let recorded_after = |tally: Tally| {
            tally.record(folder.path()).expect("recorded");
            let found = Tally::recorded(&folder.path().join("target.json"));
            let found = found.expect("a record");
            assert_eq!(found.outcomes["refused"], found.cases);
            (found.seed, found.cases)
        };
        assert_eq!(recorded_after(of(Some("a"), 1)), (1, 10));
        assert_eq!(recorded_after(of(Some("a"), 2)), (2, 20));
        assert_eq!(recorded_after(of(Some("a"), 3)), (3, 30));
        assert_eq!(
            recorded_after(of(Some("a"), 3)),
            (3, 10),
            "not the next seed"
        );
        assert_eq!(recorded_after(of(Some("b"), 4)), (4, 10), "other code");
        assert_eq!(recorded_after(of(None, 1)), (1, 10));
        assert_eq!(recorded_after(of(None, 2)), (2, 10), "of no code");
    }
}
