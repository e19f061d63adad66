//! Chains: receipts executed, on the overlay and on nearcore's own runner.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod accounts;
mod bridge;
mod everywhere;
mod gas_keys;
mod keys;
mod limits;
mod model;
mod program;
mod random;
mod second_model;
mod tree;
mod universal;

/// Not in `random`, whose code the record names. `bash .ci/exactness chains all` goes on to 100,000 chains.
#[test]
fn the_recorded_run_of_chains_is_long_and_of_this_code() {
    assert!(random::TARGET.recorded().cases >= 40_000);
}
