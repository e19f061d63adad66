//! A row for each group of values: how they are spread, or of what parts a sum is made.

use plotters::element::{Circle, PathElement, Rectangle};
use plotters::style::text_anchor::HPos;
use plotters::style::{Color as _, ShapeStyle};

use super::axis::{Axis, Scale};
use super::canvas::{Canvas, document, text};
use super::style::{PARTS, TEXT};
use super::{Chart, Colour, Dash, PlotError};
use crate::statistics::quantile::quantile;

/// Pixels of a row, and of everything that is no row.
const ROW: u32 = 46;
const AROUND: u32 = 150;

/// Half the height of a bar, in rows.
const BAR: f64 = 0.3;

/// Pixels of a colour's height in the legend.
const SWATCH: u32 = 12;

/// Values, and what they are of.
#[derive(Debug, Clone, Copy)]
pub struct Group<'a> {
    /// The name of the row.
    pub label: &'a str,
    /// The values, in any order.
    pub values: &'a [f64],
}

/// A sum and its parts.
#[derive(Debug, Clone, Copy)]
pub struct Bar<'a> {
    /// The name of the row.
    pub label: &'a str,
    /// The name and value of each part, from left to right; the names are the same in all bars.
    pub layers: &'a [(&'a str, f64)],
}

/// The SVG document of the groups from top to bottom: a box from the first to the third quartile, a
/// bar at the median, whiskers from the 1st to the 99th percentile, and a dot at the maximum (after
/// J. W. Tukey, "Exploratory Data Analysis", 1977, whose whiskers end elsewhere).
///
/// # Errors
///
/// A value cannot be drawn.
pub fn distribution(chart: &Chart<'_>, groups: &[Group<'_>]) -> Result<String, PlotError> {
    let values = groups.iter().flat_map(|group| group.values);
    let x = Axis::new(Scale::LINEAR, values.copied(), 0.03)?;
    let [spread, bar] = [Colour::Blue, Colour::Black].map(|colour| colour.line(2));
    let [quartiles, maximum] = [Colour::SkyBlue, Colour::Vermillion].map(|it| it.line(SWATCH));
    let legend = [
        ("1st to 99th percentile", spread),
        ("quartiles", quartiles),
        ("median", bar),
        ("maximum", maximum),
    ];
    let named = groups.iter().map(|it| (it.label, it));
    rows(chart, x, named, &legend, |context, group, row| {
        let of = [0.01, 0.25, 0.5, 0.75, 0.99, 1.0].map(|p| quantile(group.values, p));
        let of: Vec<f64> = of.into_iter().flatten().collect();
        let [low, first, middle, third, high, most] = of[..] else {
            return Ok(()); // a group without values
        };
        let whiskers = [(low, row), (high, row)];
        let median = [(middle, row - BAR), (middle, row + BAR)];
        context.draw_series([PathElement::new(whiskers, spread)])?;
        context.draw_series([part(row, first, third, Colour::SkyBlue)])?;
        context.draw_series([PathElement::new(median, bar)])?;
        context.draw_series([Circle::new((most, row), 4, maximum.filled())])?;
        Ok(())
    })
}

/// The SVG document of the bars from top to bottom, their parts end to end, the sum beside them. A
/// value is written into its part where that is wide enough.
///
/// # Errors
///
/// A value is negative or cannot be drawn.
pub fn layers(chart: &Chart<'_>, bars: &[Bar<'_>]) -> Result<String, PlotError> {
    let values = || bars.iter().flat_map(|bar| bar.layers);
    if let Some((_, value)) = values().find(|(_, value)| *value < 0.0) {
        return Err(PlotError::OutOfRange(*value));
    }
    let sum = |bar: &Bar<'_>| -> f64 { bar.layers.iter().map(|(_, value)| value).sum() };
    let mut x = Axis::new(Scale::LINEAR, bars.iter().map(sum).chain([0.0]), 0.12)?;
    x.range.start = 0.0;
    let longest = x.range.end;
    let colours = || PARTS.into_iter().cycle();
    let parts = bars.first().map_or(&[][..], |bar| bar.layers).iter();
    let entry = |((name, _), colour): (&(_, _), Colour)| (*name, colour.line(SWATCH));
    let legend: Vec<_> = parts.zip(colours()).map(entry).collect();
    let named = bars.iter().map(|it| (it.label, it));
    rows(chart, x, named, &legend, |context, bar, row| {
        let (mut start, mut texts) = (0.0, Vec::new());
        for ((_, value), colour) in bar.layers.iter().zip(colours()) {
            let middle = (start + value / 2.0, row);
            context.draw_series([part(row, start, start + value, colour)])?;
            if *value > 0.08 * longest {
                texts.push(text(middle, written(*value), HPos::Center, colour.ink()));
            }
            start += value;
        }
        let beside = (start + 0.01 * longest, row);
        texts.push(text(beside, written(start), HPos::Left, TEXT));
        context.draw_series(texts)?;
        Ok(())
    })
}

/// The document of the rows of these names, each drawn at its middle.
fn rows<'a, T>(
    chart: &Chart<'_>,
    x: Axis,
    all: impl Iterator<Item = (&'a str, T)>,
    legend: &[(&str, ShapeStyle)],
    draw: impl Fn(&mut Canvas<'_, '_>, T, f64) -> Result<(), PlotError>,
) -> Result<String, PlotError> {
    let (names, all): (Vec<_>, Vec<_>) = all.unzip();
    let y = Axis::rows(&names);
    let middles: Vec<_> = y.ticks().collect();
    let count = u32::try_from(names.len()).unwrap_or(u32::MAX);
    let height = AROUND.saturating_add(count.saturating_mul(ROW));
    let solid = |(name, style): &(_, _)| (*name, *style, Dash::Solid);
    let legend: Vec<_> = legend.iter().map(solid).collect();
    let is_empty = names.is_empty();
    document(chart, height, [x, y], &legend, is_empty, |context| {
        let mut rows = all.into_iter().zip(middles);
        rows.try_for_each(|(it, middle)| draw(context, it, middle))
    })
}

/// The part of a row from one value to another.
fn part(row: f64, low: f64, high: f64, colour: Colour) -> Rectangle<(f64, f64)> {
    Rectangle::new([(low, row - BAR), (high, row + BAR)], colour.rgb().filled())
}

fn written(value: f64) -> String {
    let digits = usize::from(value < 100.0);
    format!("{value:.digits$}")
}
