//! Where a verification runs.
//!
//! Each layer contains the one before it. What the outer ones do besides verifying is measured by
//! layers of its own, so that it can be taken out: once.

mod bare;
mod control;
mod host;
mod wasm;

use super::case::Case;
use super::placement::at_place;
use host::HostLayer;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;
use wasm::WasmLayer;

pub use wasm::MOST_ITERATIONS;

/// Declares an enum whose variants have names.
macro_rules! named {
    ($(#[$attribute:meta])* $type:ident: $($(#[$doc:meta])* $variant:ident $name:literal;)*) => {
        $(#[$attribute])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum $type {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl $type {
            /// All there are.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name in files and tables.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

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

/// A verification did not go as its family says, or not at all.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// Another verdict.
    #[error("{layer}, {case}: accepted {accepted} of {iterations} times")]
    Surprise {
        /// Where.
        layer: Layer,
        /// What: family and length.
        case: String,
        /// How often it was accepted.
        accepted: u32,
        /// How often it was verified.
        iterations: u32,
    },
    /// The host function or the contract failed.
    #[error("{layer}, {case}: {reason}")]
    Failed {
        /// Where.
        layer: Layer,
        /// What: family and length.
        case: String,
        /// Why.
        reason: String,
    },
    /// The contract cannot be made.
    #[error("the calling contract: {0}")]
    Contract(String),
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
    pub fn new() -> Result<Self, BenchError> {
        Ok(Self {
            host: HostLayer::new(),
            wasm: WasmLayer::new()?,
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
    ) -> Result<Duration, BenchError> {
        at_place(stack, || self.judged(layer, case, place, iterations))
    }

    fn judged(
        &mut self,
        layer: Layer,
        case: &Case,
        place: Place,
        iterations: u32,
    ) -> Result<Duration, BenchError> {
        let name = || format!("{} of {} bytes", case.family, case.message.len());
        let failed = |reason| BenchError::Failed {
            layer,
            case: name(),
            reason,
        };
        let expected = if case.family.is_accepted() {
            iterations
        } else {
            0
        };
        let (accepted, elapsed, expected) = match layer {
            Layer::Bare => {
                let (accepted, elapsed) = bare::verify(case, iterations);
                (accepted, elapsed, expected)
            }
            Layer::Host => {
                let run = self.host.verify(case, place, iterations);
                let (accepted, elapsed) = run.map_err(failed)?;
                (accepted, elapsed, expected)
            }
            Layer::Marshalling => {
                let elapsed = self.host.marshal(case, place, iterations);
                (0, elapsed.map_err(failed)?, 0)
            }
            Layer::Wasm => {
                let run = self.wasm.verify(case, place, iterations);
                let (accepted, elapsed) = run.map_err(failed)?;
                (accepted, elapsed, expected)
            }
            Layer::NoOp => {
                let run = self.wasm.verify(case, place, 0);
                let (accepted, elapsed) = run.map_err(failed)?;
                (accepted, elapsed, 0)
            }
            Layer::Sha256 => (0, control::sha256(&case.message, iterations), 0),
            Layer::Loop => (0, control::integer_operations(iterations), 0),
        };
        if accepted == expected {
            return Ok(elapsed);
        }
        Err(BenchError::Surprise {
            layer,
            case: name(),
            accepted,
            iterations,
        })
    }
}
