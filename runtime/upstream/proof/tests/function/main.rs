//! Patched nearcore's function equals the overlay's in every context, except for the differences
//! that `differences` lists.
#![allow(clippy::panic, unreachable_pub, reason = "a test fails by panicking")]

mod activation;
#[path = "../../../../tests/batch_calls/cases.rs"]
mod cases;
#[allow(dead_code, reason = "contracts are another suite's")]
#[path = "../../../../tests/batch_calls/contract.rs"]
mod contract;
mod differences;
mod estimator;
#[allow(dead_code, reason = "settings of runtimes are another suite's")]
#[path = "../../../../tests/ed25519_verify_many/function.rs"]
mod function;
#[path = "../../../../tests/batch_calls/guest.rs"]
mod guest;
#[allow(dead_code, reason = "malformed items are another suite's")]
#[path = "../../../../tests/ed25519_verify_many/items.rs"]
mod items;
#[path = "../../../../tests/ed25519_verify_many/layouts.rs"]
mod layouts;
#[allow(dead_code, reason = "meters of calls are another suite's")]
#[path = "../../../../tests/batch_calls/meter.rs"]
mod meter;
#[allow(dead_code, reason = "some costs are another suite's")]
#[path = "../../../../tests/batch_calls/network.rs"]
mod network;
mod patched;
mod prices;
mod same;
mod sdk;
mod vectors;
