//! Values over a length or a number: samples as dots with the lines through them, and quantities
//! from point to point.
//!
//! Dots are translucent, so that many in one place look darker, up to three per pixel. Where more
//! than 1,500 would be left, one stands for all within 2 pixels, or 4, and so on: the document
//! stays small, and shows where samples are but not how many.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::element::Circle;
use plotters::prelude::SVGBackend;
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::{Color as _, IntoFont as _, TRANSPARENT};

use super::legend::{self, Entries, Mark};
use super::style::{AXIS, FONT, GRID, TEXT, TITLE_FONT};
use super::{Area, Chart, Colour, Dash, PlotError, Scale, document};
use crate::statistics::{Line, Point};

const HEIGHT: u32 = 540;
const DOTS: usize = 1_500;
const DOTS_PER_PIXEL: usize = 3;
const DOT_COLOUR: Colour = Colour::Blue;

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

/// The SVG document of the samples and the lines over them.
///
/// # Errors
///
/// A number cannot be drawn, be it a sample or a line at the first or the last of them.
pub fn scatter(
    chart: &Chart<'_>,
    points: &[Point],
    curves: &[Curve<'_>],
) -> Result<String, PlotError> {
    let xs = || points.iter().map(|p| p.x);
    let (low, high) = (
        xs().fold(f64::INFINITY, f64::min),
        xs().fold(f64::NEG_INFINITY, f64::max),
    );
    let ends: &[f64] = if points.is_empty() { &[] } else { &[low, high] };
    let of_curves = curves
        .iter()
        .flat_map(|c| ends.iter().map(|x| c.line.at(*x)));
    let x = chart.x_scale.axis(xs(), 0.02)?;
    let y = Scale::Linear.axis(points.iter().map(|p| p.y).chain(of_curves), 0.05)?;
    let legend = curves
        .iter()
        .map(|it| (it.label, it.colour, Mark::Stroke(it.dash)));
    document(HEIGHT, points.is_empty(), |area| {
        let scales = [chart.x_scale, Scale::Linear];
        let mut plane = Plane::new(area, chart, [x, y], scales, legend.collect())?;
        plane.dots(area, points)?;
        for curve in curves {
            let corners = match ends {
                [low, high] => chart.x_scale.corners(*low, *high),
                _ => Vec::new(),
            };
            let path = corners.into_iter().map(|x| Point {
                x,
                y: curve.line.at(x),
            });
            plane.path(path, curve.colour, curve.dash)?;
        }
        Ok(())
    })
}

/// The SVG document of the distances of the samples from the line, in the unit of `y`, and of the
/// line itself as a level at 0. Where a fit fails, it shows here as a pattern.
///
/// # Errors
///
/// A sample or its residual cannot be drawn.
pub fn residuals(chart: &Chart<'_>, points: &[Point], line: Line) -> Result<String, PlotError> {
    let off = points.iter().map(|p| Point {
        x: p.x,
        y: p.y - line.at(p.x),
    });
    let zero = Curve {
        label: "on the line",
        line: Line {
            intercept: 0.0,
            slope: 0.0,
        },
        colour: Colour::Black,
        dash: Dash::Solid,
    };
    scatter(chart, &off.collect::<Vec<_>>(), &[zero])
}

/// The SVG document of the series, each a path from point to point. The chart's scale is that of
/// both axes.
///
/// # Errors
///
/// A number cannot be drawn.
pub fn series(chart: &Chart<'_>, all: &[Series<'_>]) -> Result<String, PlotError> {
    let points = || all.iter().flat_map(|series| series.points);
    let x = chart.x_scale.axis(points().map(|p| p.x), 0.02)?;
    let y = chart.x_scale.axis(points().map(|p| p.y), 0.05)?;
    let legend = all
        .iter()
        .map(|it| (it.label, it.colour, Mark::Stroke(it.dash)));
    document(HEIGHT, points().next().is_none(), |area| {
        let scales = [chart.x_scale; 2];
        let mut plane = Plane::new(area, chart, [x, y], scales, legend.collect())?;
        for series in all {
            plane.path(series.points.iter().copied(), series.colour, series.dash)?;
        }
        Ok(())
    })
}

struct Plane<'a, 'b> {
    context: ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
    scales: [Scale; 2],
}

impl<'a, 'b: 'a> Plane<'a, 'b> {
    /// Title, axes, grid and legend.
    fn new(
        area: &'a Area<'b>,
        chart: &Chart<'_>,
        [x, y]: [Range<f64>; 2],
        scales: [Scale; 2],
        entries: Entries<'_>,
    ) -> Result<Self, PlotError> {
        legend::draw(area, &entries)?;
        let mut context = ChartBuilder::on(area)
            .caption(chart.title, TITLE_FONT.into_font().color(&TEXT))
            .margin(12)
            .margin_right(12 + legend::width(&entries))
            .x_label_area_size(46)
            .y_label_area_size(72)
            .build_cartesian_2d(x, y)?;
        context
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(AXIS)
            .label_style(FONT.into_font().color(&TEXT))
            .x_labels(14)
            .x_desc(chart.x_label)
            .y_desc(chart.y_label)
            .x_label_formatter(&|position| scales[0].name(*position))
            .y_label_formatter(&|position| scales[1].name(*position))
            .draw()?;
        Ok(Self { context, scales })
    }

    fn at(&self, point: Point) -> (f64, f64) {
        let [x, y] = self.scales;
        (x.position(point.x), y.position(point.y))
    }

    fn dots(&self, area: &Area<'_>, points: &[Point]) -> Result<(), PlotError> {
        let pixels = points
            .iter()
            .map(|p| self.context.backend_coord(&self.at(*p)));
        for (pixel, times) in thinned(pixels) {
            for _ in 0..times {
                area.draw(&Circle::new(pixel, 3, DOT_COLOUR.translucent().filled()))?;
            }
        }
        Ok(())
    }

    fn path(
        &mut self,
        points: impl Iterator<Item = Point>,
        colour: Colour,
        dash: Dash,
    ) -> Result<(), PlotError> {
        let path: Vec<_> = points.map(|p| self.at(p)).collect();
        let (style, (on, off)) = (colour.line(), dash.lengths());
        match dash {
            Dash::Solid => self.context.draw_series(LineSeries::new(path, style))?,
            _ => self
                .context
                .draw_series(DashedLineSeries::new(path, on, off, style))?,
        };
        Ok(())
    }
}

/// The pixels to draw, and how often each.
fn thinned(pixels: impl Iterator<Item = (i32, i32)>) -> BTreeMap<(i32, i32), usize> {
    let mut dots: BTreeMap<_, usize> = BTreeMap::new();
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
