//! What tests need and a machine may lack: data of others, and instructions of its processor.
//!
//! A test that lacks something skips itself and says so, or fails where the environment says that
//! it must be there.
#![forbid(unsafe_code)]

pub mod peers;

use std::env;
use std::io::{self, Write as _};

/// Names, with commas between them, of backends that must be there, such as `ifma,avx2`.
const BACKENDS: &str = "REQUIRE_BACKENDS";

/// What a test of a backend has to test; `None`, said loudly, where the processor lacks it.
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

/// Written, not printed: the test harness hides what passing tests print. A standard error that
/// cannot be written to has no reader.
fn skip(why: &str) {
    let _ = writeln!(io::stderr(), "SKIPPED: {why}");
}
