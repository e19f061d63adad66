//! `ed25519_verify_many`: clause by clause through contracts, and compared with a model of its
//! specification.
#![allow(clippy::panic, unreachable_pub, reason = "a test fails by panicking")]

#[path = "../batch_calls/agreement.rs"]
mod agreement;
mod binding;
#[path = "../batch_calls/cases.rs"]
mod cases;
#[path = "../batch_calls/charges.rs"]
mod charges;
mod clauses;
#[path = "../batch_calls/contract.rs"]
mod contract;
#[path = "../batch_calls/embedder.rs"]
mod embedder;
mod function;
#[path = "../batch_calls/guest.rs"]
mod guest;
#[path = "../batch_calls/inputs.rs"]
mod inputs;
mod items;
mod layouts;
#[path = "../batch_calls/linking.rs"]
mod linking;
#[path = "../batch_calls/meter.rs"]
mod meter;
mod model;
#[path = "../batch_calls/network.rs"]
mod network;
mod prices;
#[path = "../batch_calls/registers.rs"]
mod registers;
mod sdk;
mod specification;
mod verdicts;
