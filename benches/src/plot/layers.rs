//! Of what parts several sums are made: a bar each, its parts end to end, the sum beside it.

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, Font, render, width};
use super::distribution::{name, names};
use super::frame::Frame;
use super::legend::{Legend, Mark};
use super::palette::TEXT;
use super::scale::{Extent, Scale};
use super::tick::grouped;
use super::{Chart, Colour, PlotError, at_most};

const ROW: i32 = 46;
const ROWS: usize = 100;

/// A sum and its parts.
#[derive(Debug, Clone, Copy)]
pub struct Bar<'a> {
    /// The name of the row.
    pub label: &'a str,
    /// The name and value of each part, from left to right. Parts of one name have one colour in
    /// all bars.
    pub layers: &'a [(&'a str, f64)],
}

/// The SVG document of the bars from top to bottom, 900 pixels wide, values to the right. A value
/// is written into its part where there is room.
///
/// An error where a value is negative or cannot be drawn, or where there are more than 100 bars or
/// 7 names of parts.
pub fn layers(chart: &Chart<'_>, bars: &[Bar<'_>]) -> Result<String, PlotError> {
    at_most(ROWS, bars.len(), "rows")?;
    let parts = part_names(bars);
    at_most(Colour::ALL.len(), parts.len(), "layers")?;
    let values = || {
        bars.iter()
            .flat_map(|b| b.layers.iter().map(|(_, value)| *value))
    };
    if let Some(value) = values().find(|value| *value < 0.0) {
        return Err(PlotError::Negative(value));
    }
    Extent::of(values())?;
    let sums: Vec<f64> = bars
        .iter()
        .map(|b| b.layers.iter().map(|(_, v)| v).sum())
        .collect();
    let extent = Extent::of(sums.iter().copied().chain([0.0]))?.filter(|e| e.high > 0.0);
    // Decimals only where the bars would all look alike without.
    let decimals = if extent.is_some_and(|e| e.high < 100.0) {
        2
    } else {
        0
    };
    let widest = sums
        .iter()
        .map(|sum| width(&grouped(*sum, decimals)))
        .max()
        .unwrap_or(0);
    let left = Frame::left_of(names(bars.iter().map(|b| b.label)));
    let legend = Legend::new(
        parts.iter().map(|(part, c)| (Mark::Swatch(*c), *part)),
        left,
    );
    let rows = i32::try_from(bars.len()).unwrap_or(1).max(1);
    let height = Frame::surroundings(&legend) + rows * ROW;
    let frame = Frame::new(left, height, &legend);
    // Room for the sum beside the longest bar.
    let room = f64::from(widest + 16) / f64::from(frame.right - frame.left);
    let x = Axis::new(extent, Scale::Linear, (0.0, room / (1.0 - room)));
    render(height.unsigned_abs(), |canvas| {
        frame.draw(canvas, chart, &legend, &x)?;
        if bars.is_empty() {
            frame.draw_no_data(canvas, (frame.top + frame.bottom) / 2)?;
        }
        for ((bar, sum), row) in bars.iter().zip(&sums).zip(0..) {
            let y = frame.top + row * ROW + ROW / 2;
            name(canvas, &frame, bar.label, y)?;
            draw(canvas, y, bar, &parts, decimals, |value| frame.x(&x, value))?;
            let beside = (frame.x(&x, *sum) + 8, y);
            canvas.text(
                &grouped(*sum, decimals),
                beside,
                Anchor::Left,
                Font::Text,
                TEXT,
            )?;
        }
        Ok(())
    })
}

/// Every name of a part, in order of appearance, and its colour.
fn part_names<'a>(bars: &[Bar<'a>]) -> Vec<(&'a str, Colour)> {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in bars.iter().flat_map(|b| b.layers) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    names
        .into_iter()
        .zip(Colour::ALL.into_iter().cycle())
        .collect()
}

fn draw(
    canvas: &Canvas<'_>,
    y: i32,
    bar: &Bar<'_>,
    parts: &[(&str, Colour)],
    decimals: usize,
    pixel: impl Fn(f64) -> i32,
) -> Result<(), PlotError> {
    let mut start = 0.0;
    for (part, value) in bar.layers {
        let (from, to) = (pixel(start), pixel(start + value));
        start += value;
        let colour = parts
            .iter()
            .find(|(name, _)| name == part)
            .map_or(Colour::Black, |p| p.1);
        if from < to {
            canvas.rectangle([(from, y - 13), (to, y + 13)], colour.rgb(), 1.0)?;
        }
        let text = grouped(*value, decimals);
        if width(&text) + 8 <= to - from {
            canvas.text(
                &text,
                ((from + to) / 2, y),
                Anchor::Middle,
                Font::Text,
                colour.ink(),
            )?;
        }
    }
    Ok(())
}
