//! Charts as SVG documents, from numbers; only the labels give them meaning. plotters draws axes,
//! ticks, dashes and legends.
//!
//! The same input gives the same bytes. Text stays text (`<text>`, sans-serif).
//!
//! Charts show values over a length or a number: dots, and lines between points. Each has a white
//! background, a title, axes with a grid, and a legend in a column to the right of the data. Dots are
//! translucent, so that overlapping ones look darker.
//!
//! Colour-blind people can distinguish these colours: M. Okabe and K. Ito, "Color Universal
//! Design", 2008. Their yellow is left out, because thin yellow lines vanish on a light background.

use crate::statistics::Point;
use anyhow::ensure;
use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::coord::combinators::IntoLogRange as _;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::drawing::IntoDrawingArea as _;
use plotters::element::{Circle, DashedPathElement, Text};
use plotters::prelude::SVGBackend;
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::{Color as _, IntoFont as _, RGBColor, TRANSPARENT};
use std::ops::Range;

const GROUND: RGBColor = RGBColor(255, 255, 255);
const GRID: RGBColor = RGBColor(226, 226, 226);
const AXIS: RGBColor = RGBColor(110, 110, 110);
const TEXT: RGBColor = RGBColor(40, 40, 40);

/// Font and size in pixels.
const TITLE_FONT: (&str, u32) = ("sans-serif", 22);
const FONT: (&str, u32) = ("sans-serif", 16);

/// Colours of curves.
pub(crate) const BLUE: RGBColor = RGBColor(0, 114, 178);
pub(crate) const ORANGE: RGBColor = RGBColor(230, 159, 0);
pub(crate) const BLUISH_GREEN: RGBColor = RGBColor(0, 158, 115);
pub(crate) const VERMILLION: RGBColor = RGBColor(213, 94, 0);
pub(crate) const REDDISH_PURPLE: RGBColor = RGBColor(204, 121, 167);
pub(crate) const BLACK: RGBColor = RGBColor(0, 0, 0);

/// Lengths of a dash and of a gap, in pixels.
pub(crate) type Dash = (u32, u32);

pub(crate) const SOLID: Dash = (10_000, 0); // longer than any line here
pub(crate) const DASHED: Dash = (9, 5);
pub(crate) const DOTTED: Dash = (2, 4);

#[derive(Debug, Clone, Copy)]
pub(crate) struct Chart<'a> {
    pub(crate) title: &'a str,
    /// The quantity on the horizontal axis, with its unit.
    pub(crate) x_label: &'a str,
    /// The quantity on the vertical axis, with its unit.
    pub(crate) y_label: &'a str,
}

/// Size of every chart, and width of its legend's column, in pixels.
const SIZE: (u32, u32) = (1_000, 540);
const COLUMN: u32 = 262;

/// Beyond 15 digits neighbouring whole numbers of `f64` merge.
const LARGEST: f64 = 1e15;

/// The most ticks of an axis: with more, plotters would divide a single doubling.
const TICKS: usize = 9;

/// A line, its label in the legend, and its style.
pub(crate) struct Curve {
    pub(crate) label: String,
    pub(crate) line: Vec<Point>,
    /// Dots are [`BLUE`].
    pub(crate) colour: RGBColor,
    pub(crate) dash: Dash,
}

/// The SVG document of dots with lines over them, on linear axes.
pub(crate) fn scatter(
    chart: &Chart<'_>,
    dots: &[Point],
    curves: &[Curve],
) -> anyhow::Result<String> {
    draw(chart, dots, curves, [|it| it; 2], |range| range)
}

/// The SVG document of the curves. Both axes are logarithmic, so every number must be above 0.
pub(crate) fn series(chart: &Chart<'_>, curves: &[Curve]) -> anyhow::Result<String> {
    let doublings = |range: Range<f64>| range.log_scale().base(2.0);
    draw(chart, &[], curves, [f64::log2, f64::exp2], doublings)
}

