//! What surrounds the data: title, legend, axes with their names, and the grid.

use super::axis::Axis;
use super::canvas::{Anchor, Canvas, Font, Pixel, WIDTH, fitted, width};
use super::legend::Legend;
use super::palette::{AXIS, GRID, TEXT};
use super::{Chart, PlotError};

const TITLE: i32 = 44;
const BELOW: i32 = 58;
const RIGHT: i32 = 28;
/// Left of the names of ticks or rows: the name of the axis, upwards.
const NAME: i32 = 34;
/// The room of a character of the title, which is bold and larger than text.
const TITLE_SHARE: (i32, i32) = (7, 10);

/// The rectangle of the data, in pixels.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) left: i32,
    pub(super) right: i32,
    pub(super) top: i32,
    pub(super) bottom: i32,
}

impl Frame {
    /// The left edge where the names of ticks or rows are so wide.
    pub(super) fn left_of(names: i32) -> i32 {
        NAME + names + 8
    }

    /// The height of all but the data.
    pub(super) fn surroundings(legend: &Legend) -> i32 {
        TITLE + legend.height() + BELOW
    }

    pub(super) fn new(left: i32, height: i32, legend: &Legend) -> Self {
        let (top, bottom) = (TITLE + legend.height(), height - BELOW);
        Self {
            left,
            right: WIDTH - RIGHT,
            top,
            bottom,
        }
    }

    pub(super) fn x(&self, axis: &Axis, value: f64) -> i32 {
        axis.pixel(value, (self.left, self.right))
    }

    pub(super) fn y(&self, axis: &Axis, value: f64) -> i32 {
        axis.pixel(value, (self.bottom, self.top))
    }

    /// Title, legend, the horizontal axis with its grid, and the names of both axes.
    pub(super) fn draw(
        &self,
        canvas: &Canvas<'_>,
        chart: &Chart<'_>,
        legend: &Legend,
        x: &Axis,
    ) -> Result<(), PlotError> {
        let title = fitted(
            chart.title,
            (WIDTH - self.left) * TITLE_SHARE.0 / TITLE_SHARE.1,
        );
        canvas.text(&title, (self.left, 24), Anchor::Left, Font::Title, TEXT)?;
        legend.draw(canvas, TITLE - 6)?;
        for (value, name) in &x.ticks {
            let at = self.x(x, *value);
            canvas.path(vec![(at, self.top), (at, self.bottom)], 1, GRID)?;
            canvas.path(vec![(at, self.bottom), (at, self.bottom + 5)], 1, AXIS)?;
            canvas.text(
                name,
                (at, self.bottom + 15),
                Anchor::Middle,
                Font::Text,
                TEXT,
            )?;
        }
        let (middle, below) = ((self.left + self.right) / 2, self.bottom + 40);
        let label = fitted(chart.x_label, self.right - self.left);
        canvas.text(&label, (middle, below), Anchor::Middle, Font::Text, TEXT)?;
        let label = fitted(chart.y_label, self.bottom - self.top);
        let beside: Pixel = (16, (self.top + self.bottom) / 2);
        canvas.text(&label, beside, Anchor::Upwards, Font::Text, TEXT)?;
        let corner = (self.left, self.bottom);
        canvas.path(
            vec![(self.left, self.top), corner, (self.right, self.bottom)],
            1,
            AXIS,
        )
    }

    /// The vertical axis with its grid.
    pub(super) fn draw_y(&self, canvas: &Canvas<'_>, y: &Axis) -> Result<(), PlotError> {
        for (value, name) in &y.ticks {
            let at = self.y(y, *value);
            canvas.path(vec![(self.left, at), (self.right, at)], 1, GRID)?;
            canvas.text(name, (self.left - 8, at), Anchor::Right, Font::Text, TEXT)?;
        }
        Ok(())
    }

    /// The words that stand in for data.
    pub(super) fn draw_no_data(&self, canvas: &Canvas<'_>, y: i32) -> Result<(), PlotError> {
        let middle = (self.left + self.right) / 2;
        canvas.text("no data", (middle, y), Anchor::Middle, Font::Text, AXIS)
    }
}

/// The width of the widest name of a tick, in pixels.
pub(super) fn widest(axis: &Axis) -> i32 {
    axis.ticks
        .iter()
        .map(|(_, name)| width(name))
        .max()
        .unwrap_or(0)
}
