//! The interface of experiments.

use super::{Recording, Row};
use near_ed25519::output::Table;
use serde::{Deserialize, Serialize};

/// A table of measurements: its rows, and the findings.
pub(crate) struct Experiment {
    /// The name of the command, and of the folder of its recording.
    pub(crate) name: &'static str,
    /// The default numbers of processes and rounds.
    pub(crate) usual: Effort,
    pub(crate) quick: Effort,
    /// End of the help of its command.
    pub(crate) examples: &'static str,
    /// Whether memory is [`STEADY`] during this measurement.
    pub(crate) is_steady: bool,
    /// All rows, by group, including those unavailable on this machine.
    pub(crate) rows: fn() -> Vec<Row>,
    /// The findings of a recording; an error if the samples contradict each other, or are too few.
    pub(crate) findings: fn(&Recording) -> anyhow::Result<Findings>,
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
