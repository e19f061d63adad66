//! The interface of experiments.

use super::{Cell, Clock, Measured};
use anyhow::Context as _;
use near_ed25519::output::Table;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::path::Path;
use std::rc::Rc;

/// A table of measurements: its cells, their timing, and the findings.
pub(crate) trait Experiment {
    type Cell: Cell;
    /// The name of the command, and of the folder of its recording.
    const NAME: &'static str;
    /// The default numbers of processes and rounds.
    const USUAL: Effort = Effort::new(8, 6);
    const QUICK: Effort = Effort::new(2, 2);

    /// End of the help of its command.
    const EXAMPLES: &'static str = "";

    /// All cells, by group and row, including those unavailable on this machine.
    fn cells() -> Vec<Self::Cell>;

    /// Whether memory is [`STEADY`] during this measurement.
    const IS_STEADY: bool = false;

    /// Prepares these cells in a measuring process; `folder`, empty at first, is shared by all processes
    /// of a run.
    fn bench(cells: &[Self::Cell], folder: &Path) -> anyhow::Result<Bench<Self::Cell>>;

    /// The findings of a recording.
    ///
    /// # Errors
    ///
    /// The samples contradict each other, or are too few.
    fn findings(measured: &Measured<'_, Self::Cell>) -> anyhow::Result<Findings>;
}

/// The numbers of processes and rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Effort {
    /// Processes, one after the other.
    pub(crate) launches: u32,
    /// Turns of every cell in each process.
    pub(crate) rounds: u32,
}

impl Effort {
    pub(crate) const fn new(launches: u32, rounds: u32) -> Self {
        Self { launches, rounds }
    }
}

/// An environment variable, with settings of glibc that make the time of copies repeatable.
///
/// - Freed memory is kept, as by jemalloc, which nearcore's nodes use. Otherwise it may return to
///   the system, depending on what lies behind it, and be faulted in again.
/// - Copies use vector moves: `rep movsb` is eight times slower on some processors (Zen 3) for
///   certain relative positions of source and destination.
///
/// So a copy's time does not depend on other contents of memory, and tables are built in mapped memory,
/// like those that a host keeps.
pub(super) const STEADY: (&str, &str) = (
    "GLIBC_TUNABLES",
    "glibc.malloc.trim_threshold=268435456:glibc.malloc.top_pad=16777216:\
     glibc.cpu.x86_rep_movsb_threshold=268435456",
);

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

/// A value that several cells share: that of this key, made when it is first needed.
pub(crate) fn kept<K: Copy + Eq + Hash, T>(
    all: &mut HashMap<K, Rc<T>>,
    key: K,
    make: impl FnOnce(K) -> anyhow::Result<T>,
) -> anyhow::Result<Rc<T>> {
    let of_key = match all.entry(key) {
        Entry::Occupied(entry) => entry.into_mut(),
        Entry::Vacant(entry) => entry.insert(Rc::new(make(key)?)),
    };
    Ok(Rc::clone(of_key))
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

/// A bound on a measurement, such as that the host function takes at most 1.05 times native; and the
/// measured value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Bound {
    /// The bounded quantity.
    pub(crate) bound: String,
    pub(crate) at_most: f64,
    /// `null` if it was not measured.
    pub(crate) measured: Option<f64>,
    pub(crate) holds: bool,
}

impl Bound {
    pub(crate) fn new(bound: impl Into<String>, at_most: f64, measured: Option<f64>) -> Self {
        Self {
            bound: bound.into(),
            at_most,
            measured,
            // NaN exceeds every bound.
            holds: measured.is_some_and(|measured| measured <= at_most),
        }
    }

    pub(crate) fn line(&self) -> String {
        let (bound, at_most) = (&self.bound, self.at_most);
        match self.measured {
            None => format!("{bound}: not measured (at most {at_most})"),
            Some(measured) => {
                let holds = if self.holds { "holds" } else { "DOES NOT HOLD" };
                format!("{bound}: {measured:.3} (at most {at_most}: {holds})")
            }
        }
    }
}

#[cfg(test)]
#[test]
fn a_bound_holds_where_what_was_measured_is_no_more() {
    for (measured, holds, line) in [
        (Some(1.05), true, "1.050 (at most 1.05: holds)"),
        (Some(1.051), false, "1.051 (at most 1.05: DOES NOT HOLD)"),
        (Some(f64::NAN), false, "NaN (at most 1.05: DOES NOT HOLD)"),
        (None, false, "not measured (at most 1.05)"),
    ] {
        let bound = Bound::new("a share", 1.05, measured);
        assert_eq!(bound.holds, holds, "{line}");
        assert_eq!(bound.line(), format!("a share: {line}"));
    }
}
