//! Layers that a verification runs in.
//!
//! Each layer contains the one before it. The work of outer ones besides verifying is measured by
//! separate layers, so that it can be subtracted: once.

pub(crate) mod host;
pub(crate) mod native;
pub(crate) mod wasm;

use super::named::named;
use std::time::Duration;

/// Number of times the signature was accepted, and the time of all.
type Timed = (u32, Duration);

named! {
    /// A measured layer, or its overhead.
    pub(crate) Layer:
    /// dalek: decode the public key, verify.
    Bare "bare";
    /// nearcore's host function, called as its engine would.
    Host "host";
    /// The same, called by a contract in a loop on nearcore's runner; with the call around the loop.
    Wasm "wasm";
    /// The host function up to the verification: the key has a byte too many, which is detected
    /// after everything has been read and paid for.
    Marshalling "marshalling";
    /// The contract's call with a loop of no rounds.
    NoOp "no-op";
    /// SHA-256 of the message, without the host: a reference for the machine's speed.
    Sha256 "sha256";
    /// A chain of integer operations of about a nanosecond each: the machine's speed.
    Loop "loop";
}

/// Where the host function's inputs are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Place {
    /// In the contract's memory.
    Memory,
    Registers,
}