fn draw<A: AsRangedCoord<Value = f64>>(
    chart: &Chart<'_>,
    dots: &[Point],
    curves: &[Curve],
    scale: [fn(f64) -> f64; 2],
    axis: impl Fn(Range<f64>) -> A,
) -> anyhow::Result<String>
where
    A::CoordDescType: ValueFormatter<f64>,
{
    let all = || dots.iter().chain(curves.iter().flat_map(|it| &it.line));
    let x = axis(range(all().map(|p| p.x), scale, 0.02)?);
    let y = axis(range(all().map(|p| p.y), scale, 0.05)?);
    let at = |p: &Point| (p.x, p.y);
    // Ticks are multiples of 1, 2 or 5 times a power of ten, or powers of two, except for rounding.
    let name = |value: &f64| ((value * 1e6).round() / 1e6 + 0.0).to_string();
    let font = || FONT.into_font().color(&TEXT);
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&GROUND)?;
        let column = if curves.is_empty() { 0 } else { COLUMN };
        let (left, right) = area.split_horizontally(SIZE.0 - column);
        let mut context = ChartBuilder::on(&left)
            .caption(chart.title, TITLE_FONT.into_font().color(&TEXT))
            .margin(12)
            .x_label_area_size(46)
            .y_label_area_size(76)
            .build_cartesian_2d(x, y)?;
        context
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(AXIS)
            .label_style(font())
            .x_labels(TICKS)
            .y_labels(TICKS)
            .x_label_formatter(&name)
            .y_label_formatter(&name)
            .x_desc(chart.x_label)
            .y_desc(chart.y_label)
            .draw()?;
        let style = BLUE.mix(0.5).filled();
        context.draw_series(dots.iter().map(|p| Circle::new(at(p), 3, style)))?;
        // A legend must belong to a chart: here to one without data.
        let mut entries = ChartBuilder::on(&right).build_cartesian_2d(0.0..1.0, 0.0..1.0)?;
        for curve in curves {
            let (style, (on, off)) = (curve.colour.stroke_width(2), curve.dash);
            let path = curve.line.iter().map(at);
            context.draw_series(DashedLineSeries::new(path, on, off, style))?;
            let stroke =
                move |(x, y)| DashedPathElement::new([(x, y), (x + 26, y)], on, off, style);
            let entry = entries.draw_series(LineSeries::new([], style))?;
            entry.label(&curve.label).legend(stroke);
        }
        if all().next().is_none() {
            left.draw(&Text::new("no data", (300, 270), font()))?;
        }
        entries
            .configure_series_labels()
            .position(SeriesLabelPosition::Coordinate(0, 40))
            .legend_area_size(34)
            .label_font(font())
            .draw()?;
        area.present()?;
    }
    Ok(svg)
}

/// The range of these values with a relative margin on both sides; it is never empty. `place` maps
/// a value to its place on an axis, and `value` is the inverse.
fn range(
    values: impl Iterator<Item = f64>,
    [place, value]: [fn(f64) -> f64; 2],
    margin: f64,
) -> anyhow::Result<Range<f64>> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for it in values {
        let place = place(it);
        ensure!(
            place.is_finite() && it.abs() <= LARGEST,
            "{it} cannot be drawn: more than 15 digits, or no number"
        );
        (low, high) = (low.min(place), high.max(place));
    }
    if low > high {
        (low, high) = (0.0, 1.0); // no values
    }
    // Wide enough that the labels of ticks differ.
    let least = (low.abs().max(high.abs()) * 1e-6).max(1e-4);
    let margin = match high - low > least {
        true => (high - low) * margin,
        false => low.abs().max(1.0) * 0.05,
    };
    Ok(value(low - margin)..value(high + margin))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both kinds of chart of these points and a line through them.
    fn charts(points: &[(f64, f64)]) -> [anyhow::Result<String>; 2] {
        let chart = Chart {
            title: "",
            x_label: "",
            y_label: "",
        };
        let line: Vec<_> = points.iter().map(|&(x, y)| Point { x, y }).collect();
        let curves = [Curve {
            label: String::new(),
            line: line.clone(),
            colour: BLACK,
            dash: SOLID,
        }];
        [scatter(&chart, &line, &curves), series(&chart, &curves)]
    }

    #[test]
    fn data_without_extent_are_drawn_and_none_are_said_to_be_none() {
        for last in [(1.0, 7.0), (7.0, 7.0 + 1e-12)] {
            assert!(charts(&[(1.0, 7.0), last]).iter().all(Result::is_ok));
        }
        for svg in charts(&[]) {
            assert!(svg.expect("drawn").contains("no data"));
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        for bad in [f64::NAN, f64::INFINITY, f64::MAX, 0.0] {
            for point in [(1.0, bad), (bad, 1.0)] {
                let [linear, logarithmic] = charts(&[point])
                    .map(|it| it.is_err_and(|error| error.to_string().contains("cannot be drawn")));
                assert!(logarithmic && (linear || bad == 0.0), "{point:?}");
            }
        }
    }
}
