//! The plot of the time of a signature by the number verified at once.

use super::subjects::{ALL_SIZES, EVICTED, UNIT, USUAL, cold, tables, together};
use crate::library::{DALEK_3, DALEK_3_AVX512};
use crate::plot::{
    BLACK, BLUE, BLUISH_GREEN, Chart, Curve, DASHED, DOTTED, ORANGE, SOLID, VERMILLION, series,
};
use crate::statistics::Point;
use ed25519_lanes::Backend;

/// The plot as SVG; `us` gives the microseconds of a signature by contender and number at once.
pub(super) fn draw(us: impl Fn(&str, usize) -> Option<f64>) -> anyhow::Result<String> {
    let mut shown = vec![
        (UNIT.to_owned(), BLACK, SOLID),
        (DALEK_3_AVX512.name.to_owned(), BLACK, DASHED),
        (together(DALEK_3), VERMILLION, SOLID),
        (together(DALEK_3_AVX512), VERMILLION, DASHED),
    ];
    for (backend, colour) in [
        (Backend::Portable, ORANGE),
        (Backend::Avx2, BLUISH_GREEN),
        (Backend::Ifma, BLUE),
    ] {
        let warm = tables(backend, USUAL);
        shown.extend([
            (cold(backend), colour, DASHED),
            (format!("{warm}{EVICTED}"), colour, DOTTED),
            (warm, colour, SOLID),
        ]);
    }
    let curves = shown.into_iter().map(|(label, colour, dash)| {
        let point = |size: usize| {
            let y = us(&label, size)?;
            let x = size as f64;
            Some(Point { x, y })
        };
        Curve {
            line: ALL_SIZES.into_iter().filter_map(point).collect(),
            label,
            colour,
            dash,
        }
    });
    let curves: Vec<_> = curves.filter(|it| !it.line.is_empty()).collect();
    let chart = Chart {
        title: "Time of one signature, by the number verified at once",
        x_label: "signatures at once",
        y_label: "us each, the least of all processes",
    };
    series(&chart, &curves)
}
