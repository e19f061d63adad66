//! Where a verification runs.
//!
//! Each layer contains the one before it. What the outer ones do besides verifying is measured by
//! layers of its own, so that it can be taken out: once.

mod host;
mod native;
mod wasm;

use super::case::Case;
use super::named::named;
use super::placement::at_place;
use anyhow::{Context as _, ensure};
use host::HostLayer;
use std::time::Duration;
use wasm::WasmLayer;

pub use wasm::MOST_ITERATIONS;

/// How often the signature was accepted, and how long all took.
type Timed = (u32, Duration);

named! {
    /// What is measured.
    Layer:
    /// dalek: decode the public key, verify.
    Bare "bare";
    /// The host function, called as the engine would.
    Host "host";
    /// The host function, called by a contract in a loop; with the call around the loop.
    Wasm "wasm";
    /// The host function up to the verification: the key has a byte too many, which is found out
    /// when everything has been read and paid for.
    Marshalling "marshalling";
    /// The contract's call with a loop of no rounds.
    NoOp "no-op";
    /// SHA-256 of the message, without the host: the anchor.
    Sha256 "sha256";
    /// A chain of integer operations of about a nanosecond each: how fast the machine is.
    Loop "loop";
}

named! {
    /// Where the host function's inputs are.
    Place:
    /// In the contract's memory.
    Memory "memory";
    /// In registers.
    Registers "registers";
}

/// All layers, ready to measure.
pub struct Bench {
    host: HostLayer,
    wasm: WasmLayer,
}

impl Bench {
    /// Compiles the calling contract.
    ///
    /// # Errors
    ///
    /// The contract cannot be made or deployed.
    pub fn new() -> anyhow::Result<Self> {
        Ok(Self {
            host: HostLayer::new(),
            wasm: WasmLayer::new().context("the calling contract")?,
        })
    }

    /// Runs a case so many times, with the stack `stack` bytes into a page, and sees that every
    /// verdict is the family's; returns how long all took.
    ///
    /// `iterations` is at most [`MOST_ITERATIONS`], which is what gas allows.
    ///
    /// # Errors
    ///
    /// A verdict is another, or something fails.
    pub fn run(
        &mut self,
        layer: Layer,
        case: &Case,
        place: Place,
        iterations: u32,
        stack: usize,
    ) -> anyhow::Result<Duration> {
        let run = || -> anyhow::Result<Timed> {
            Ok(match layer {
                Layer::Bare => native::verify(case, iterations),
                Layer::Host => self
                    .host
                    .verify(case, &case.public_key, place, iterations)?,
                Layer::Marshalling => {
                    let too_long = [&case.public_key[..], &[0]].concat();
                    self.host.verify(case, &too_long, place, iterations)?
                }
                Layer::Wasm => self.wasm.verify(case, place, iterations)?,
                Layer::NoOp => self.wasm.verify(case, place, 0)?,
                Layer::Sha256 => native::sha256(&case.message, iterations),
                Layer::Loop => native::integer_operations(iterations),
            })
        };
        let name = || format!("{layer}, {} of {} bytes", case.family, case.message.len());
        let (accepted, elapsed) = at_place(stack, run).with_context(name)?;
        let is_verifier = matches!(layer, Layer::Bare | Layer::Host | Layer::Wasm);
        let expected = match is_verifier && case.family.is_accepted() {
            true => iterations,
            false => 0,
        };
        ensure!(
            accepted == expected,
            "{}: accepted {accepted} of {iterations} times",
            name()
        );
        Ok(elapsed)
    }
}
