//! The interface of experiments.

use super::bound::Bound;
use super::clock::Clock;
use super::process::Effort;
use super::recording::Recording;
use super::row::Row;
use anyhow::Context as _;
use near_ed25519::output::Table;
use std::collections::HashMap;
use std::path::Path;

/// A table of measurements: its rows and columns, their timing, and the findings.
pub(crate) trait Experiment {
    /// The name of the command, and of the folder of its recording.
    const NAME: &'static str;
    /// The default numbers of processes and rounds.
    const USUAL: Effort;
    /// The effort of `--quick`.
    const QUICK: Effort;

    /// All rows, by group, including those unavailable on this machine.
    fn rows() -> Vec<Row>;

    /// All columns.
    fn columns() -> anyhow::Result<Vec<String>>;

    /// Memory settings while this is measured.
    const MEMORY: Memory = None;

    /// The program beside this one that measures, if this one does not.
    const PROGRAM: Option<&'static str> = None;

    /// Columns of this row, by default all.
    fn columns_of(_row: &Row) -> anyhow::Result<Vec<String>> {
        Self::columns()
    }

    /// Whether the row's instructions are counted too, which must repeat.
    fn is_counted(_row: &str) -> bool {
        false
    }

    /// Makes the files that all processes of a run share, in an empty folder.
    fn prepare(_folder: &Path) -> anyhow::Result<()> {
        Ok(())
    }

    /// Prepares these rows in a measuring process; `folder` is shared by all processes of a run.
    fn bench(rows: &[Row], folder: &Path) -> anyhow::Result<Box<dyn Bench>>;

    /// The findings of a recording.
    ///
    /// # Errors
    ///
    /// The samples contradict each other, or are too few.
    fn findings(recording: &Recording) -> anyhow::Result<Findings>;
}

/// An environment variable of memory settings, and its value; `None` for the system's defaults.
pub(crate) type Memory = Option<(&'static str, &'static str)>;

/// Settings of glibc that make the time of copies repeatable.
///
/// - Freed memory is kept, as jemalloc does, which nearcore's nodes use. Otherwise it may be
///   returned to the system, depending on what lies behind it, and faulted in again.
/// - Copies are made of vector moves: `rep movsb` is eight times slower on some processors (Zen 3)
///   for certain relative positions of source and destination.
pub(crate) const STEADY: Memory = Some((
    "GLIBC_TUNABLES",
    "glibc.malloc.trim_threshold=268435456:glibc.malloc.top_pad=16777216:\
     glibc.cpu.x86_rep_movsb_threshold=268435456",
));

/// Prepared rows.
pub(crate) trait Bench {
    /// Times a cell in its turn, and passes the samples to the clock.
    fn turn(&mut self, row: &str, column: &str, clock: &mut Clock) -> anyhow::Result<()>;
}

/// Rows with a function each, called with the column.
impl<T: FnMut(&str, &mut Clock) -> anyhow::Result<()>> Bench for HashMap<String, T> {
    fn turn(&mut self, row: &str, column: &str, clock: &mut Clock) -> anyhow::Result<()> {
        let turn = self.get_mut(row).context("a row of this name")?;
        turn(column, clock)
    }
}

/// Prepares the subjects of these rows.
pub(crate) fn ready<S, T>(
    rows: &[Row],
    subjects: Vec<(Row, S)>,
    mut make: impl FnMut(S) -> anyhow::Result<T>,
) -> anyhow::Result<Box<dyn Bench>>
where
    T: FnMut(&str, &mut Clock) -> anyhow::Result<()> + 'static,
{
    let mut ready = HashMap::new();
    for (row, subject) in subjects.into_iter().filter(|(row, _)| rows.contains(row)) {
        let turn = make(subject).with_context(|| row.name.clone())?;
        ready.insert(row.name, turn);
    }
    Ok(Box::new(ready))
}

/// The findings of a recording.
#[derive(Default)]
pub(crate) struct Findings {
    /// Text above the table in a terminal.
    pub(crate) caption: String,
    pub(crate) table: Table,
    /// Another table below it.
    pub(crate) below: Option<Table>,
    pub(crate) bounds: Vec<Bound>,
    /// Blocks quoted by documents, by name.
    pub(crate) blocks: Vec<(&'static str, String)>,
    /// Files beside the samples, by name.
    pub(crate) files: Vec<(&'static str, Vec<u8>)>,
    /// Fields of `--json`, besides the machine and the bounds.
    pub(crate) json: serde_json::Value,
}
