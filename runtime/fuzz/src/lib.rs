//! Fuzz targets that run in two ways.
//!
//! - `cargo test` tries a bounded number of cases drawn from a seed, the same each time: a failure
//!   is a change's fault, never chance's. `FUZZ_CASES` and `FUZZ_SEED` try more and others, and
//!   `FUZZ_RECORD=1` keeps what came of it in `benches/recorded/fuzzing`, which SECURITY.md quotes.
//! - `bash .ci/fuzz` lets libFuzzer, by way of bolero, choose the bytes that cases are drawn from,
//!   guided by what they reach.
//!
//! A target is a [`Target`], a strategy or a [`Corpus`], and a test that says of each case what came
//! of it, in one word; [`fuzz!`] runs it. The words are counted in a [`Tally`], since cases that all
//! end alike prove little.
#![forbid(unsafe_code)]
#![allow(clippy::panic, reason = "a target fails by panicking, like any test")]

mod change;
mod corpus;
mod tally;
mod target;
mod unwind;

#[doc(hidden)]
pub use bolero;
pub use change::{Change, changes};
pub use corpus::Corpus;
pub use tally::Tally;
pub use target::{Target, Verdict, draw, is_recorded, seed};
#[doc(hidden)]
pub use unwind::Unwind;

/// Runs a target's test on cases of a strategy, or on bytes like those of a corpus:
/// `fuzz!(target, strategy, |case| …)`, `fuzz!(target, like &corpus, |bytes: Vec<u8>| …)`.
///
/// The [`Tally`] that comes of it is empty when libFuzzer runs the target, which never ends.
#[macro_export]
macro_rules! fuzz {
    ($target:expr, like $corpus:expr, $test:expr) => {{
        let (target, corpus, test) = ($target, $corpus, ::std::cell::RefCell::new($test));
        if cfg!(fuzzing) {
            corpus.hand_over();
            let target = $crate::Unwind::new((target, test));
            let one = |bytes: &[u8]| {
                let (target, test) = target.get();
                target.one(bytes.to_vec(), test);
            };
            (|| $crate::bolero::check!().for_each(one))();
            $crate::Tally::default()
        } else {
            target.run_like(corpus, &test)
        }
    }};
    ($target:expr, $strategy:expr, $test:expr) => {{
        let (target, strategy, test) = ($target, $strategy, ::std::cell::RefCell::new($test));
        if cfg!(fuzzing) {
            let target = $crate::Unwind::new((target, strategy, test));
            let one = |bytes: &[u8]| {
                let (target, strategy, test) = target.get();
                target.one_drawn_from(bytes, strategy, test);
            };
            (|| $crate::bolero::check!().for_each(one))();
            $crate::Tally::default()
        } else {
            target.run(&strategy, &test)
        }
    }};
}
