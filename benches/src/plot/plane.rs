//! Values over a length or a number: samples as dots with the lines through them, and quantities
//! from point to point.
//!
//! Dots are translucent, so that neighbours look darker. Where more than 1,500 would be left, one
//! stands for all within 2 pixels, or 4, and so on: the document stays small, and shows where
//! samples are but not how many.

use std::collections::BTreeSet;

use plotters::element::Circle;
use plotters::series::DashedLineSeries;
use plotters::style::Color as _;

use super::axis::{Axis, Scale};
use super::canvas::document;
use super::{Chart, Colour, Dash, PlotError};
use crate::statistics::{Line, Point};

const HEIGHT: u32 = 540;
const DOTS: usize = 1_500;

/// A line, straight or from point to point, its name in the legend, and its looks.
#[derive(Debug, Clone, Copy)]
pub struct Curve<'a, L = Line> {
    /// The name.
    pub label: &'a str,
    /// The line; a straight one is drawn over the range of the samples.
    pub line: L,
    /// The colour; [`Colour::Blue`] is that of the samples.
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
    let by_x = |a: &f64, b: &f64| a.total_cmp(b);
    let xs = || points.iter().map(|p| p.x);
    let ends = [xs().min_by(by_x), xs().max_by(by_x)];
    draw(chart, [Scale::LINEAR; 2], points, curves, |line| {
        let at = |x| Point { x, y: line.at(x) };
        ends.into_iter().flatten().map(at).collect()
    })
}

/// The SVG document of the curves, over numbers that count something; both axes are by doublings.
///
/// # Errors
///
/// A number cannot be drawn.
pub fn series(chart: &Chart<'_>, curves: &[Curve<'_, &[Point]>]) -> Result<String, PlotError> {
    draw(chart, [Scale::COUNTS; 2], &[], curves, |line| line.to_vec())
}

fn draw<L>(
    chart: &Chart<'_>,
    [of_x, of_y]: [Scale; 2],
    dots: &[Point],
    curves: &[Curve<'_, L>],
    path: impl Fn(&L) -> Vec<Point>,
) -> Result<String, PlotError> {
    let paths: Vec<_> = curves.iter().map(|it| path(&it.line)).collect();
    let all = || dots.iter().chain(paths.iter().flatten());
    let x = Axis::new(of_x, all().map(|p| p.x), 0.02)?;
    let y = Axis::new(of_y, all().map(|p| p.y), 0.05)?;
    let legend = curves
        .iter()
        .map(|it| (it.label, it.colour.line(2), it.dash));
    let legend: Vec<_> = legend.collect();
    let is_empty = all().next().is_none();
    document(chart, HEIGHT, [x, y], &legend, is_empty, |context| {
        let at = |p: &Point| (p.x, p.y);
        let dots = thinned(dots, |p| context.backend_coord(&at(p)));
        let style = Colour::Blue.rgb().mix(0.5).filled();
        context.draw_series(dots.into_iter().map(|p| Circle::new(at(p), 3, style)))?;
        for (path, (_, style, dash)) in paths.iter().zip(&legend) {
            let (path, (on, off)) = (path.iter().map(at), dash.lengths());
            context.draw_series(DashedLineSeries::new(path, on, off, *style))?;
        }
        Ok(())
    })
}

/// The dots to draw.
fn thinned(dots: &[Point], pixel: impl Fn(&Point) -> (i32, i32)) -> Vec<&Point> {
    let one_in_each = |bits: u32| -> Vec<_> {
        let mut taken = BTreeSet::new();
        let is_first = |p: &&Point| {
            let (x, y) = pixel(p);
            taken.insert((x >> bits, y >> bits))
        };
        dots.iter().filter(is_first).collect()
    };
    let left = (0..16).map(one_in_each).find(|left| left.len() <= DOTS);
    left.unwrap_or_default()
}
