//! The plot of the time of a signature by the number verified at once.

use super::SIZES;
use super::subjects::UNIT;
use crate::plot::{Chart, Colour, Curve, Dash, series};
use crate::statistics::Point;

/// Libraries in the plot, with their styles.
const LIBRARIES: [(&str, Colour, Dash); 4] = [
    (UNIT, Colour::Black, Dash::Solid),
    ("ed25519-dalek 3, AVX-512", Colour::Black, Dash::Dashed),
    ("ed25519-dalek 3, batch", Colour::Vermillion, Dash::Solid),
    (
        "ed25519-dalek 3, AVX-512, batch",
        Colour::Vermillion,
        Dash::Dashed,
    ),
];

/// Verify backends with lanes, each in its own colour.
const BACKENDS: [(&str, Colour); 3] = [
    ("portable", Colour::Orange),
    ("avx2", Colour::BluishGreen),
    ("ifma", Colour::Blue),
];

/// Kinds of keys of each backend.
const KEYS: [(&str, Dash); 3] = [
    ("cold keys", Dash::Dashed),
    ("16 KiB tables evicted", Dash::Dotted),
    ("16 KiB tables", Dash::Solid),
];

fn shown() -> impl Iterator<Item = (String, Colour, Dash)> {
    let lanes = BACKENDS.into_iter().flat_map(|(backend, colour)| {
        KEYS.map(|(keys, dash)| (format!("{backend}, {keys}"), colour, dash))
    });
    let libraries = LIBRARIES.map(|(name, colour, dash)| (name.to_owned(), colour, dash));
    libraries.into_iter().chain(lanes)
}

/// The plot as SVG; `us` gives the microseconds of a signature by row and number at once.
pub(super) fn draw(us: impl Fn(&str, usize) -> Option<f64>) -> anyhow::Result<String> {
    let points = |name: &str| -> Vec<Point> {
        let point = |size: usize| {
            let y = us(name, size)?;
            let x = size as f64;
            Some(Point { x, y })
        };
        SIZES.into_iter().filter_map(point).collect()
    };
    let curves = shown().map(|(label, colour, dash)| Curve {
        line: points(&label),
        label,
        colour,
        dash,
    });
    let curves: Vec<_> = curves.filter(|it| !it.line.is_empty()).collect();
    let chart = Chart {
        title: "Time of one signature, by the number verified at once",
        x_label: "signatures at once",
        y_label: "us each, the least of all processes",
    };
    Ok(series(&chart, &curves)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batches::subjects::subjects;

    #[test]
    fn everybody_in_the_picture_is_a_row() {
        let subjects = subjects();
        for (name, ..) in shown() {
            assert!(subjects.iter().any(|(row, _)| row.name == name), "{name}");
        }
    }
}
