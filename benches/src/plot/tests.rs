//! Both kinds of chart, with unsuitable data; those of recorded data are compared with the committed pictures.

use super::*;
use crate::statistics::Point;

const CHART: Chart<'static> = Chart {
    title: "Verification of a signature",
    x_label: "message, bytes",
    y_label: "time, us",
};

fn curves(points: &[Point]) -> [Curve; 1] {
    [Curve {
        label: "price".to_owned(),
        line: points.to_vec(),
        colour: Colour::Vermillion,
        dash: Dash::Dashed,
    }]
}

/// Both kinds of chart of these points and a line through them.
fn charts(points: &[Point]) -> Result<[String; 2], PlotError> {
    Ok([
        scatter(&CHART, points, &curves(points))?,
        series(&CHART, &curves(points))?,
    ])
}

#[test]
fn data_without_extent_are_drawn_and_none_are_said_to_be_none() {
    for (x, y) in [(1.0, 1.0), (7.0, 7.0 + 1e-12)] {
        assert!(charts(&[Point { x: 1.0, y: 7.0 }, Point { x, y }]).is_ok());
    }
    for svg in charts(&[]).expect("drawn") {
        assert!(svg.contains("no data"), "{svg}");
    }
}

#[test]
fn what_cannot_be_drawn_is_an_error() {
    let refused = |chart: Result<String, PlotError>| {
        let error = chart.expect_err("refused");
        assert!(matches!(error, PlotError::OutOfRange(_)), "{error}");
    };
    for bad in [f64::NAN, f64::INFINITY, f64::MAX, 0.0] {
        for (x, y) in [(1.0, bad), (bad, 1.0)] {
            let points = [Point { x, y }];
            refused(series(&CHART, &curves(&points)));
            if bad != 0.0 {
                refused(scatter(&CHART, &points, &[]));
            }
        }
    }
}
