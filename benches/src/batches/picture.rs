//! The picture: how long a signature takes, by how many are verified at once.

use super::SIZES;
use super::row::UNIT;
use crate::plot::{Chart, Colour, Curve, Dash, series};
use crate::statistics::Point;

/// Who is shown, and how: a colour for each backend.
const SHOWN: [(&str, Colour, Dash); 13] = [
    (UNIT, Colour::Black, Dash::Solid),
    ("ed25519-dalek 3, AVX-512", Colour::Black, Dash::Dashed),
    ("ed25519-dalek 3 batch", Colour::Vermillion, Dash::Solid),
    (
        "ed25519-dalek 3 batch, AVX-512",
        Colour::Vermillion,
        Dash::Dashed,
    ),
    ("portable, cold keys", Colour::Orange, Dash::Dashed),
    (
        "portable, 16 KiB tables evicted",
        Colour::Orange,
        Dash::Dotted,
    ),
    ("portable, 16 KiB tables", Colour::Orange, Dash::Solid),
    ("avx2, cold keys", Colour::BluishGreen, Dash::Dashed),
    (
        "avx2, 16 KiB tables evicted",
        Colour::BluishGreen,
        Dash::Dotted,
    ),
    ("avx2, 16 KiB tables", Colour::BluishGreen, Dash::Solid),
    ("ifma, cold keys", Colour::Blue, Dash::Dashed),
    ("ifma, 16 KiB tables evicted", Colour::Blue, Dash::Dotted),
    ("ifma, 16 KiB tables", Colour::Blue, Dash::Solid),
];

/// The picture as SVG, from what a signature takes by row and number at once, us.
///
/// # Errors
///
/// A time is no number that can be drawn.
pub(super) fn draw(us: impl Fn(&str, usize) -> Option<f64>) -> anyhow::Result<String> {
    let points = |name| -> Vec<Point> {
        let point = |size: usize| {
            let y = us(name, size)?;
            let x = size as f64;
            Some(Point { x, y })
        };
        SIZES.into_iter().filter_map(point).collect()
    };
    let shown = SHOWN.map(|(name, colour, dash)| (name, points(name), colour, dash));
    let shown = shown.iter().filter(|(_, points, ..)| !points.is_empty());
    let all: Vec<_> = shown
        .map(|(label, points, colour, dash)| Curve {
            label,
            line: &points[..],
            colour: *colour,
            dash: *dash,
        })
        .collect();
    let chart = Chart {
        title: "One signature, by how many are verified at once",
        x_label: "signatures at once",
        y_label: "us each, the least of all processes",
    };
    Ok(series(&chart, &all)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batches::row::rows;

    #[test]
    fn everybody_in_the_picture_is_a_row() {
        let rows = rows();
        for (name, ..) in SHOWN {
            assert!(rows.iter().any(|row| row.name == name), "{name}");
        }
    }
}
