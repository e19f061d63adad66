//! Layers that a verification runs in.
//!
//! Each layer contains the one before it. The work of outer ones besides verifying is measured by
//! separate layers, so that it can be subtracted: once.

mod host;
mod native;
mod wasm;

use super::named::named;
use super::network::Network;
use crate::library::Signed;
use anyhow::Context as _;
use std::time::Duration;
use wasm::WasmLayer;

pub(crate) use wasm::MOST_ITERATIONS;

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

/// All layers, prepared.
pub(crate) struct Layers {
    network: Network,
    wasm: WasmLayer,
}

impl Layers {
    /// Compiles the calling contract.
    pub(crate) fn new() -> anyhow::Result<Self> {
        Ok(Self {
            network: Network::new(),
            wasm: WasmLayer::new().context("the calling contract")?,
        })
    }

    /// Runs a layer `iterations` times, at most [`MOST_ITERATIONS`], which is a limit by gas; returns how often the
    /// signature was accepted, and the time of all.
    pub(crate) fn run(
        &mut self,
        layer: Layer,
        signed: &Signed,
        place: Place,
        iterations: u32,
    ) -> anyhow::Result<Timed> {
        let host = |key: &[u8]| host::verify(&self.network, signed, key, place, iterations);
        match layer {
            Layer::Bare => Ok(native::verify(signed, iterations)),
            Layer::Host => host(&signed.public_key),
            Layer::Marshalling => host(&[&signed.public_key[..], &[0]].concat()),
            Layer::Wasm => self.wasm.verify(signed, place, iterations),
            Layer::NoOp => self.wasm.verify(signed, place, 0),
            Layer::Sha256 => Ok(native::sha256(&signed.message, iterations)),
            Layer::Loop => Ok(native::integer_operations(iterations)),
        }
    }
}
