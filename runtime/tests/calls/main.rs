//! What a call is beside its contract's code: its context, its receipts, storage as the network's trie
//! has it, and tokens.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod context;
mod public_transactions;
#[path = "../backends_agree/support.rs"]
mod support;
mod tokens;
