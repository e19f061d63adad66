//! The picture: how long a signature takes, by how many are verified at once.

use super::measured::Measured;
use super::row::UNIT;
use super::timings::Timings;
use near_ed25519::plot::{Chart, Colour, Dash, Scale, Series, series};
use near_ed25519::statistics::Point;

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

impl Timings {
    /// The picture as SVG.
    ///
    /// # Errors
    ///
    /// A time is no number that can be drawn.
    pub(crate) fn picture(&self) -> anyhow::Result<String> {
        let shown: Vec<_> = SHOWN
            .iter()
            .filter_map(|(name, colour, dash)| {
                let row = self.rows.iter().find(|row| row.name == *name)?;
                Some((row, points(row), *colour, *dash))
            })
            .filter(|(_, points, ..)| !points.is_empty())
            .collect();
        let all: Vec<_> = shown
            .iter()
            .map(|(row, points, colour, dash)| Series {
                label: &row.name,
                points,
                colour: *colour,
                dash: *dash,
            })
            .collect();
        let chart = Chart {
            title: "One signature, by how many are verified at once",
            x_label: "signatures at once",
            y_label: "us each, the least of all processes",
            x_scale: Scale::Octaves,
        };
        Ok(series(&chart, &all)?)
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "numbers of signatures are small"
)]
fn points(row: &Measured) -> Vec<Point> {
    let point = |size: &super::measured::Size| Point {
        x: size.signatures as f64,
        y: size.each_ns() / 1_000.0,
    };
    row.sizes.iter().map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::many::row::rows;

    #[test]
    fn everybody_in_the_picture_is_a_row() {
        let rows = rows();
        for (name, ..) in SHOWN {
            assert!(rows.iter().any(|row| row.name == name), "{name}");
        }
    }
}
