//! Charts as SVG documents, from numbers alone: what they mean is up to the labels. Axes, ticks,
//! dashes and legends are plotters'.
//!
//! | module | shows |
//! |---|---|
//! | [`plane`] | samples and the lines through them; how quantities grow with a number |
//! | [`rows`] | how the values of groups are spread; of what parts sums are made |
//! | `canvas` | the title, the axes, the legend |
//! | `axis` | lengths and counts by doublings, rows by name |
//! | [`style`] | colours and dashes |
//!
//! The same input gives the same bytes. Text stays text (`<text>`, sans-serif). A document stays
//! below 200 kB.

use plotters::drawing::DrawingAreaErrorKind;

mod axis;
mod canvas;
pub mod plane;
pub mod rows;
pub mod style;

#[cfg(test)]
mod tests;

pub use plane::{Curve, scatter, series};
pub use rows::{Bar, Group, distribution, layers};
pub use style::{Colour, Dash};

/// The words around a chart.
#[derive(Debug, Clone, Copy)]
pub struct Chart<'a> {
    /// What the chart shows.
    pub title: &'a str,
    /// The quantity on the horizontal axis, with its unit.
    pub x_label: &'a str,
    /// The quantity on the vertical axis, with its unit; where that axis has rows, what they are.
    pub y_label: &'a str,
}

/// Why there is no chart.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// A number is NaN, infinite, larger than anything an axis could name, or a part of a bar that
    /// is less than nothing.
    #[error("{0} cannot be drawn: more than 15 digits, no number, or a negative part of a bar")]
    OutOfRange(f64),
    /// The drawing library failed.
    #[error(transparent)]
    Drawing(#[from] DrawingAreaErrorKind<std::io::Error>),
}
