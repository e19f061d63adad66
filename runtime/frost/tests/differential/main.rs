//! Sessions and key generation give frost-core's results, errors and culprits, on every backend of
//! the lanes that the processor has.
//!
//! No expected results are listed: frost-core, called with the same inputs, is the oracle of each
//! case. If a case is made for a certain outcome, it also asserts that frost-core has that outcome.
//!
//! `bash .ci/exactness frost sessions` runs longer, and records it.
#![allow(clippy::panic, reason = "a test fails by panicking")]
#![allow(unreachable_pub, reason = "modules of one test")]

mod commitments;
mod dkg;
mod judge;
mod long_runs;
mod odd;
mod random;
mod vectors;
mod vss;
mod wire;
