//! The light-client contracts on real and on made-up chains, on every backend.
#![allow(clippy::panic, reason = "a test fails by panicking")]

#[path = "../backends_agree/support.rs"]
mod support;
mod tendermint;
mod tendermint_mbt;
