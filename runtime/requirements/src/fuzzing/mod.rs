//! Fuzz targets, which run in two ways.
//!
//! - `cargo test` tries a limited number of cases from a seed, the same each time: a change causes a
//!   failure, never chance. `FUZZ_CASES` and `FUZZ_SEED` try more and other cases, and `FUZZ_RECORD=1`
//!   keeps the tally in `benches/recorded/fuzzing`; the README there lists the tallies.
//!
//!   ```sh
//!   FUZZ_RECORD=1 FUZZ_SEED=2 FUZZ_CASES=1000000 cargo test --workspace --release --test batch_calls -- oracle
//!   FUZZ_RECORD=1 FUZZ_SEED=2 FUZZ_CASES=20000 cargo test --workspace --release --test fuzz -- contracts
//!   FUZZ_CASES=1000000 cargo test --workspace --release --test exactness -- random
//!   FUZZ_CASES=100000 cargo test --workspace --release --test fuzz # every parser, and random contracts
//!   FUZZ_CASES=100000 cargo test --workspace --release --test light_clients -- properties inputs
//!   ```
//! - `bash .ci/fuzz` lets libFuzzer choose, through bolero, the bytes that cases are drawn from, guided
//!   by coverage.
//!
//! A target is a [`Target`], a strategy or a [`Corpus`], and a test that returns each case's
//! outcome as one word; [`fuzz!`] runs it. A [`Tally`] counts the words, since cases that all have
//! one outcome prove little.
//!
//! cargo-bolero is not used: it compiles every test of a package with coverage, and tests that do
//! not fuzz do not link. `.ci/fuzz` compiles only the one test target.
#![allow(clippy::panic, reason = "a target fails by panicking, like any test")]

mod change;
mod code;
mod corpus;
mod tally;
mod target;

pub use crate::fuzz;
#[doc(hidden)]
pub use bolero;
pub use change::{Change, changes};
pub use code::{AVX2, IFMA, LANES, POINTS, PORTABLE, VECTORS, code_hash, source_hash};
pub use corpus::Corpus;
pub use tally::Tally;
pub use target::{CaseResult, Target};

/// Runs a target's test on cases of a strategy, or on variations of a corpus: `fuzz!(target,
/// strategy, |case| …)`, `fuzz!(target, like &corpus, |bytes: Vec<u8>| …)`.
///
/// The returned [`Tally`] is empty when libFuzzer runs the target, which never ends.
#[macro_export]
macro_rules! fuzz {
    (@guided $one:expr) => {{
        // bolero catches the panic of a failed case, reports it, and ends.
        let one = ::std::panic::AssertUnwindSafe($one);
        (|| $crate::fuzzing::bolero::check!().for_each(|bytes: &[u8]| (*one)(bytes)))();
        $crate::fuzzing::Tally::default()
    }};
    ($target:expr, like $corpus:expr, $test:expr) => {{
        let (target, corpus, test) = ($target, $corpus, ::std::cell::RefCell::new($test));
        if cfg!(fuzzing) {
            corpus.hand_over();
            $crate::fuzz!(@guided |bytes: &[u8]| target.one(bytes.to_vec(), &test))
        } else {
            target.run_like(corpus, &test)
        }
    }};
    ($target:expr, $strategy:expr, $test:expr) => {{
        let (target, strategy, test) = ($target, $strategy, ::std::cell::RefCell::new($test));
        if cfg!(fuzzing) {
            target.say_code();
            $crate::fuzz!(@guided |bytes: &[u8]| target.one_drawn_from(bytes, &strategy, &test))
        } else {
            target.run(&strategy, &test)
        }
    }};
}
