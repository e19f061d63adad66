//! Requirements of tests that a machine may lack: peer data, and instructions of its processor.
//!
//! A test whose requirement is missing skips itself and reports it, or fails if the environment
//! demands the requirement.
#![forbid(unsafe_code)]

pub mod peers;

use std::env;
use std::io::{self, Write as _};

/// Comma-separated names of required backends, such as `ifma,avx2`.
const BACKENDS: &str = "REQUIRE_BACKENDS";

/// The backend under test; `None`, reported on standard error, if the processor lacks it.
///
/// # Panics
/// It is absent, and `REQUIRE_BACKENDS` names it.
#[must_use]
pub fn backend<T>(name: &str, found: Option<T>) -> Option<T> {
    if found.is_none() {
        let required = env::var(BACKENDS).unwrap_or_default();
        let is_required = required.split(',').any(|it| it.trim() == name);
        assert!(
            !is_required,
            "{BACKENDS} names {name}, which this processor lacks"
        );
        skip(&format!("this processor has no {name} backend"));
    }
    found
}

/// Reports on standard error that a test skips itself, for a test that then returns.
///
/// Written, not printed: the test harness hides the output of passing tests. If standard error
/// cannot be written to, it has no reader.
pub fn skip(why: &str) {
    let _ = writeln!(io::stderr(), "SKIPPED: {why}");
}
