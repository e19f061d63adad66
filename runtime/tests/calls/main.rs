//! The parts of a call besides its contract's code: its context, its receipts, storage costs by the
//! network's trie, tokens, the least gas that is enough, and the file of recorded gas.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod context;
mod gas_file;
mod least_gas;
mod least_gas_of_chains;
mod public_transactions;
mod tokens;
