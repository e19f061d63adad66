//! What all charts have: a white ground, a title, axes with a grid, and a legend in a column right
//! of the data, which it must not cover.

use super::axis::Axis;
use super::style::{AXIS, FONT, GRID, GROUND, TEXT, TITLE_FONT};
use super::{Chart, Dash, PlotError};
use plotters::chart::{ChartBuilder, ChartContext, SeriesLabelPosition};
use plotters::coord::cartesian::Cartesian2d;
use plotters::drawing::IntoDrawingArea as _;
use plotters::element::{DashedPathElement, Text};
use plotters::prelude::SVGBackend;
use plotters::series::LineSeries;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{IntoFont as _, RGBColor, ShapeStyle, TRANSPARENT};

/// The width of every chart, and of the column that a legend takes of it, pixels.
const WIDTH: u32 = 1_000;
const COLUMN: u32 = 262;

/// A name, and a line as it looks.
pub(super) type Entry<'a> = (&'a str, ShapeStyle, Dash);

/// What data are drawn on, by their values.
pub(super) type Canvas<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, Axis>>;

/// The SVG document of what `draw` draws; it says so where there is no data.
pub(super) fn document(
    chart: &Chart<'_>,
    height: u32,
    [x, y]: [Axis; 2],
    legend: &[Entry<'_>],
    is_empty: bool,
    draw: impl FnOnce(&mut Canvas<'_, '_>) -> Result<(), PlotError>,
) -> Result<String, PlotError> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        area.fill(&GROUND)?;
        let column = if legend.is_empty() { 0 } else { COLUMN };
        let (left, right) = area.split_horizontally(WIDTH - column);
        let font = || FONT.into_font().color(&TEXT);
        let mut context = ChartBuilder::on(&left)
            .caption(chart.title, TITLE_FONT.into_font().color(&TEXT))
            .margin(12)
            .x_label_area_size(46)
            .y_label_area_size(y.names_width() + 36)
            .build_cartesian_2d(x, y)?;
        context
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(AXIS)
            .label_style(font())
            .x_desc(chart.x_label)
            .y_desc(chart.y_label)
            .draw()?;
        draw(&mut context)?;
        if is_empty {
            let middle = (300, height.cast_signed() / 2);
            left.draw(&Text::new("no data", middle, font()))?;
        }
        // A legend lies within its chart: a chart of no data, then.
        let mut entries = ChartBuilder::on(&right).build_cartesian_2d(0.0..1.0, 0.0..1.0)?;
        for (name, style, dash) in legend.iter().copied() {
            let entry = entries.draw_series(LineSeries::new([], style))?;
            let (on, off) = dash.lengths();
            let stroke =
                move |(x, y)| DashedPathElement::new([(x, y), (x + 26, y)], on, off, style);
            entry.label(name).legend(stroke);
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

/// A text in this colour, beside or around a position.
pub(super) fn text<'a>(
    at: (f64, f64),
    text: String,
    anchor: HPos,
    colour: RGBColor,
) -> Text<'a, (f64, f64), String> {
    let style = FONT.into_font().color(&colour);
    Text::new(text, at, style.pos(Pos::new(anchor, VPos::Center)))
}
