//! `near-ed25519-bench` for a user: output, exit codes, and no loss of what was measured.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod frost;
mod frost_cells;
mod help;
mod measuring;

/// The program that is tested.
const BENCH: &str = "near-ed25519-bench";
