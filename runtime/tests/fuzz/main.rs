//! Random contracts and files.
//!
//! Fuzz targets of one function or one client are with its tests: `ed25519_verify::oracle`,
//! `ed25519_verify_many::model`, `light_clients::{tendermint,grandpa}_properties`.
#![allow(clippy::panic, reason = "a test fails by panicking")]

#[path = "../backends_agree/assembly.rs"]
mod assembly;
mod contracts;
mod floats;
mod observed;
#[path = "../backends_agree/odd.rs"]
mod odd;
#[path = "../backends_agree/operators.rs"]
mod operators;
mod state_file;
#[path = "../backends_agree/support.rs"]
mod support;
