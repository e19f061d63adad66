//! The light-client contracts on real and on made-up chains, on every backend.
#![allow(clippy::panic, reason = "a test fails by panicking")]
#![allow(unreachable_pub, reason = "modules of one test")]

#[allow(dead_code, reason = "the other suites call the rest")]
mod client;
mod grandpa;
mod grandpa_properties;
mod init;
mod inputs;
mod tendermint;
mod tendermint_blocks;
mod tendermint_mbt;
mod tendermint_membership;
mod tendermint_properties;
mod tendermint_scenarios;
mod zip215;
