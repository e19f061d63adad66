//! Colours that the colour-blind can tell apart: M. Okabe and K. Ito, "Color Universal Design",
//! 2008. Their yellow is left out: on a light ground thin lines of it vanish.

use plotters::style::RGBColor;

pub(super) const GROUND: RGBColor = RGBColor(255, 255, 255);
pub(super) const GRID: RGBColor = RGBColor(226, 226, 226);
pub(super) const AXIS: RGBColor = RGBColor(110, 110, 110);
pub(super) const TEXT: RGBColor = RGBColor(40, 40, 40);

/// A colour of the palette of Okabe and Ito.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are Okabe and Ito's")]
pub enum Colour {
    Blue,
    Orange,
    BluishGreen,
    Vermillion,
    SkyBlue,
    ReddishPurple,
    Black,
}

impl Colour {
    /// All of them, neighbours as different as can be.
    pub const ALL: [Self; 7] = [
        Self::Blue,
        Self::Orange,
        Self::BluishGreen,
        Self::Vermillion,
        Self::SkyBlue,
        Self::ReddishPurple,
        Self::Black,
    ];

    pub(super) fn rgb(self) -> RGBColor {
        match self {
            Self::Blue => RGBColor(0, 114, 178),
            Self::Orange => RGBColor(230, 159, 0),
            Self::BluishGreen => RGBColor(0, 158, 115),
            Self::Vermillion => RGBColor(213, 94, 0),
            Self::SkyBlue => RGBColor(86, 180, 233),
            Self::ReddishPurple => RGBColor(204, 121, 167),
            Self::Black => RGBColor(0, 0, 0),
        }
    }

    /// Black or white, whichever is easier to read on it.
    pub(super) fn ink(self) -> RGBColor {
        match self {
            Self::Blue | Self::Black | Self::Vermillion => GROUND,
            _ => Self::Black.rgb(),
        }
    }
}
