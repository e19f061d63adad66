//! The parts of a call besides its contract's code: its context, its receipts, storage costs by the
//! network's trie, and tokens.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod context;
mod least_gas;
mod public_transactions;
mod tokens;
