//! How long many signatures take: a table, the same at length, and a picture.

use super::made::Made;
use super::recorded::measured_on;
use crate::many::Timings;
use crate::record::Findings as _;
use std::path::Path;

/// The file of `many --out`, and what is made of it beside it.
const TIMINGS: &str = "many.json";
const TABLE: &str = "many.md";
const PICTURE: &str = "many.svg";

/// The recorded timings, with what follows from them made again.
pub(super) struct ManyTimings {
    timings: Timings,
    pub(super) files: Made,
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
        let files = Made(vec![
            (recorded.join(TABLE), table.into_bytes()),
            (recorded.join(PICTURE), timings.picture()?.into_bytes()),
        ]);
        Ok(Self { timings, files })
    }

    /// The table, and where it was measured, by name.
    pub(super) fn blocks(&self) -> [(&'static str, String); 2] {
        [
            ("many signatures", self.timings.short_markdown()),
            ("many signatures on", measured_on(&self.timings.machine)),
        ]
    }
}
