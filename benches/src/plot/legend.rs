//! The legend: a strip of entries between title and plot, where it can cover no data.

use super::PlotError;
use super::canvas::{Anchor, Canvas, Font, WIDTH, fitted, width};
use super::palette::{Colour, TEXT};
use super::stroke::{Dash, stroke};

const ROW: i32 = 20;
const MARK: i32 = 26;
const GAP: i32 = 22;
const WIDEST: i32 = 400;

#[derive(Clone, Copy)]
pub(super) enum Mark {
    Dot(Colour),
    Stroke(Colour, Dash),
    Swatch(Colour),
}

pub(super) struct Legend {
    /// Marks and labels, with the left end of each and its row.
    entries: Vec<(Mark, String, i32, i32)>,
}

impl Legend {
    /// The entries in rows that begin at the pixel `left`.
    pub(super) fn new<'a>(entries: impl IntoIterator<Item = (Mark, &'a str)>, left: i32) -> Self {
        let (mut x, mut row) = (left, 0);
        let mut placed = Vec::new();
        for (mark, label) in entries {
            let label = fitted(label, WIDEST);
            let wide = MARK + width(&label) + GAP;
            if x > left && x + wide - GAP > WIDTH {
                (x, row) = (left, row + 1);
            }
            placed.push((mark, label, x, row));
            x += wide;
        }
        Self { entries: placed }
    }

    /// In pixels.
    pub(super) fn height(&self) -> i32 {
        self.entries
            .last()
            .map_or(0, |(_, _, _, row)| (row + 1) * ROW)
    }

    pub(super) fn draw(&self, canvas: &Canvas<'_>, top: i32) -> Result<(), PlotError> {
        for (mark, label, x, row) in &self.entries {
            let (left, right, y) = (*x, x + MARK - 6, top + row * ROW + ROW / 2);
            match *mark {
                Mark::Dot(colour) => canvas.dot(((left + right) / 2, y), 4, colour.rgb(), 0.7)?,
                Mark::Stroke(colour, dash) => {
                    stroke(canvas, &[(left, y), (right, y)], colour, dash)?;
                }
                Mark::Swatch(colour) => {
                    canvas.rectangle([(left + 6, y - 6), (right, y + 6)], colour.rgb(), 1.0)?;
                }
            }
            canvas.text(label, (x + MARK, y), Anchor::Left, Font::Text, TEXT)?;
        }
        Ok(())
    }
}
