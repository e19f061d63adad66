//! Lines, solid or not.

use super::PlotError;
use super::canvas::{Canvas, Pixel};
use super::palette::Colour;

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dash {
    /// Without a gap.
    Solid,
    /// In dashes.
    Dashed,
    /// In dots.
    Dotted,
}

impl Dash {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Solid, Self::Dashed, Self::Dotted];
}

/// A path from left to right. Dashes are cut by whole pixels of the horizontal axis.
pub(super) fn stroke(
    canvas: &Canvas<'_>,
    path: &[Pixel],
    colour: Colour,
    dash: Dash,
) -> Result<(), PlotError> {
    let (on, off) = match dash {
        Dash::Solid => return canvas.path(path.to_vec(), 2, colour.rgb()),
        Dash::Dashed => (8, 4),
        Dash::Dotted => (2, 4),
    };
    for (a, b) in path
        .iter()
        .zip(path.iter().skip(1))
        .filter(|(a, b)| a.0 < b.0)
    {
        let y = |x: i32| a.1 + (b.1 - a.1) * (x - a.0) / (b.0 - a.0);
        // In step with the other pieces of the path.
        let first = a.0 - a.0 % (on + off);
        let starts = std::iter::successors(Some(first), |x| Some(x + on + off));
        for start in starts.take_while(|x| *x < b.0) {
            let (from, to) = (start.max(a.0), (start + on).min(b.0));
            if from < to {
                canvas.path(vec![(from, y(from)), (to, y(to))], 2, colour.rgb())?;
            }
        }
    }
    Ok(())
}
