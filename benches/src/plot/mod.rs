//! Charts as SVG documents, from numbers alone: what they mean is up to the labels.
//!
//! | module           | shows                                                   |
//! |------------------|---------------------------------------------------------|
//! | [`mod@scatter`]      | samples over a length, and the lines through them       |
//! | [`mod@residuals`]    | how far samples lie off a line, over a length           |
//! | [`mod@distribution`] | quartiles, percentiles and the maximum of several groups|
//! | [`mod@layers`]       | of what parts several sums are made                     |
//! | [`mod@series`]       | how several quantities grow with a number               |
//!
//! The same input gives the same bytes: coordinates are whole pixels, and no transcendental
//! function is used. Text stays text (`<text>`, sans-serif), so its width is an estimate: labels
//! that would run into something are cut short with an ellipsis. A document stays below 200 kB;
//! see [`mod@scatter`] for how. Ranges of no extent are widened, and what has no data says so.

use plotters::drawing::DrawingAreaErrorKind;

mod axis;
mod canvas;
pub mod distribution;
mod frame;
pub mod layers;
mod legend;
mod palette;
pub mod residuals;
mod scale;
pub mod scatter;
pub mod series;
mod stroke;
mod tick;

#[cfg(test)]
mod tests;

pub use distribution::{Group, distribution};
pub use layers::{Bar, layers};
pub use palette::Colour;
pub use residuals::residuals;
pub use scale::Scale;
pub use scatter::{Curve, scatter};
pub use series::{Series, series};
pub use stroke::Dash;

/// The words around a chart, and the scale of its horizontal axis.
#[derive(Debug, Clone, Copy)]
pub struct Chart<'a> {
    /// What the chart shows.
    pub title: &'a str,
    /// The quantity on the horizontal axis, with its unit.
    pub x_label: &'a str,
    /// The quantity on the vertical axis, with its unit; where that axis has rows, what they are.
    pub y_label: &'a str,
    /// The scale of the horizontal axis. [`layers()`] is always linear: a bar's parts add up.
    /// [`series()`] has it on both axes.
    pub x_scale: Scale,
}

/// Why there is no chart.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// A number is NaN, infinite, or larger than anything an axis could name.
    #[error("{0} cannot be drawn: it is not a finite number of at most 15 digits")]
    OutOfRange(f64),
    /// A part of a bar is less than nothing.
    #[error("{0} cannot be a part of a bar: it is negative")]
    Negative(f64),
    /// More of something than a chart can tell apart.
    #[error("{count} {what} do not fit into a chart, {limit} do")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there may be.
        limit: usize,
    },
    /// The drawing library failed.
    #[error(transparent)]
    Drawing(#[from] DrawingAreaErrorKind<std::io::Error>),
}

fn at_most(limit: usize, count: usize, what: &'static str) -> Result<(), PlotError> {
    if count > limit {
        Err(PlotError::TooMany { what, count, limit })
    } else {
        Ok(())
    }
}
