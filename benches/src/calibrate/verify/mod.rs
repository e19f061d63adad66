//! Costs of `ed25519_verify`, and its recommended prices. They are for nearcore's own function on
//! nearcore's own runner, which networks run, not for ours. Rows are series, columns are lengths of
//! messages in bytes.

mod costs;
mod layers;
mod report;

use super::function;
use crate::measure::{Clock, Effort, Experiment, Row, Shared};
use crate::verification::{Family, named};
use layers::Layers;
use std::fmt;
use std::path::Path;

/// `ed25519_verify`: bare, in the host function, and through Wasm.
pub(crate) struct Verify;

pub(crate) static EXPERIMENT: Experiment = Experiment {
    name: "calibrate",
    // Intervals are computed over processes: twelve make them narrow in less than a minute.
    usual: Effort::new(12, 10),
    quick: Effort::new(6, 5),
    examples: "",
    is_steady: true,
    rows: function::rows::<Verify>,
    findings: function::findings::<Verify>,
};

/// A row for each series.
fn rows() -> Vec<(Row, Vec<Key>)> {
    let shared = Shared::new();
    let row = |series: Series| {
        let (shared, Series { layer, place, .. }) = (shared.clone(), series);
        let lengths: &[usize] = match layer {
            Layer::Loop => &LENGTHS[..1], // it has no message
            _ => &LENGTHS,
        };
        let prepare = move |cache: &Path| {
            let layers = shared.get((), |()| Layers::new(cache))?;
            Ok(move |column: usize, clock: &mut Clock| {
                layers.turn((series, lengths[column]), clock)
            })
        };
        let row = Row {
            // Registers and contract calls use hash maps with seeds from the system, so their counts
            // vary by some thousandths.
            is_counted: place == Place::Memory && !matches!(layer, Layer::Wasm | Layer::NoOp),
            ..Row::new(layer.name(), series, lengths, None, prepare)
        };
        (row, lengths.iter().map(|it| (series, *it)).collect())
    };
    Series::all().into_iter().map(row).collect()
}

/// Message lengths in bytes: around the edges of SHA-512's blocks of 128 bytes, and up to 64 KiB.
/// The first 64 hashed bytes are R and A, and padding takes at least 17, so 47 bytes of message
/// still fit one block, and 48 need two.
const LENGTHS: [usize; 14] = [
    0, 1, 47, 48, 111, 112, 127, 128, 239, 240, 1_024, 4_096, 16_384, 65_536,
];

/// The families that may be the most expensive. They alone are measured bare and through Wasm; the
/// host function is measured with all families.
const HEAVY: [Family; 3] = [
    Family::Valid,
    Family::ValidHeaviest,
    Family::RefusedHeaviest,
];

named! {
    /// A layer in which a verification runs: bare, in the host function, or through Wasm, each around the
    /// previous one. The next two measure the work of outer layers without a verification, so that it can
    /// be subtracted once. The last two, unrelated to curves, show the machine's speed.
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
    /// SHA-256 of the message, without the host.
    Sha256 "sha256";
    /// A chain of integer operations of about a nanosecond each.
    Loop "loop";
}

named! {
    /// The place of the host function's inputs.
    pub(crate) Place:
    /// In the contract's memory.
    Memory "";
    Registers ", in registers";
}

/// A series, and the length of its message.
pub(crate) type Key = (Series, usize);

/// Cells that differ only in the length of the message: the points of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Series {
    layer: Layer,
    /// The signature's family; honest in layers that do not use it.
    family: Family,
    place: Place,
}

impl Series {
    /// Signatures of this family, with inputs in memory.
    const fn new(layer: Layer, family: Family) -> Self {
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

impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}{}", self.layer, self.family, self.place)
    }
}
