//! The requirements of several crates' tests: fuzz targets, odd points and signatures; and what a
//! machine may lack: peer data, or instructions of the processor.
//!
//! A test whose requirement is missing reports that and skips itself, or fails if the environment
//! demands the requirement:
//!
//! ```sh
//! REQUIRE_PEERS=1 cargo test --workspace --release
//! REQUIRE_BACKENDS=ifma,avx2 cargo test --workspace --release
//! ```
#![forbid(unsafe_code)]

pub mod fuzzing;
pub mod odd_points;
pub mod peers;

use std::fs::File;
use std::io::{self, Write as _};
use std::{env, thread};

/// Comma-separated names of required backends, such as `ifma,avx2`.
const BACKENDS: &str = "REQUIRE_BACKENDS";

/// The file that lists skips, which `.ci/run` sets: the missing requirement, the binary, and the
/// test.
const LIST: &str = "SKIPPED_TESTS";

/// The backend under test; `None`, reported on standard error, if the processor lacks it.
///
/// # Panics
/// If it is absent, and `REQUIRE_BACKENDS` names it.
#[must_use]
pub fn backend<T>(name: &str, found: Option<T>) -> Option<T> {
    if found.is_none() {
        let required = env::var(BACKENDS).unwrap_or_default();
        let is_required = required.split(',').any(|it| it.trim() == name);
        assert!(
            !is_required,
            "{BACKENDS} names {name}, which this processor lacks"
        );
        skip("backend", &format!("this processor has no {name} backend"));
    }
    found
}

/// What `make` returns for each of these backends that the processor has; the others are reported as by
/// [`backend`].
///
/// # Panics
/// As [`backend`].
pub fn each_backend<B: Copy, T, E>(
    all: &[B],
    name: impl Fn(B) -> &'static str,
    make: impl Fn(B) -> Result<T, E>,
) -> impl Iterator<Item = T> {
    let found = move |it: &B| backend(name(*it), make(*it).ok());
    all.iter().filter_map(found)
}

/// Reports on standard error that a test skips itself, since it lacks data, a backend or something
/// else: `lacking`, one word. The test must then return.
///
/// This is written, not printed: the test harness hides the output of passing tests. If standard
/// error cannot be written to, nobody reads it.
pub fn skip(lacking: &str, why: &str) {
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test"); // the harness names threads by their tests
    let _ = writeln!(io::stderr(), "SKIPPED: {test}: {why}");
    if let Some(list) = env::var_os(LIST) {
        let binary = env::current_exe().expect("the binary of this test has a path");
        let line = format!("{lacking} {} {test}\n", binary.display());
        let list = File::options().create(true).append(true).open(list);
        let written = list.and_then(|mut list| list.write_all(line.as_bytes()));
        written.expect("SKIPPED_TESTS names a file");
    }
}
