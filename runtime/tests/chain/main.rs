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
mod second_model;
mod tree;
mod universal;
