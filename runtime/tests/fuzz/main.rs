//! Random contracts and files.
//!
//! Other fuzz targets are with the tests of their subject: `batch_calls::ed25519_verify::oracle`,
//! `batch_calls::{ed25519,ecvrf}_verify_many::model`, `chain::second_model`, `hostile::native_stack`,
//! `light_clients::{tendermint_properties,grandpa_properties,inputs}`.
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod contracts;
mod observed;
mod state_file;
