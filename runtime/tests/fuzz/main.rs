//! Contracts and files that nobody wrote.
//!
//! Fuzz targets of one function or one client are with its tests: `ed25519_verify::oracle`,
//! `ed25519_verify_many::model`, `light_clients::{tendermint,grandpa}_properties`.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod contracts;
mod observed;
mod state_file;
#[path = "../backends_agree/support.rs"]
mod support;
