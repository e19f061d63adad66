//! Random contracts and files.
//!
//! Fuzz targets of one function or one client are with its tests: `batch_calls::ed25519_verify::oracle`,
//! `batch_calls::{ed25519,ecvrf}_verify_many::model`, `light_clients::{tendermint,grandpa}_properties`.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod contracts;
mod observed;
mod state_file;
