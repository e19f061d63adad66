//! Both kinds of chart, with data like the recorded and with unsuitable data.

use super::*;
use crate::statistics::Point;

const CHART: Chart<'static> = Chart {
    title: "Verification of a signature",
    x_label: "message, bytes",
    y_label: "time, us",
};

fn curves(points: &[Point]) -> [Curve; 1] {
    [Curve {
        label: "price & more".to_owned(),
        line: points.to_vec(),
        colour: Colour::Vermillion,
        dash: Dash::Dashed,
    }]
}

/// Both kinds of chart of these points and a line through them, each with one of its ticks.
fn charts(points: &[Point]) -> Result<[(String, &'static str); 2], PlotError> {
    Ok([
        (scatter(&CHART, points, &curves(points))?, "1500"),
        (series(&CHART, &curves(points))?, "1024"),
    ])
}

#[test]
fn a_chart_is_svg_that_contains_its_words_and_the_same_each_time() {
    let points = (0_u32..12).map(|doublings| {
        let x = f64::from(1 << doublings);
        Point { x, y: 40.0 + x }
    });
    let points: Vec<_> = points.collect();
    let all = charts(&points).expect("drawn");
    for (svg, tick) in &all {
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        for word in [
            CHART.title,
            CHART.x_label,
            CHART.y_label,
            "price &amp; more",
        ] {
            assert!(svg.contains(word), "{word}: {svg}");
        }
        assert!(svg.lines().any(|line| line == *tick), "{tick}: {svg}");
        assert!(!svg.contains("no data"));
    }
    assert_eq!(all[0].0.matches("<circle").count(), points.len());
    assert_eq!(charts(&points).expect("drawn"), all);
}

#[test]
fn data_without_extent_are_drawn_and_none_are_said_to_be_none() {
    for (x, y) in [(1.0, 1.0), (7.0, 7.0 + 1e-12)] {
        assert!(charts(&[Point { x: 1.0, y: 7.0 }, Point { x, y }]).is_ok());
    }
    for (svg, _) in charts(&[]).expect("drawn") {
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
