//! Colours and dashes.
//!
//! The colour-blind can tell these colours apart: M. Okabe and K. Ito, "Color Universal Design",
//! 2008. Their yellow is left out: on a light ground thin lines of it vanish.

use plotters::style::{Color as _, RGBAColor, RGBColor, ShapeStyle};

pub(super) const GROUND: RGBColor = RGBColor(255, 255, 255);
pub(super) const GRID: RGBColor = RGBColor(226, 226, 226);
pub(super) const AXIS: RGBColor = RGBColor(110, 110, 110);
pub(super) const TEXT: RGBColor = RGBColor(40, 40, 40);

/// Font and size, pixels.
pub(super) const TITLE_FONT: (&str, u32) = ("sans-serif", 22);
pub(super) const FONT: (&str, u32) = ("sans-serif", 16);

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

    fn rgb(self) -> RGBColor {
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

    pub(super) fn line(self) -> ShapeStyle {
        self.rgb().stroke_width(2)
    }

    pub(super) fn area(self) -> ShapeStyle {
        self.rgb().filled()
    }

    /// So that what lies behind shines through.
    pub(super) fn translucent(self) -> RGBAColor {
        self.rgb().mix(0.35)
    }

    /// Black or white, whichever is easier to read on it.
    pub(super) fn ink(self) -> RGBColor {
        match self {
            Self::Blue | Self::Black | Self::Vermillion => GROUND,
            _ => Self::Black.rgb(),
        }
    }
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dash {
    /// Without a gap.
    Solid,
    /// In dashes.
    Dashed,
    /// In dots.
    Dotted,
}

impl Dash {
    /// Lengths of a dash and of a gap, pixels.
    pub(super) const fn lengths(self) -> (u32, u32) {
        match self {
            Self::Solid => (26, 0),
            Self::Dashed => (9, 5),
            Self::Dotted => (2, 4),
        }
    }
}
