//! Colours and dashes.
//!
//! Colour-blind people can distinguish these colours: M. Okabe and K. Ito, "Color Universal
//! Design", 2008. Their yellow is left out, because thin yellow lines vanish on a light background.

use plotters::style::RGBColor;

pub(super) const GROUND: RGBColor = RGBColor(255, 255, 255);
pub(super) const GRID: RGBColor = RGBColor(226, 226, 226);
pub(super) const AXIS: RGBColor = RGBColor(110, 110, 110);
pub(super) const TEXT: RGBColor = RGBColor(40, 40, 40);

/// Font and size in pixels.
pub(super) const TITLE_FONT: (&str, u32) = ("sans-serif", 22);
pub(super) const FONT: (&str, u32) = ("sans-serif", 16);

/// Colours of curves.
pub(crate) const BLUE: RGBColor = RGBColor(0, 114, 178);
pub(crate) const ORANGE: RGBColor = RGBColor(230, 159, 0);
pub(crate) const BLUISH_GREEN: RGBColor = RGBColor(0, 158, 115);
pub(crate) const VERMILLION: RGBColor = RGBColor(213, 94, 0);
pub(crate) const REDDISH_PURPLE: RGBColor = RGBColor(204, 121, 167);
pub(crate) const BLACK: RGBColor = RGBColor(0, 0, 0);

/// Lengths of a dash and of a gap, in pixels.
pub(crate) type Dash = (u32, u32);

pub(crate) const SOLID: Dash = (10_000, 0); // longer than any line here
pub(crate) const DASHED: Dash = (9, 5);
pub(crate) const DOTTED: Dash = (2, 4);
