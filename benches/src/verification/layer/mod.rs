//! The layers in which a verification runs.
//!
//! Each layer contains the previous one. Separate layers measure the work of outer layers without a
//! verification, so that it can be subtracted once.

pub(crate) mod host;
pub(crate) mod native;
pub(crate) mod wasm;

use super::named::named;
use std::time::Duration;

/// How often the signature was accepted, and the total time.
type Timed = (u32, Duration);

named! {
    /// A measured layer, or its overhead.
    pub(crate) Layer:
    /// dalek: decode the public key, verify.
    Bare "bare";
    /// nearcore's host function, called as its engine would.
    Host "host";
    /// The same function, called by a contract in a loop on nearcore's runner; includes the call
    /// around the loop.
    Wasm "wasm";
    /// The host function up to the verification: the key has one byte too many, which the function
    /// detects after it has read and charged everything.
    Marshalling "marshalling";
    /// The contract's call, with a loop of no rounds.
    NoOp "no-op";
    /// SHA-256 of the message, without the host: a reference for the machine's speed.
    Sha256 "sha256";
    /// A chain of integer operations of about a nanosecond each: the machine's speed.
    Loop "loop";
}

/// The place of the host function's inputs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Place {
    /// In the contract's memory.
    Memory,
    Registers,
}
