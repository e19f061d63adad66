//! Every kind of chart, of data like that of the calibration, and of data that is not fit for it.

use super::*;
use crate::statistics::{Line, Point};
use fastrand::Rng;

const CHART: Chart<'static> = Chart {
    title: "Verification of a signature",
    x_label: "message, bytes",
    y_label: "time, us",
    x_scale: Scale::Linear,
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

fn curve(line: Line) -> Curve<'static> {
    Curve {
        label: "price & more",
        line,
        colour: Colour::Vermillion,
        dash: Dash::Dashed,
    }
}

/// Every kind of chart of these samples, with words that must be in it.
fn charts(points: &[Point], line: Line) -> Result<Vec<(String, Vec<&'static str>)>, PlotError> {
    let doubling = Chart {
        x_scale: Scale::Doubling,
        ..CHART
    };
    let octaves = Chart {
        x_scale: Scale::Octaves,
        ..CHART
    };
    let path = Series {
        label: "ring",
        points,
        colour: Colour::Black,
        dash: Dash::Dotted,
    };
    let values: Vec<_> = points.iter().map(|p| p.y).collect();
    let groups = ["host", "Wasm"].map(|label| Group {
        label,
        values: &values,
    });
    let layers_of = ["hash", "multiply"].map(|part| (part, points.first().map_or(0.0, |p| p.y)));
    let bar = Bar {
        label: "native",
        layers: &layers_of,
    };
    Ok(vec![
        (
            scatter(&CHART, points, &[curve(line)])?,
            vec!["price &amp; more"],
        ),
        (
            scatter(&doubling, points, &[curve(line)])?,
            vec!["price &amp; more"],
        ),
        (residuals(&doubling, points, line)?, vec!["on the line"]),
        (series(&octaves, &[path])?, vec!["ring"]),
        (distribution(&CHART, &groups)?, vec!["quartiles", "Wasm"]),
        (layers(&CHART, &[bar])?, vec!["multiply", "native"]),
    ])
}

#[test]
fn every_chart_is_svg_that_contains_its_words_and_the_same_each_time() {
    let all = charts(&samples(200), LINE).expect("drawn");
    for (svg, words) in &all {
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        for word in words
            .iter()
            .chain(&[CHART.title, CHART.x_label, CHART.y_label])
        {
            assert!(svg.contains(word), "{word}: {svg}");
        }
    }
    assert_eq!(charts(&samples(200), LINE).expect("drawn"), all);
    let axis = &all[1].0;
    assert!(axis.contains("65536") && axis.contains("\n256\n"), "{axis}");
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
    let empty = charts(&[], LINE).expect("drawn");
    assert!(empty[0].0.contains("no data") && empty[3].0.contains("no data"));
    let rows = distribution(&CHART, &[]).expect("drawn");
    assert!(rows.contains("no data"));
}

#[test]
fn what_cannot_be_drawn_is_an_error() {
    for bad in [f64::NAN, f64::INFINITY, f64::MAX] {
        for point in [Point { x: 0.0, y: bad }, Point { x: bad, y: 0.0 }] {
            let error = charts(&[point], LINE).expect_err("refused");
            assert!(matches!(error, PlotError::OutOfRange(_)), "{error}");
        }
        let steep = Line {
            intercept: 0.0,
            slope: bad,
        };
        assert!(scatter(&CHART, &samples(9), &[curve(steep)]).is_err());
    }
    let negative = Bar {
        label: "a",
        layers: &[("b", -1.0)],
    };
    let error = layers(&CHART, &[negative]).expect_err("refused");
    assert!(matches!(error, PlotError::Negative(_)));
}
