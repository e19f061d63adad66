//! The only function whose body is timed, or whose instructions are counted.

use std::time::{Duration, Instant};

/// callgrind's pattern for the symbol of `counted`, for every type that it is called with.
pub(crate) const COUNTED: &str = "*verification::meter::counted*";

/// The same symbol for the option that writes the counts, which needs a different pattern.
pub(crate) const DUMPED: &str = "*meter::counted*";

/// Runs the body; returns its result and its time.
///
/// Under callgrind, which counts only in [`COUNTED`], the body's instructions are counted and the
/// time means nothing.
pub(crate) fn measured<R>(body: impl FnOnce() -> R) -> (R, Duration) {
    let start = Instant::now();
    let result = counted(body);
    (result, start.elapsed())
}

#[inline(never)] // a symbol of its own
fn counted<R>(body: impl FnOnce() -> R) -> R {
    body()
}
