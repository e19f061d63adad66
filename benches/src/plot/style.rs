//! Colours and dashes.
//!
//! The colour-blind can distinguish these colours: M. Okabe and K. Ito, "Color Universal Design",
//! 2008. Their yellow is left out: thin yellow lines vanish on a light ground.

use plotters::style::RGBColor;

pub(super) const GROUND: RGBColor = RGBColor(255, 255, 255);
pub(super) const GRID: RGBColor = RGBColor(226, 226, 226);
pub(super) const AXIS: RGBColor = RGBColor(110, 110, 110);
pub(super) const TEXT: RGBColor = RGBColor(40, 40, 40);

/// Font and size in pixels.
pub(super) const TITLE_FONT: (&str, u32) = ("sans-serif", 22);
pub(super) const FONT: (&str, u32) = ("sans-serif", 16);

/// A colour of the palette of Okabe and Ito.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Colour {
    Blue,
    Orange,
    BluishGreen,
    Vermillion,
    ReddishPurple,
    Black,
}

impl Colour {
    pub(super) fn rgb(self) -> RGBColor {
        match self {
            Self::Blue => RGBColor(0, 114, 178),
            Self::Orange => RGBColor(230, 159, 0),
            Self::BluishGreen => RGBColor(0, 158, 115),
            Self::Vermillion => RGBColor(213, 94, 0),
            Self::ReddishPurple => RGBColor(204, 121, 167),
            Self::Black => RGBColor(0, 0, 0),
        }
    }
}

/// The style of a line.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Dash {
    Solid,
    Dashed,
    Dotted,
}

impl Dash {
    /// Lengths of a dash and of a gap, in pixels.
    pub(super) const fn lengths(self) -> (u32, u32) {
        match self {
            Self::Solid => (10_000, 0), // longer than any line here
            Self::Dashed => (9, 5),
            Self::Dotted => (2, 4),
        }
    }
}
