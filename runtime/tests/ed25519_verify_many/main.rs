//! `ed25519_verify_many`: clause by clause through contracts, and compared with a model of its
//! specification.
#![allow(clippy::panic, unreachable_pub, reason = "a test fails by panicking")]

mod binding;
mod cases;
mod charges;
mod clauses;
mod contract;
mod embedder;
mod guest;
mod items;
mod linking;
mod model;
mod prices;
mod registers;
mod sdk;
mod specification;
mod verdicts;
