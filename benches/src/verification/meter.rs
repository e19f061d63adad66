//! The one function whose body is timed, or its instructions counted.

use std::time::{Duration, Instant};

/// How callgrind is told what to count: the symbol of `counted`, whatever it is called with.
pub(crate) const COUNTED: &str = "*verification::meter::counted*";

/// The same symbol for the option that writes the counts: one pattern cannot have two meanings.
pub(crate) const DUMPED: &str = "*meter::counted*";

/// Runs the body; returns its result, and how long it took.
///
/// Under callgrind, which is told to collect in [`COUNTED`] alone, it is the body's instructions
/// that are counted, and the time means nothing.
pub(crate) fn measured<R>(body: impl FnOnce() -> R) -> (R, Duration) {
    let start = Instant::now();
    let result = counted(body);
    (result, start.elapsed())
}

#[inline(never)] // a symbol of its own
fn counted<R>(body: impl FnOnce() -> R) -> R {
    body()
}
