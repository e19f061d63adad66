//! Quantities over a number, each a path from point to point.

use super::axis::Axis;
use super::canvas::{Pixel, render};
use super::frame::{Frame, widest};
use super::legend::{Legend, Mark};
use super::palette::Colour;
use super::scale::Extent;
use super::stroke::{Dash, stroke};
use super::{Chart, PlotError, at_most};
use crate::statistics::Point;

const HEIGHT: i32 = 560;

/// A quantity, its name in the legend, and its looks.
#[derive(Debug, Clone, Copy)]
pub struct Series<'a> {
    /// The name.
    pub label: &'a str,
    /// The points, by rising x.
    pub points: &'a [Point],
    /// The colour.
    pub colour: Colour,
    /// Dashes or none.
    pub dash: Dash,
}

/// The SVG document of the series: 900 by 560 pixels. The chart's scale is that of both axes.
///
/// An error where a number cannot be drawn, or where there are more series than colours and dashes
/// to tell them apart.
pub fn series(chart: &Chart<'_>, all: &[Series<'_>]) -> Result<String, PlotError> {
    at_most(Colour::ALL.len() * Dash::ALL.len(), all.len(), "series")?;
    let points = || all.iter().flat_map(|series| series.points);
    let across = Extent::of(points().map(|p| p.x))?;
    let up = Extent::of(points().map(|p| p.y))?;
    let x = Axis::new(across, chart.x_scale, (0.02, 0.02));
    let y = Axis::new(up, chart.x_scale, (0.05, 0.05));
    let left = Frame::left_of(widest(&y));
    let marks = all
        .iter()
        .map(|it| (Mark::Stroke(it.colour, it.dash), it.label));
    let legend = Legend::new(marks, left);
    let frame = Frame::new(left, HEIGHT, &legend);
    render(HEIGHT.unsigned_abs(), |canvas| {
        frame.draw(canvas, chart, &legend, &x)?;
        frame.draw_y(canvas, &y)?;
        if across.is_none() {
            return frame.draw_no_data(canvas, (frame.top + frame.bottom) / 2);
        }
        for Series {
            points,
            colour,
            dash,
            ..
        } in all
        {
            let pixel = |p: &Point| (frame.x(&x, p.x), frame.y(&y, p.y));
            let path: Vec<Pixel> = points.iter().map(pixel).collect();
            stroke(canvas, &path, *colour, *dash)?;
            for at in path {
                canvas.dot(at, 3, colour.rgb(), 1.0)?;
            }
        }
        Ok(())
    })
}
