//! Charts as SVG documents, from numbers alone: what they mean is up to the labels. Axes, ticks
//! and dashes are plotters'.
//!
//! | module | shows |
//! |---|---|
//! | [`plane`] | samples and the lines through them; how quantities grow with a number |
//! | [`rows`] | how the values of groups are spread; of what parts sums are made |
//! | `legend` | what is what |
//! | [`scale`] | lengths and counts by doublings |
//! | [`style`] | colours and dashes |
//!
//! The same input gives the same bytes. Text stays text (`<text>`, sans-serif). A document stays
//! below 200 kB.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea as _};
use plotters::element::Text;
use plotters::prelude::SVGBackend;
use plotters::style::IntoFont as _;

mod legend;
pub mod plane;
pub mod rows;
pub mod scale;
pub mod style;

#[cfg(test)]
mod tests;

pub use plane::{Curve, Series, residuals, scatter, series};
pub use rows::{Bar, Group, distribution, layers};
pub use scale::Scale;
pub use style::{Colour, Dash};

/// The width of every chart, pixels.
const WIDTH: u32 = 1_000;

/// The words around a chart, and the scale of its horizontal axis.
#[derive(Debug, Clone, Copy)]
pub struct Chart<'a> {
    /// What the chart shows.
    pub title: &'a str,
    /// The quantity on the horizontal axis, with its unit.
    pub x_label: &'a str,
    /// The quantity on the vertical axis, with its unit; where that axis has rows, what they are.
    pub y_label: &'a str,
    /// The scale of the horizontal axis; [`series`] has it on both axes, rows are always linear.
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
    /// The drawing library failed.
    #[error(transparent)]
    Drawing(#[from] DrawingAreaErrorKind<std::io::Error>),
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The SVG document of what `draw` draws, on a white ground; it says so where there is no data.
fn document(
    height: u32,
    is_empty: bool,
    draw: impl FnOnce(&Area<'_>) -> Result<(), PlotError>,
) -> Result<String, PlotError> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        area.fill(&style::GROUND)?;
        draw(&area)?;
        if is_empty {
            let middle = (WIDTH / 2, height / 2);
            let at = (middle.0.cast_signed(), middle.1.cast_signed());
            area.draw(&Text::new("no data", at, style::FONT.into_font()))?;
        }
        area.present()?;
    }
    Ok(svg)
}
