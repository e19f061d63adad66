//! What an experiment is.

use super::bound::Bound;
use super::clock::Clock;
use super::process::Effort;
use super::recording::Recording;
use super::row::Row;
use super::table::Table;
use anyhow::Context as _;
use std::collections::HashMap;
use std::path::Path;

/// A table of measurements: who, with what, how, and what follows.
pub(crate) trait Experiment {
    /// Of the command, and of the folder of its recording.
    const NAME: &'static str;
    /// How much is measured unless the command line says.
    const USUAL: Effort;
    /// The same for a first look.
    const QUICK: Effort;

    /// Everybody, by group; also who cannot be measured on this machine.
    fn rows() -> Vec<Row>;

    /// What everybody is measured with.
    fn columns() -> anyhow::Result<Vec<String>>;

    /// How memory is given out, and copied, while this is measured.
    const MEMORY: Memory = None;

    /// What this row is measured with, if not with everything.
    fn columns_of(_row: &Row) -> anyhow::Result<Vec<String>> {
        Self::columns()
    }

    /// Whether the instructions of a cell are counted too: where they repeat.
    fn is_counted(_row: &str) -> bool {
        false
    }

    /// Makes what all processes of a run share, in a folder that is empty.
    fn prepare(_folder: &Path) -> anyhow::Result<()> {
        Ok(())
    }

    /// Makes these rows ready to be measured, in a measuring process; `folder` is shared by all
    /// processes of a run.
    fn bench(rows: &[Row], folder: &Path) -> anyhow::Result<Box<dyn Bench>>;

    /// What follows from a recording.
    ///
    /// # Errors
    ///
    /// The samples contradict each other, or are too few.
    fn findings(recording: &Recording) -> anyhow::Result<Findings>;
}

/// What memory is set to by a variable of the environment, and its value; by nothing, as the system has it.
pub(crate) type Memory = Option<(&'static str, &'static str)>;

/// Settings of glibc under which copies take the same time each time.
///
/// - Freed memory is kept, as by jemalloc, on which nearcore's nodes run: otherwise it is given back
///   to the system, or not, by what lies behind it, and faulted in again.
/// - Copies are made of vector moves: `rep movsb` is eight times slower on some processors (Zen 3)
///   where source and destination lie just so.
pub(crate) const STEADY: Memory = Some((
    "GLIBC_TUNABLES",
    "glibc.malloc.trim_threshold=268435456:glibc.malloc.top_pad=16777216:\
     glibc.cpu.x86_rep_movsb_threshold=268435456",
));

/// Rows that are ready.
pub(crate) trait Bench {
    /// Has its turn in a cell, and gives the clock its samples.
    fn turn(&mut self, row: &str, column: &str, clock: &mut Clock) -> anyhow::Result<()>;
}

/// Rows that have their turns, with a column, each by itself.
impl<T: FnMut(&str, &mut Clock) -> anyhow::Result<()>> Bench for HashMap<String, T> {
    fn turn(&mut self, row: &str, column: &str, clock: &mut Clock) -> anyhow::Result<()> {
        let turn = self.get_mut(row).context("a row of this name")?;
        turn(column, clock)
    }
}

/// Makes those subjects ready whose rows are asked for.
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

/// What follows from a recording.
#[derive(Default)]
pub(crate) struct Findings {
    /// For people, in a terminal: a line above the table, and one below it.
    pub(crate) caption: String,
    pub(crate) table: Table,
    pub(crate) bounds: Vec<Bound>,
    /// What documents quote, by the name of the block.
    pub(crate) blocks: Vec<(&'static str, String)>,
    /// Files beside the samples, by name.
    pub(crate) files: Vec<(&'static str, Vec<u8>)>,
    /// What `--json` prints, beside the machine and the bounds.
    pub(crate) json: serde_json::Value,
}
