//! How long many signatures take: a table, the same at length, and a picture.

use super::recorded::measured_on;
use crate::many::Timings;
use anyhow::Context as _;
use near_runtime_ext::replace_file;
use std::fs;
use std::path::{Path, PathBuf};

/// The file of `many --out`, and what is made of it beside it.
const TIMINGS: &str = "many.json";
const TABLE: &str = "many.md";
const PICTURE: &str = "many.svg";

/// The recorded timings, with what follows from them made again.
pub(super) struct ManyTimings {
    timings: Timings,
    files: [(PathBuf, String); 2],
}

impl ManyTimings {
    /// # Errors
    ///
    /// There is no such file, or it is something else.
    pub(super) fn read(recorded: &Path) -> anyhow::Result<Self> {
        let timings = Timings::read(&recorded.join(TIMINGS))?;
        let table = format!(
            "# Many signatures at once\n\n\
             Times beside as many signatures by ed25519-dalek 3, one after another, without AVX-512.\n\n\
             {}\n![One signature, by how many are verified at once]({PICTURE})\n\n{}",
            timings.markdown(),
            measured_on(&timings.machine)
        );
        let files = [
            (recorded.join(TABLE), table),
            (recorded.join(PICTURE), timings.picture()?),
        ];
        Ok(Self { timings, files })
    }

    /// Files that are not what the timings give.
    pub(super) fn stale(&self) -> Vec<String> {
        let is_current = |(path, text): &&(PathBuf, String)| {
            fs::read(path).is_ok_and(|found| found == text.as_bytes())
        };
        let stale = self.files.iter().filter(|file| !is_current(file));
        stale.map(|(path, _)| path.display().to_string()).collect()
    }

    pub(super) fn write(&self) -> anyhow::Result<()> {
        for (path, text) in &self.files {
            let name = || format!("cannot write {}", path.display());
            replace_file(path, text.as_bytes()).with_context(name)?;
        }
        Ok(())
    }

    /// The table, and where it was measured, by name.
    pub(super) fn blocks(&self) -> [(&'static str, String); 2] {
        [
            ("many signatures", self.timings.short_markdown()),
            ("many signatures on", measured_on(&self.timings.machine)),
        ]
    }
}
