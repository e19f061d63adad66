//! The interface of experiments.

use super::bound::Bound;
use super::cell::Cell;
use super::clock::Clock;
use super::measured::Measured;
use super::process::Effort;
use anyhow::Context as _;
use near_ed25519::output::Table;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::path::Path;

/// A table of measurements: its cells, their timing, and the findings.
pub(crate) trait Experiment {
    type Cell: Cell;
    /// The name of the command, and of the folder of its recording.
    const NAME: &'static str;
    /// The default numbers of processes and rounds.
    const USUAL: Effort;
    const QUICK: Effort;

    /// All cells, by group and row, including those unavailable on this machine.
    fn cells() -> Vec<Self::Cell>;

    /// Memory settings during this measurement.
    const MEMORY: Memory = None;

    /// Writes the files that all processes of a run share, to an empty folder.
    fn prepare(_folder: &Path) -> anyhow::Result<()> {
        Ok(())
    }

    /// Prepares these cells in a measuring process; `folder` is shared by all processes of a run.
    fn bench(cells: &[Self::Cell], folder: &Path) -> anyhow::Result<Bench<Self::Cell>>;

    /// The findings of a recording.
    ///
    /// # Errors
    ///
    /// The samples contradict each other, or are too few.
    fn findings(measured: &Measured<'_, Self::Cell>) -> anyhow::Result<Findings>;
}

/// An environment variable for memory settings, and its value; `None` for the system's defaults.
pub(crate) type Memory = Option<(&'static str, &'static str)>;

/// Settings of glibc that make the time of copies repeatable.
///
/// - Freed memory is kept, as by jemalloc, which nearcore's nodes use. Otherwise it may return to
///   the system, depending on what lies behind it, and be faulted in again.
/// - Copies use vector moves: `rep movsb` is eight times slower on some processors (Zen 3) for
///   certain relative positions of source and destination.
pub(crate) const STEADY: Memory = Some((
    "GLIBC_TUNABLES",
    "glibc.malloc.trim_threshold=268435456:glibc.malloc.top_pad=16777216:\
     glibc.cpu.x86_rep_movsb_threshold=268435456",
));

/// Prepared cells: times one in its turn, and passes the samples to the clock.
pub(crate) type Bench<C> = Box<dyn FnMut(C, &mut Clock) -> anyhow::Result<()>>;

/// Prepares the subjects of these cells, each once.
pub(crate) fn ready<C: Cell, S, T>(
    cells: &[C],
    subject: fn(C) -> S,
    mut make: impl FnMut(S) -> anyhow::Result<T>,
) -> anyhow::Result<Bench<C>>
where
    S: Copy + Eq + Hash + 'static,
    T: FnMut(C, &mut Clock) -> anyhow::Result<()> + 'static,
{
    let mut ready = HashMap::new();
    for cell in cells {
        if let Entry::Vacant(entry) = ready.entry(subject(*cell)) {
            let turn = make(*entry.key()).with_context(|| cell.row())?;
            entry.insert(turn);
        }
    }
    Ok(Box::new(move |cell, clock| {
        let turn = ready.get_mut(&subject(cell));
        turn.context("a cell that was prepared")?(cell, clock)
    }))
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
    /// Blocks that documents quote, by name.
    pub(crate) blocks: Vec<(&'static str, String)>,
    /// Files next to the samples, by name.
    pub(crate) files: Vec<(&'static str, Vec<u8>)>,
    /// Fields of `--json`, besides the machine and the bounds.
    pub(crate) json: serde_json::Value,
}
