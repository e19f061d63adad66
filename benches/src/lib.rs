//! The measurements of `near-ed25519` and their evaluation, for the command line and the benches.
//!
//! Without the feature `measuring` the crate has only the light clients, amounts and output.
#![forbid(unsafe_code)]
// What is printed passes the filter of `stdout`.
#![cfg_attr(not(test), deny(clippy::print_stdout, clippy::print_stderr))]

pub mod amount;
pub mod light_clients;
pub mod stdout;

#[cfg(feature = "measuring")]
mod batches;
#[cfg(feature = "measuring")]
mod bounds;
#[cfg(feature = "measuring")]
mod calibrate;
#[cfg(feature = "measuring")]
mod command;
#[cfg(feature = "measuring")]
mod compare;
#[cfg(feature = "measuring")]
mod contender;
#[cfg(feature = "measuring")]
mod demo;
#[cfg(feature = "measuring")]
mod experiments;
#[cfg(feature = "measuring")]
pub mod frost;
#[cfg(feature = "measuring")]
mod headers;
#[cfg(feature = "measuring")]
mod library;
#[cfg(feature = "measuring")]
mod machine;
#[cfg(feature = "measuring")]
mod measure;
#[cfg(feature = "measuring")]
mod plot;
#[cfg(feature = "measuring")]
mod report;
#[cfg(feature = "measuring")]
mod rotation;
#[cfg(feature = "measuring")]
mod statistics;
#[cfg(feature = "measuring")]
mod verification;
#[cfg(feature = "measuring")]
mod vrf;

#[cfg(feature = "measuring")]
pub use command::Command;
#[cfg(feature = "measuring")]
pub use vrf::VrfCommand;
