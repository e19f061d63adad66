//! Data that is empty, without extent, too much, or not fit to be drawn.

use super::*;

#[test]
fn degenerate_ranges_are_widened() {
    let at = |xy: &[(f64, f64)]| xy.iter().map(|&(x, y)| Point { x, y }).collect::<Vec<_>>();
    let cases = [
        at(&[]),
        at(&[(0.0, 0.0)]),
        at(&[(5.0, 7.0); 9]),
        at(&[(1.0, 1.0), (1.0 + 1e-12, 1.0 - 1e-12)]),
        at(&[(-70.0, -1.0), (1e15, 1e15)]),
        at(&[(f64::MIN_POSITIVE, -0.0)]),
    ];
    for points in cases {
        for chart in [CHART, DOUBLING, OCTAVES] {
            let flat = Line {
                intercept: 1.0,
                slope: 0.0,
            };
            let curve = Curve {
                line: flat,
                ..curves()[0]
            };
            assert!(is_well_formed(&scatter(&chart, &points, &[curve]).unwrap()));
            assert!(is_well_formed(&residuals(&chart, &points, flat).unwrap()));
            assert!(is_well_formed(
                &series(&chart, &series_of(&points)).unwrap()
            ));
            let values: Vec<f64> = points.iter().map(|p| p.y).collect();
            let groups = [
                Group {
                    label: "a",
                    values: &values,
                },
                Group {
                    label: "b",
                    values: &[],
                },
            ];
            assert!(is_well_formed(&distribution(&chart, &groups).unwrap()));
        }
    }
    assert!(distribution(&CHART, &[]).unwrap().contains("no data"));
    assert!(layers(&CHART, &[]).unwrap().contains("no data"));
    assert!(scatter(&CHART, &[], &curves()).unwrap().contains("no data"));
    assert!(series(&CHART, &series_of(&[])).unwrap().contains("no data"));
    for layers_of_bar in [&[][..], &[("a", 0.0)], &[("a", 1e-9), ("b", 1e14)]] {
        let bar = Bar {
            label: "one",
            layers: layers_of_bar,
        };
        assert!(is_well_formed(&layers(&CHART, &[bar]).unwrap()));
    }
}

#[test]
fn many_samples_make_no_large_document() {
    let mut rng = Rng::with_seed(2);
    let points: Vec<Point> = (0..100_000)
        .map(|_| Point {
            x: rng.f64() * 65_536.0,
            y: rng.f64(),
        })
        .collect();
    for svg in [
        scatter(&CHART, &points, &curves()),
        residuals(&DOUBLING, &points, LINE),
    ] {
        let svg = svg.unwrap();
        assert!(svg.len() < 200_000, "{}", svg.len());
        assert!(svg.matches("<circle").count() > 300);
    }
}

#[test]
fn what_cannot_be_drawn_is_an_error() {
    for bad in [f64::NAN, f64::INFINITY, f64::MAX] {
        let points = [Point { x: 0.0, y: bad }, Point { x: bad, y: 0.0 }];
        for point in points {
            assert!(matches!(
                scatter(&CHART, &[point], &[]),
                Err(PlotError::OutOfRange(_))
            ));
            assert!(residuals(&CHART, &[point], LINE).is_err());
            assert!(series(&CHART, &series_of(&[point])).is_err());
        }
        let steep = Curve {
            line: Line {
                intercept: 0.0,
                slope: bad,
            },
            ..curves()[0]
        };
        assert!(scatter(&CHART, &samples(1), &[steep]).is_err());
        assert!(
            distribution(
                &CHART,
                &[Group {
                    label: "a",
                    values: &[bad]
                }]
            )
            .is_err()
        );
        assert!(
            layers(
                &CHART,
                &[Bar {
                    label: "a",
                    layers: &[("b", bad)]
                }]
            )
            .is_err()
        );
    }
    let negative = Bar {
        label: "a",
        layers: &[("b", -1.0)],
    };
    assert!(matches!(
        layers(&CHART, &[negative]),
        Err(PlotError::Negative(_))
    ));
    let rows = [Group {
        label: "a",
        values: &[],
    }; 101];
    assert!(matches!(
        distribution(&CHART, &rows),
        Err(PlotError::TooMany { .. })
    ));
    assert!(matches!(
        scatter(&CHART, &[], &[curves()[0]; 8]),
        Err(PlotError::TooMany { .. })
    ));
    assert!(matches!(
        series(&CHART, &[series_of(&[])[0]; 22]),
        Err(PlotError::TooMany { .. })
    ));
}
