//! Published and derived signatures through the whole stack: a contract that calls the host
//! function, on every backend.
//!
//! The expectation is not a list of verdicts. Each triple of signature, message and key is
//! classified by its oddities, which follow from its bytes or come from its publisher. A rule of
//! verification is the set of oddities that it allows. The stack must follow NEP-364, and
//! `ed25519_verify_many` both its rules. A library represents each of the other rules in the tables
//! of `nep-0364.md`.
#![allow(clippy::panic, reason = "a test fails by panicking")]
#![allow(unreachable_pub, reason = "modules of one test")]

mod cctv;
mod judge;
mod many;
mod points;
mod published;
mod small_order;
mod table;
mod witness;
