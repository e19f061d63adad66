//! The plot of the time of a signature by the number verified at once.

use super::subjects::{Keys, LARGER, SIZES, Subject, UNIT, USUAL};
use crate::library::{DALEK_3, DALEK_3_AVX512};
use crate::plot::{
    BLACK, BLUE, BLUISH_GREEN, Chart, Curve, DASHED, DOTTED, Dash, ORANGE, SOLID, VERMILLION,
    series,
};
use crate::statistics::Point;
use ed25519_lanes::{Backend, Rule};
use plotters::style::RGBColor;

/// Libraries in the plot, with their styles.
const LIBRARIES: [(Subject, RGBColor, Dash); 4] = [
    (UNIT, BLACK, SOLID),
    (Subject::OneByOne(DALEK_3_AVX512), BLACK, DASHED),
    (Subject::Together(DALEK_3), VERMILLION, SOLID),
    (Subject::Together(DALEK_3_AVX512), VERMILLION, DASHED),
];

/// Verify backends with lanes, each in its own colour.
const BACKENDS: [(Backend, RGBColor); 3] = [
    (Backend::Portable, ORANGE),
    (Backend::Avx2, BLUISH_GREEN),
    (Backend::Ifma, BLUE),
];

/// Kinds of keys of each backend.
const KEYS: [(Keys, Dash); 3] = [
    (Keys::Cold, DASHED),
    (Keys::Evicted(USUAL), DOTTED),
    (Keys::Tables(USUAL), SOLID),
];

/// The plot as SVG; `us` gives the microseconds of a signature by contender and number at once.
pub(super) fn draw(us: impl Fn(Subject, usize) -> Option<f64>) -> anyhow::Result<String> {
    let points = |subject: Subject| -> Vec<Point> {
        let point = |size: usize| {
            let y = us(subject, size)?;
            let x = size as f64;
            Some(Point { x, y })
        };
        SIZES.into_iter().chain(LARGER).filter_map(point).collect()
    };
    let lanes = BACKENDS.into_iter().flat_map(|(backend, colour)| {
        KEYS.map(|(keys, dash)| (Subject::Lanes(backend, keys, Rule::Nep364), colour, dash))
    });
    let shown = LIBRARIES.into_iter().chain(lanes);
    let curves = shown.map(|(subject, colour, dash)| Curve {
        line: points(subject),
        label: subject.to_string(),
        colour,
        dash,
    });
    let curves: Vec<_> = curves.filter(|it| !it.line.is_empty()).collect();
    let chart = Chart {
        title: "Time of one signature, by the number verified at once",
        x_label: "signatures at once",
        y_label: "us each, the least of all processes",
    };
    series(&chart, &curves)
}
