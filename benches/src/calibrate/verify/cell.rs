//! Cells of `ed25519_verify`: rows are series, columns are lengths of messages in bytes.

use crate::measure::{At, cell, cell::Subject as _};
use crate::verification::{Family, named};
use std::fmt;

/// Message lengths in bytes: around the edges of SHA-512's blocks of 128 bytes, and up to 64 KiB.
/// The first 64 hashed bytes are R and A, and padding takes at least 17, so 47 bytes of message
/// still fit one block, and 48 need two.
const LENGTHS: [usize; 14] = [
    0, 1, 47, 48, 111, 112, 127, 128, 239, 240, 1_024, 4_096, 16_384, 65_536,
];

/// The families that may be the most expensive. They alone are measured bare and through Wasm; the
/// host function is measured with all families.
pub(super) const HEAVY: [Family; 3] = [
    Family::Valid,
    Family::ValidHeaviest,
    Family::RefusedHeaviest,
];

named! {
    /// A layer in which a verification runs. Each contains the previous one. Separate layers measure the
    /// work of outer layers without a verification, so that it can be subtracted once. Those without a
    /// host are only dalek, and work unrelated to curves, which shows the machine's speed.
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

named! {
    /// The place of the host function's inputs.
    pub(crate) Place:
    /// In the contract's memory.
    Memory "";
    Registers ", in registers";
}

/// A series with the length of its message.
pub(crate) type Cell = At<Series>;

/// Cells that differ only in the length of the message: the points of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Series {
    pub(super) layer: Layer,
    /// The signature's family; honest in layers that do not use it.
    pub(super) family: Family,
    pub(super) place: Place,
}

impl Series {
    /// Signatures of this family, with inputs in memory.
    pub(super) const fn new(layer: Layer, family: Family) -> Self {
        Self {
            layer,
            family,
            place: Place::Memory,
        }
    }

    /// All series, in the order of layers and families.
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for layer in Layer::ALL {
            let (families, in_registers): (&[Family], _) = match layer {
                Layer::Host => (&Family::ALL, true),
                Layer::Wasm => (&HEAVY, true),
                Layer::Bare => (&HEAVY, false),
                Layer::Marshalling | Layer::NoOp => (&[Family::Valid], true),
                Layer::Sha256 | Layer::Loop => (&[Family::Valid], false),
            };
            all.extend(families.iter().map(|family| Self::new(layer, *family)));
            if in_registers {
                all.push(Self {
                    place: Place::Registers,
                    ..Self::new(layer, Family::Valid)
                });
            }
        }
        all
    }
}

pub(super) fn cells() -> Vec<Cell> {
    let cells = Series::all().into_iter().flat_map(|series| {
        let lengths = match series.layer {
            Layer::Loop => &LENGTHS[..1], // it has no message
            _ => &LENGTHS,
        };
        lengths.iter().map(move |bytes| series.at(*bytes))
    });
    cells.collect()
}

impl cell::Subject for Series {
    fn group(&self) -> &'static str {
        self.layer.name()
    }

    /// Registers and contract calls use hash maps with seeds from the system, so their counts vary
    /// by some thousandths.
    fn is_counted(&self) -> bool {
        self.place == Place::Memory && !matches!(self.layer, Layer::Wasm | Layer::NoOp)
    }
}

impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}{}", self.layer, self.family, self.place)
    }
}
