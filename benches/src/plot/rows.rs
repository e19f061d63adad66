//! A row for each group of values: how they are spread, or of what parts a sum is made.

use std::ops::Range;

use plotters::chart::{ChartBuilder, ChartContext, LabelAreaPosition};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{Circle, PathElement, Rectangle, Text};
use plotters::prelude::SVGBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{IntoFont as _, RGBColor, TRANSPARENT};

use super::legend::{self, Entries, Mark};
use super::style::{AXIS, FONT, GRID, TEXT, TITLE_FONT};
use super::{Area, Chart, Colour, PlotError, Scale, document};
use crate::statistics::quantile::quantile;

/// Pixels of a row, and of everything that is no row.
const ROW: u32 = 46;
const AROUND: u32 = 150;

/// Pixels of a character of a row's name, about.
const CHARACTER: usize = 9;

/// Half the height of a bar, in rows.
const BAR: f64 = 0.3;

const SPREAD: Colour = Colour::Blue;
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

/// A sum and its parts.
#[derive(Debug, Clone, Copy)]
pub struct Bar<'a> {
    /// The name of the row.
    pub label: &'a str,
    /// The name and value of each part, from left to right. Parts of one name have one colour in
    /// all bars.
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
    let x = Scale::Linear.axis(groups.iter().flat_map(|g| g.values.iter().copied()), 0.03)?;
    let names: Vec<_> = groups.iter().map(|group| group.label).collect();
    let legend = [
        ("1st to 99th percentile", SPREAD),
        ("quartiles", BOX),
        ("median", MEDIAN),
        ("maximum", MAXIMUM),
    ];
    document(height(names.len()), names.is_empty(), |area| {
        let mut rows = Rows::new(area, chart, x, &names, &legend)?;
        for (row, group) in centres(names.len()).zip(groups) {
            let of = |p| quantile(group.values, p);
            let (Some(low), Some(first), Some(median), Some(third), Some(high), Some(maximum)) =
                (of(0.01), of(0.25), of(0.5), of(0.75), of(0.99), of(1.0))
            else {
                continue; // a group without values
            };
            let line =
                |ends: [(f64, f64); 2], colour: Colour| PathElement::new(ends, colour.line());
            rows.0
                .draw_series([line([(low, row), (high, row)], SPREAD)])?;
            rows.0.draw_series([bar(row, first, third, BOX)])?;
            rows.0
                .draw_series([line([(median, row - BAR), (median, row + BAR)], MEDIAN)])?;
            rows.0
                .draw_series([Circle::new((maximum, row), 4, MAXIMUM.area())])?;
        }
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
        return Err(PlotError::Negative(*value));
    }
    let sums: Vec<f64> = bars
        .iter()
        .map(|bar| bar.layers.iter().map(|(_, value)| value).sum())
        .collect();
    let axis = Scale::Linear.axis(sums.iter().copied().chain([0.0]), 0.12)?;
    let longest = axis.end;
    let mut parts: Vec<&str> = Vec::new();
    for (name, _) in values() {
        if !parts.contains(name) {
            parts.push(name);
        }
    }
    let names: Vec<_> = bars.iter().map(|bar| bar.label).collect();
    let legend: Vec<_> = parts
        .into_iter()
        .zip(Colour::ALL.into_iter().cycle())
        .collect();
    document(height(names.len()), names.is_empty(), |area| {
        let mut rows = Rows::new(area, chart, 0.0..longest, &names, &legend)?;
        for ((row, of), sum) in centres(names.len()).zip(bars).zip(&sums) {
            let mut start = 0.0;
            for (part, value) in of.layers {
                let named = legend.iter().find(|(name, _)| name == part);
                let colour = named.map_or(Colour::Black, |(_, colour)| *colour);
                rows.0
                    .draw_series([bar(row, start, start + value, colour)])?;
                if *value > 0.08 * longest {
                    let middle = start + value / 2.0;
                    rows.text((middle, row), *value, HPos::Center, colour.ink())?;
                }
                start += value;
            }
            rows.text((sum + 0.01 * longest, row), *sum, HPos::Left, TEXT)?;
        }
        Ok(())
    })
}

fn height(rows: usize) -> u32 {
    AROUND.saturating_add(u32::try_from(rows).unwrap_or(u32::MAX).saturating_mul(ROW))
}

/// Where the middle of each row lies, the first one on top; rows are 1 apart.
fn centres(rows: usize) -> impl Iterator<Item = f64> {
    (0..rows).rev().map(|row| row as f64 + 0.5)
}

/// The part of a row from one value to another.
fn bar(row: f64, low: f64, high: f64, colour: Colour) -> Rectangle<(f64, f64)> {
    Rectangle::new([(low, row - BAR), (high, row + BAR)], colour.area())
}

struct Rows<'a, 'b>(ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>);

impl<'a, 'b: 'a> Rows<'a, 'b> {
    /// Title, axes, grid, legend, and the names of the rows, the first one on top.
    fn new(
        area: &'a Area<'b>,
        chart: &Chart<'_>,
        x: Range<f64>,
        names: &[&str],
        legend: &[(&str, Colour)],
    ) -> Result<Self, PlotError> {
        let swatch = |(name, colour): &(_, _)| (*name, *colour, Mark::Swatch);
        let entries: Entries<'_> = legend.iter().map(swatch).collect();
        legend::draw(area, &entries)?;
        let widest = names.iter().map(|name| name.len()).max().unwrap_or(0);
        let names_width = u32::try_from(widest * CHARACTER).unwrap_or(0).min(300);
        let mut context = ChartBuilder::on(area)
            .caption(chart.title, TITLE_FONT.into_font().color(&TEXT))
            .margin(12)
            .margin_right(12 + legend::width(&entries))
            .x_label_area_size(46)
            .y_label_area_size(names_width + 30)
            .build_cartesian_2d(x, 0.0..names.len().max(1) as f64)?;
        context
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(AXIS)
            .disable_y_mesh()
            .label_style(FONT.into_font().color(&TEXT))
            .set_tick_mark_size(LabelAreaPosition::Left, 0)
            .x_desc(chart.x_label)
            .y_desc(chart.y_label)
            .x_label_formatter(&|value| Scale::Linear.name(*value))
            .y_label_formatter(&|_| String::new())
            .draw()?;
        let beside = FONT.into_font().color(&TEXT);
        let beside = beside.pos(Pos::new(HPos::Right, VPos::Center));
        let left = context.plotting_area().get_pixel_range().0.start - 8;
        for (row, name) in centres(names.len()).zip(names) {
            let (_, y) = context.backend_coord(&(0.0, row));
            area.draw(&Text::new(*name, (left, y), beside.clone()))?;
        }
        Ok(Self(context))
    }

    /// A value, written at a place of a row.
    fn text(
        &mut self,
        at: (f64, f64),
        value: f64,
        anchor: HPos,
        colour: RGBColor,
    ) -> Result<(), PlotError> {
        let style = FONT.into_font().color(&colour);
        let style = style.pos(Pos::new(anchor, VPos::Center));
        let text = match value {
            large if large >= 100.0 => format!("{large:.0}"),
            small => format!("{small:.1}"),
        };
        self.0.draw_series([Text::new(text, at, style)])?;
        Ok(())
    }
}
