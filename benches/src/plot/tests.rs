//! Every kind of chart, of data like that of the calibration, and of data that is not fit for it.

use super::*;
use crate::statistics::{Line, Point};
use fastrand::Rng;

const CHART: Chart<'static> = Chart {
    title: "Verification of a signature",
    x_label: "message, bytes",
    y_label: "time, us",
};
const LINE: Line = Line {
    intercept: 40.0,
    slope: 1.6e-3,
};

fn samples(count: usize) -> Vec<Point> {
    let mut rng = Rng::with_seed(1);
    let lengths = [0.0, 1.0, 128.0, 1_024.0, 16_384.0, 65_536.0];
    let of = |x: f64| Point {
        x,
        y: LINE.at(x) * (0.97 + 0.06 * rng.f64()),
    };
    lengths.into_iter().cycle().take(count).map(of).collect()
}

fn curve<L>(label: &str, line: L) -> Curve<'_, L> {
    Curve {
        label,
        line,
        colour: Colour::Vermillion,
        dash: Dash::Dashed,
    }
}

/// Every kind of chart of these samples, with words that must be in it where there are any.
fn charts(points: &[Point], line: Line) -> Result<Vec<(String, [&'static str; 2])>, PlotError> {
    let values: Vec<_> = points.iter().map(|p| p.y).collect();
    let group = |label| Group {
        label,
        values: &values,
    };
    let parts = ["hash", "multiply"].map(|part| (part, values.iter().sum()));
    let bar = Bar {
        label: "native",
        layers: &parts,
    };
    let [bars, groups] = [usize::from(!values.is_empty()); 2];
    let straight = [curve("price & more", line)];
    Ok(vec![
        (
            scatter(&CHART, points, &straight)?,
            ["price &amp; more", "60000"],
        ),
        (series(&CHART, &[curve("ring", points)])?, ["ring", "32768"]),
        (
            distribution(&CHART, &[group("Wasm")][..groups])?,
            ["quartiles", "Wasm"],
        ),
        (layers(&CHART, &[bar][..bars])?, ["multiply", "native"]),
    ])
}

#[test]
fn every_chart_is_svg_that_contains_its_words_and_the_same_each_time() {
    let all = charts(&samples(200), LINE).expect("drawn");
    for (svg, words) in &all {
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        for word in [CHART.title, CHART.x_label, CHART.y_label]
            .iter()
            .chain(words)
        {
            assert!(svg.contains(word), "{word}: {svg}");
        }
    }
    assert_eq!(charts(&samples(200), LINE).expect("drawn"), all);
}

#[test]
fn many_samples_make_no_large_document() {
    let mut rng = Rng::with_seed(2);
    let mut point = || Point {
        x: rng.f64() * 65_536.0,
        y: rng.f64(),
    };
    let points: Vec<_> = (0..100_000).map(|_| point()).collect();
    let svg = scatter(&CHART, &points, &[]).expect("drawn");
    assert!(svg.len() < 200_000, "{}", svg.len());
    assert!(svg.matches("<circle").count() > 300);
}

#[test]
fn data_without_extent_are_drawn_and_none_are_said_to_be_none() {
    for points in [vec![Point { x: 0.0, y: 0.0 }], samples(1).repeat(9)] {
        assert!(charts(&points, LINE).is_ok());
    }
    for (svg, _) in charts(&[], LINE).expect("drawn") {
        assert!(svg.contains("no data"), "{svg}");
    }
}

#[test]
fn what_cannot_be_drawn_is_an_error() {
    for bad in [f64::NAN, f64::INFINITY, f64::MAX] {
        let steep = Line { slope: bad, ..LINE };
        for (x, y, line) in [(0.0, bad, LINE), (bad, 0.0, LINE), (1.0, 0.0, steep)] {
            let error = charts(&[Point { x, y }], line).expect_err("refused");
            assert!(matches!(error, PlotError::OutOfRange(_)), "{error}");
        }
    }
    let negative = Bar {
        label: "a",
        layers: &[("b", -1.0)],
    };
    let error = layers(&CHART, &[negative]).expect_err("refused");
    assert!(matches!(error, PlotError::OutOfRange(-1.0)));
}
