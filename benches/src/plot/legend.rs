//! The legend: names and marks in a column right of the data, which it must not cover. plotters puts
//! its own inside the plot.

use super::style::{FONT, TEXT};
use super::{Area, Colour, Dash, PlotError, WIDTH};
use plotters::element::{PathElement, Rectangle, Text};
use plotters::style::IntoFont as _;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Pixels of the column, of an entry, of a mark, and above the first entry.
const COLUMN: u32 = 262;
const ROW: i32 = 22;
const MARK: i32 = 26;
const TOP: i32 = 60;

/// How an entry looks.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mark {
    /// As a line does.
    Stroke(Dash),
    /// As an area does.
    Swatch,
}

/// Entries by name.
pub(super) type Entries<'a> = Vec<(&'a str, Colour, Mark)>;

/// The pixels right of the data.
pub(super) fn width(entries: &Entries<'_>) -> u32 {
    if entries.is_empty() { 0 } else { COLUMN }
}

pub(super) fn draw(area: &Area<'_>, entries: &Entries<'_>) -> Result<(), PlotError> {
    let left = (WIDTH - COLUMN).cast_signed();
    for ((name, colour, mark), row) in entries.iter().zip(0..) {
        let y = TOP + row * ROW;
        match mark {
            Mark::Swatch => {
                let corners = [(left + 7, y - 6), (left + 19, y + 6)];
                area.draw(&Rectangle::new(corners, colour.area()))?;
            }
            Mark::Stroke(dash) => {
                let (on, off) = dash.lengths();
                let step = usize::try_from(on + off).unwrap_or(1);
                for from in (0..MARK).step_by(step) {
                    let to = (from + on.cast_signed()).min(MARK);
                    let ends = vec![(left + from, y), (left + to, y)];
                    area.draw(&PathElement::new(ends, colour.line()))?;
                }
            }
        }
        let style = FONT.into_font().color(&TEXT);
        let style = style.pos(Pos::new(HPos::Left, VPos::Center));
        area.draw(&Text::new(*name, (left + MARK + 8, y), style))?;
    }
    Ok(())
}
