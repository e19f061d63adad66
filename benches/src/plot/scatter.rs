//! Samples as dots, and the lines through them.
//!
//! Dots are translucent, so that many in one place look darker, up to three per pixel. Where more
//! than 1,500 would be left, one stands for all within 2 pixels, or 4, and so on: the document
//! stays small, and shows where samples are but not how many.

use std::collections::{BTreeMap, BTreeSet};

use super::axis::Axis;
use super::canvas::{Pixel, render};
use super::frame::{Frame, widest};
use super::legend::{Legend, Mark};
use super::palette::Colour;
use super::scale::{Extent, Scale};
use super::stroke::{Dash, stroke};
use super::{Chart, PlotError, at_most};
use crate::statistics::{Line, Point};

const HEIGHT: i32 = 520;
const DOTS: usize = 1_500;
const DOTS_PER_PIXEL: usize = 3;
pub(super) const DOT_COLOUR: Colour = Colour::Blue;

/// A line, its name in the legend, and its looks.
#[derive(Debug, Clone, Copy)]
pub struct Curve<'a> {
    /// The name.
    pub label: &'a str,
    /// The line; it is drawn over the range of the samples.
    pub line: Line,
    /// The colour; [`Colour::Blue`] is that of the samples.
    pub colour: Colour,
    /// Dashes or none.
    pub dash: Dash,
}

/// The SVG document of the samples and lines: 900 by 520 pixels.
///
/// An error where a number cannot be drawn, be it a sample or a line at the first or the last of
/// them, or where there are more than 7 lines.
pub fn scatter(
    chart: &Chart<'_>,
    points: &[Point],
    curves: &[Curve<'_>],
) -> Result<String, PlotError> {
    plane(chart, "samples", points, curves)
}

/// Dots of that name, and lines over their range.
pub(super) fn plane(
    chart: &Chart<'_>,
    name: &str,
    points: &[Point],
    curves: &[Curve<'_>],
) -> Result<String, PlotError> {
    at_most(Colour::ALL.len(), curves.len(), "lines")?;
    let across = Extent::of(points.iter().map(|p| p.x))?;
    let ends = across.map_or(Vec::new(), |e| vec![e.low, e.high]);
    let of_curves = curves
        .iter()
        .flat_map(|c| ends.iter().map(|x| c.line.at(*x)));
    let up = Extent::of(points.iter().map(|p| p.y).chain(of_curves))?;
    let x = Axis::new(across, chart.x_scale, (0.02, 0.02));
    let y = Axis::new(up, Scale::Linear, (0.05, 0.05));
    let left = Frame::left_of(widest(&y));
    let lines = curves
        .iter()
        .map(|c| (Mark::Stroke(c.colour, c.dash), c.label));
    let legend = Legend::new(
        std::iter::once((Mark::Dot(DOT_COLOUR), name)).chain(lines),
        left,
    );
    let frame = Frame::new(left, HEIGHT, &legend);
    render(HEIGHT.unsigned_abs(), |canvas| {
        frame.draw(canvas, chart, &legend, &x)?;
        frame.draw_y(canvas, &y)?;
        let pixels = points.iter().map(|p| (frame.x(&x, p.x), frame.y(&y, p.y)));
        for (at, times) in thinned(pixels) {
            for _ in 0..times {
                canvas.dot(at, 3, DOT_COLOUR.rgb(), 0.35)?;
            }
        }
        let Some(Extent { low, high }) = across else {
            return frame.draw_no_data(canvas, (frame.top + frame.bottom) / 2);
        };
        for curve in curves {
            let bends = chart.x_scale.bends(low, high);
            let corners = std::iter::once(low).chain(bends).chain([high]);
            let pixel = |at: f64| (frame.x(&x, at), frame.y(&y, curve.line.at(at)));
            let path: Vec<Pixel> = corners.map(pixel).collect();
            stroke(canvas, &path, curve.colour, curve.dash)?;
        }
        Ok(())
    })
}

/// The pixels to draw, and how often each.
fn thinned(pixels: impl Iterator<Item = Pixel>) -> BTreeMap<Pixel, usize> {
    let mut dots: BTreeMap<Pixel, usize> = BTreeMap::new();
    for pixel in pixels {
        let times = dots.entry(pixel).or_default();
        *times = (*times + 1).min(DOTS_PER_PIXEL);
    }
    let mut side = 1;
    while dots.values().sum::<usize>() > DOTS {
        side *= 2;
        let mut taken = BTreeSet::new();
        dots.retain(|(x, y), times| {
            *times = 1;
            taken.insert((x / side, y / side))
        });
    }
    dots
}
