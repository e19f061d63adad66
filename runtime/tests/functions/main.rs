//! The gas of each function: known answers, and that recording it changes nothing.
//!
//! Wherever a test makes a call on both backends (`test_support::everywhere`), a third run records the
//! functions: outcome, gas and state must be the same, and the sum over all functions the burnt gas.
//! All calls of the corpus, of the random contracts in `fuzz`, and of the light clients are made so; `hostile` does the same.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod coverage;
mod ends;
mod host;
mod known;
mod lines;
mod rust_contract;

use near_runtime_ext::{CallTree, Outcome};
use test_support::everywhere::{Everywhere, GAS, TGAS};

fn run(wat: &str) -> Outcome {
    Everywhere::deploy_wat(wat).call("main", b"", 300 * TGAS)
}

fn recorded(outcome: &Outcome) -> &CallTree {
    outcome
        .functions
        .as_ref()
        .expect("the functions are recorded")
}

/// The functions in which a call stopped, the outermost first.
fn stack(outcome: &Outcome) -> Vec<&str> {
    let frames = recorded(outcome).backtrace().iter().rev();
    frames.map(|frame| &*frame.function).collect()
}
