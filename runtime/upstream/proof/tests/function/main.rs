//! Patched nearcore's function and the overlay's are the same in any context, but for the differences
//! that `differences` lists.
#![allow(clippy::panic, unreachable_pub, reason = "a test fails by panicking")]

mod activation;
#[path = "../../../../tests/ed25519_verify_many/cases.rs"]
mod cases;
#[allow(dead_code, reason = "contracts are another suite's")]
#[path = "../../../../tests/ed25519_verify_many/contract.rs"]
mod contract;
mod differences;
mod estimator;
#[path = "../../../../tests/ed25519_verify_many/guest.rs"]
mod guest;
#[allow(dead_code, reason = "malformed items are another suite's")]
#[path = "../../../../tests/ed25519_verify_many/items.rs"]
mod items;
mod patched;
#[allow(dead_code, reason = "some prices are another suite's")]
#[path = "../../../../tests/ed25519_verify_many/prices.rs"]
mod prices;
mod same;
mod sdk;
#[path = "../../../../tests/ed25519_verify_many/specification.rs"]
mod specification;
mod vectors;
