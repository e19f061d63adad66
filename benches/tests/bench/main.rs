//! `near-ed25519-bench` as users see it: output, exit codes, and no measurement lost.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod documents;
mod frost_cells;
mod help;
mod measuring;

/// The tested program.
const BENCH: &str = "near-ed25519-bench";
