//! Cells of `ed25519_verify`: rows are series, columns are message lengths.

use crate::verification::{Family, Layer, Place};
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

/// Message lengths in bytes: around the edges of SHA-512's blocks of 128 bytes, and up to 64 KiB. R
/// and A are the first 64 hashed bytes and padding takes at least 17, so that 47 bytes of message
/// still fit one block, and 48 take two.
pub(super) const LENGTHS: [usize; 14] = [
    0, 1, 47, 48, 111, 112, 127, 128, 239, 240, 1_024, 4_096, 16_384, 65_536,
];

/// Families that may be the most expensive; bare verification and the one through Wasm are measured
/// for these, the host function for all.
pub(super) const HEAVY: [Family; 3] = [
    Family::Valid,
    Family::ValidHeaviest,
    Family::RefusedHeaviest,
];

/// Cells that differ only in the length of the message: the points of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Series {
    pub(super) layer: Layer,
    /// Family of the signature; honest where the layer does not use it.
    pub(super) family: Family,
    /// Where its inputs are.
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
    pub(super) fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for &layer in Layer::ALL {
            let (families, in_registers): (&[Family], _) = match layer {
                Layer::Host => (Family::ALL, true),
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

    pub(super) fn named(name: &str) -> Option<Self> {
        static NAMES: LazyLock<HashMap<String, Series>> = LazyLock::new(|| {
            let all = Series::all().into_iter();
            all.map(|series| (series.to_string(), series)).collect()
        });
        NAMES.get(name).copied()
    }

    pub(super) fn lengths(self) -> &'static [usize] {
        match self.layer {
            Layer::Loop => &LENGTHS[..1], // it has no message
            _ => &LENGTHS,
        }
    }

    /// Whether its instruction counts repeat. Registers and contract calls use hash maps seeded by
    /// the system; their counts vary by some thousandths.
    pub(super) fn is_counted(self) -> bool {
        self.place == Place::Memory && !matches!(self.layer, Layer::Wasm | Layer::NoOp)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_series_has_a_name_of_its_own_and_no_family_is_forgotten() {
        for series in Series::all() {
            assert_eq!(Series::named(&series.to_string()), Some(series));
        }
        for &family in Family::ALL {
            assert!(
                Series::all().iter().any(|it| it.family == family),
                "{family}"
            );
        }
    }
}
