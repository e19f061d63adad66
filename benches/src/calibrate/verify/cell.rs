//! Cells of `ed25519_verify`: rows are series, columns are message lengths. Their signatures are in a
//! file, so that processes do not repeat the search for them.

use crate::library::Signed;
use crate::measure::cell;
use crate::verification::{Family, Layer, Place, message, signed};
use anyhow::Context as _;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fmt, fs};

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

/// A series, and the length of its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cell {
    pub(super) series: Series,
    pub(super) message_bytes: usize,
}

/// Cells that differ only in the length of the message: the points of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Series {
    pub(super) layer: Layer,
    /// The signature's family; honest in layers that do not use it.
    pub(super) family: Family,
    /// The place of its inputs.
    pub(super) place: Place,
}

impl Series {
    pub(super) const fn new(layer: Layer, family: Family, place: Place) -> Self {
        Self {
            layer,
            family,
            place,
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
            let in_memory = families.iter();
            all.extend(in_memory.map(|&family| Self::new(layer, family, Place::Memory)));
            if in_registers {
                all.push(Self::new(layer, Family::Valid, Place::Registers));
            }
        }
        all
    }

    pub(super) const fn at(self, message_bytes: usize) -> Cell {
        Cell {
            series: self,
            message_bytes,
        }
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

impl cell::Cell for Cell {
    fn row(&self) -> String {
        self.series.to_string()
    }

    fn column(&self) -> String {
        self.message_bytes.to_string()
    }

    fn group(&self) -> String {
        self.series.layer.to_string()
    }

    /// Registers and contract calls use hash maps with seeds from the system, so their counts vary
    /// by some thousandths.
    fn is_counted(&self) -> bool {
        let Series { layer, place, .. } = self.series;
        place == Place::Memory && !matches!(layer, Layer::Wasm | Layer::NoOp)
    }
}

impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self.place {
            Place::Memory => "",
            Place::Registers => ", in registers",
        };
        write!(f, "{}: {}{place}", self.layer, self.family)
    }
}

const FILE: &str = "cases.json";

/// Cases by family and message length.
pub(super) type Cases = BTreeMap<(Family, usize), Signed>;

/// A case in the file: family, message length (which determines the message), signature, and public
/// key.
type Kept = (Family, usize, Vec<u8>, Vec<u8>);

/// Finds the signatures of all series, and writes the file.
pub(super) fn write_cases(folder: &Path) -> anyhow::Result<()> {
    let cells = cells().into_iter();
    let cells: BTreeSet<_> = cells
        .map(|it| (it.series.family, it.message_bytes))
        .collect();
    let cases = cells.into_iter().map(|(family, bytes)| {
        let signed = signed(family, bytes)?;
        let (signature, key) = (signed.signature.into(), signed.public_key.into());
        Ok((family, bytes, signature, key))
    });
    let cases: Vec<Kept> = cases.collect::<anyhow::Result<_>>()?;
    let path = folder.join(FILE);
    fs::write(&path, serde_json::to_vec(&cases)?)
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Reads the file that [`write_cases`] wrote.
pub(super) fn read_cases(folder: &Path) -> anyhow::Result<Cases> {
    let path = folder.join(FILE);
    let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let cases: Vec<Kept> = serde_json::from_slice(&text)?;
    let cases = cases.into_iter().map(|(family, bytes, signature, key)| {
        let signed = Signed {
            signature: signature.as_slice().try_into()?,
            public_key: key.as_slice().try_into()?,
            message: message(bytes),
        };
        Ok(((family, bytes), signed))
    });
    cases.collect()
}
