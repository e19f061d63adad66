//! How far samples lie above or below a line, over the length: where a fit fails, it shows here
//! as a pattern.

use super::scatter::{Curve, plane};
use super::stroke::Dash;
use super::{Chart, Colour, PlotError};
use crate::statistics::{Line, Point};

/// The SVG document of the distances of the samples from the line, in the unit of `y`, and of the
/// line itself as a level at 0: 900 by 520 pixels.
///
/// An error where a sample or its residual cannot be drawn.
pub fn residuals(chart: &Chart<'_>, points: &[Point], line: Line) -> Result<String, PlotError> {
    let off = |p: &Point| Point {
        x: p.x,
        y: p.y - line.at(p.x),
    };
    let zero = Curve {
        label: "on the line",
        line: Line {
            intercept: 0.0,
            slope: 0.0,
        },
        colour: Colour::Black,
        dash: Dash::Solid,
    };
    plane(
        chart,
        "residuals",
        &points.iter().map(off).collect::<Vec<_>>(),
        &[zero],
    )
}
