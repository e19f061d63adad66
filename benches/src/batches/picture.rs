//! The plot of the time of a signature by the number verified at once.

use super::subjects::{Keys, SIZES, Subject, UNIT, USUAL};
use crate::library::{DALEK_3, DALEK_3_AVX512};
use crate::plot::{Chart, Colour, Curve, Dash, series};
use crate::statistics::Point;
use ed25519_lanes::{Backend, Rule};

/// Libraries in the plot, with their styles.
const LIBRARIES: [(Subject, Colour, Dash); 4] = [
    (UNIT, Colour::Black, Dash::Solid),
    (
        Subject::OneByOne(DALEK_3_AVX512),
        Colour::Black,
        Dash::Dashed,
    ),
    (Subject::Together(DALEK_3), Colour::Vermillion, Dash::Solid),
    (
        Subject::Together(DALEK_3_AVX512),
        Colour::Vermillion,
        Dash::Dashed,
    ),
];

/// Verify backends with lanes, each in its own colour.
const BACKENDS: [(Backend, Colour); 3] = [
    (Backend::Portable, Colour::Orange),
    (Backend::Avx2, Colour::BluishGreen),
    (Backend::Ifma, Colour::Blue),
];

/// Kinds of keys of each backend.
const KEYS: [(Keys, Dash); 3] = [
    (Keys::Cold, Dash::Dashed),
    (Keys::Evicted(USUAL), Dash::Dotted),
    (Keys::Tables(USUAL), Dash::Solid),
];

/// The plot as SVG; `us` gives the microseconds of a signature by contender and number at once.
pub(super) fn draw(us: impl Fn(Subject, usize) -> Option<f64>) -> anyhow::Result<String> {
    let points = |subject: Subject| -> Vec<Point> {
        let point = |size: usize| {
            let y = us(subject, size)?;
            let x = size as f64;
            Some(Point { x, y })
        };
        SIZES.into_iter().filter_map(point).collect()
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
    Ok(series(&chart, &curves)?)
}
