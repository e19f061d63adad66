//! How the values of several groups are spread: a row each, with a box from the first to the
//! third quartile, a bar at the median, whiskers from the 1st to the 99th percentile, and a dot
//! at the maximum (after J. W. Tukey, "Exploratory Data Analysis", 1977, whose whiskers end
//! elsewhere).

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, Font, fitted, render, width};
use super::frame::Frame;
use super::legend::{Legend, Mark};
use super::palette::TEXT;
use super::scale::Extent;
use super::stroke::Dash;
use super::{Chart, Colour, PlotError, at_most};
use crate::statistics::quantile::quantile;

const ROW: i32 = 46;
const ROWS: usize = 100;
/// The widest name of a row, in pixels.
pub(super) const WIDEST: i32 = 230;

const BOX: Colour = Colour::SkyBlue;
const MEDIAN: Colour = Colour::Black;
const MAXIMUM: Colour = Colour::Vermillion;

/// Values, and what they are of.
#[derive(Debug, Clone, Copy)]
pub struct Group<'a> {
    /// The name of the row.
    pub label: &'a str,
    /// The values, in any order.
    pub values: &'a [f64],
}

/// The SVG document of the groups from top to bottom, 900 pixels wide, values to the right. A
/// group without values says so.
///
/// An error where a value cannot be drawn, or where there are more than 100 groups.
pub fn distribution(chart: &Chart<'_>, groups: &[Group<'_>]) -> Result<String, PlotError> {
    at_most(ROWS, groups.len(), "rows")?;
    let extent = Extent::of(groups.iter().flat_map(|g| g.values.iter().copied()))?;
    let x = Axis::new(extent, chart.x_scale, (0.03, 0.03));
    let left = Frame::left_of(names(groups.iter().map(|g| g.label)));
    let entries = [
        (Mark::Swatch(BOX), "quartiles"),
        (Mark::Stroke(MEDIAN, Dash::Solid), "median"),
        (
            Mark::Stroke(Colour::Blue, Dash::Solid),
            "1st to 99th percentile",
        ),
        (Mark::Dot(MAXIMUM), "maximum"),
    ];
    let legend = Legend::new(entries, left);
    let rows = i32::try_from(groups.len()).unwrap_or(1).max(1);
    let height = Frame::surroundings(&legend) + rows * ROW;
    let frame = Frame::new(left, height, &legend);
    render(height.unsigned_abs(), |canvas| {
        frame.draw(canvas, chart, &legend, &x)?;
        if groups.is_empty() {
            frame.draw_no_data(canvas, (frame.top + frame.bottom) / 2)?;
        }
        for (group, row) in groups.iter().zip(0..) {
            let y = frame.top + row * ROW + ROW / 2;
            name(canvas, &frame, group.label, y)?;
            match summary(group.values) {
                Some(summary) => draw(canvas, y, summary.map(|value| frame.x(&x, value)))?,
                None => frame.draw_no_data(canvas, y)?,
            }
        }
        Ok(())
    })
}

/// The 1st percentile, the quartiles, the 99th percentile, and the maximum.
fn summary(values: &[f64]) -> Option<[f64; 6]> {
    let at = |p| quantile(values, p);
    Some([
        at(0.01)?,
        at(0.25)?,
        at(0.5)?,
        at(0.75)?,
        at(0.99)?,
        at(1.0)?,
    ])
}

fn draw(canvas: &Canvas<'_>, y: i32, pixels: [i32; 6]) -> Result<(), PlotError> {
    let [low, first, median, third, high, maximum] = pixels;
    canvas.path(vec![(low, y), (high, y)], 2, Colour::Blue.rgb())?;
    for end in [low, high] {
        canvas.path(vec![(end, y - 6), (end, y + 6)], 2, Colour::Blue.rgb())?;
    }
    // A box of no width would not be drawn at all.
    canvas.rectangle(
        [(first, y - 12), (third.max(first + 1), y + 12)],
        BOX.rgb(),
        1.0,
    )?;
    canvas.path(vec![(median, y - 12), (median, y + 12)], 2, MEDIAN.rgb())?;
    canvas.dot((maximum, y), 4, MAXIMUM.rgb(), 0.9)
}

/// The room that the names of rows take, in pixels.
pub(super) fn names<'a>(labels: impl Iterator<Item = &'a str>) -> i32 {
    labels.map(width).max().unwrap_or(0).min(WIDEST)
}

/// The name of a row, left of the frame.
pub(super) fn name(
    canvas: &Canvas<'_>,
    frame: &Frame,
    label: &str,
    y: i32,
) -> Result<(), PlotError> {
    canvas.text(
        &fitted(label, WIDEST),
        (frame.left - 8, y),
        Anchor::Right,
        Font::Text,
        TEXT,
    )
}
