//! Charts as SVG documents, from numbers; only the labels give them meaning. plotters draws axes,
//! ticks, dashes and legends.
//!
//! The same input gives the same bytes. Text stays text (`<text>`, sans-serif).

use plotters::drawing::DrawingAreaErrorKind;

mod plane;
pub(crate) mod style;

pub(crate) use plane::{Curve, scatter, series};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Chart<'a> {
    pub(crate) title: &'a str,
    /// The quantity on the horizontal axis, with its unit.
    pub(crate) x_label: &'a str,
    /// The quantity on the vertical axis, with its unit.
    pub(crate) y_label: &'a str,
}

/// The reason why a chart cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlotError {
    /// A number is NaN, infinite, or too large for an axis.
    #[error("{0} cannot be drawn: more than 15 digits, or no number")]
    OutOfRange(f64),
    /// The drawing library failed.
    #[error(transparent)]
    Drawing(#[from] DrawingAreaErrorKind<std::io::Error>),
}
