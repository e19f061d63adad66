//! Code that several integration tests share: one contract on every backend, outcomes as text,
//! imports, the layout of a batch call, processes under limits, this workspace's programs, scenarios in
//! texts, and the versions in the lock file.
#![forbid(unsafe_code)]
#![allow(clippy::panic, reason = "a test fails by panicking")]

pub mod command;
pub mod everywhere;
pub mod imports;
pub mod items;
pub mod locked;
pub mod outcome;
pub mod process;
pub mod scenarios;
