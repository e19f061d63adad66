//! Every kind of chart, of data like that of the calibration.

use fastrand::Rng;

use super::*;
use crate::statistics::{Line, Point};

mod unusual;

const CHART: Chart<'static> = Chart {
    title: "Verification of a signature",
    x_label: "message length, bytes",
    y_label: "time, ns",
    x_scale: Scale::Linear,
};

const DOUBLING: Chart<'static> = Chart {
    x_scale: Scale::Doubling,
    ..CHART
};

const OCTAVES: Chart<'static> = Chart {
    x_scale: Scale::Octaves,
    ..CHART
};

const LINE: Line = Line {
    intercept: 40_000.0,
    slope: 1.6,
};

const LENGTHS: [f64; 14] = [
    0.0, 1.0, 111.0, 112.0, 127.0, 128.0, 239.0, 240.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0,
    65536.0,
];

fn samples(launches: usize) -> Vec<Point> {
    let mut rng = Rng::with_seed(1);
    let lengths = (0..launches).flat_map(|_| LENGTHS);
    lengths
        .map(|x| Point {
            x,
            y: LINE.at(x) * (0.97 + 0.06 * rng.f64()),
        })
        .collect()
}

fn curves() -> [Curve<'static>; 3] {
    let price = Line {
        intercept: 45_000.0,
        slope: 1.75,
    };
    let above = Line {
        intercept: 41_200.0,
        slope: 1.65,
    };
    [
        ("least squares", LINE, Colour::Orange, Dash::Solid),
        ("envelope", above, Colour::BluishGreen, Dash::Dashed),
        ("price", price, Colour::Vermillion, Dash::Dotted),
    ]
    .map(|(label, line, colour, dash)| Curve {
        label,
        line,
        colour,
        dash,
    })
}

const NAMES: [&str; 4] = [
    "dalek in wasm",
    "host function",
    "ring",
    "ed25519-consensus, batched",
];

/// What shrinks with a number, at every doubling of it.
fn grown() -> Vec<Point> {
    let doublings = (0..=12).map(|doublings| f64::from(1 << doublings));
    doublings
        .map(|x| Point {
            x,
            y: 3.0 + 40.0 / x,
        })
        .collect()
}

fn series_of(points: &[Point]) -> Vec<Series<'_>> {
    let looks = Colour::ALL.into_iter().zip(Dash::ALL.into_iter().cycle());
    NAMES
        .iter()
        .zip(looks)
        .map(|(label, (colour, dash))| Series {
            label,
            points,
            colour,
            dash,
        })
        .collect()
}

/// Every kind of chart of ordinary data, with the words that must be in it.
fn charts() -> Vec<(&'static str, String, Vec<&'static str>)> {
    let points = samples(10);
    let costs: Vec<Vec<f64>> = NAMES
        .into_iter()
        .zip(1..)
        .map(|(_, n)| {
            samples(20)
                .iter()
                .map(|p| p.y + f64::from(n) * 9_000.0)
                .collect()
        })
        .collect();
    let groups: Vec<Group<'_>> = NAMES
        .iter()
        .zip(&costs)
        .map(|(label, values)| Group { label, values })
        .collect();
    let parts = [
        [
            ("hash", 4_200.0),
            ("decompress", 9_100.0),
            ("multiply", 26_400.0),
            ("host", 310.0),
        ],
        [
            ("hash", 4_200.0),
            ("decompress", 9_100.0),
            ("multiply", 26_400.0),
            ("host", 1_310.0),
        ],
        [
            ("hash", 1_200.0),
            ("decompress", 4_100.0),
            ("multiply", 16_400.0),
            ("host", 2_310.0),
        ],
        [
            ("hash", 9_200.0),
            ("decompress", 29_100.0),
            ("multiply", 86_400.0),
            ("host", 7_310.0),
        ],
    ];
    let bars: Vec<Bar<'_>> = NAMES
        .iter()
        .zip(&parts)
        .map(|(label, layers)| Bar { label, layers })
        .collect();
    let rows = Chart {
        x_label: "time, ns",
        y_label: "implementation",
        ..CHART
    };
    let lines = vec!["samples", "least squares", "envelope", "price", "60,000"];
    vec![
        (
            "scatter",
            scatter(&CHART, &points, &curves()).unwrap(),
            lines.clone(),
        ),
        (
            "doubling",
            scatter(&DOUBLING, &points, &curves()).unwrap(),
            vec!["65,536", "price"],
        ),
        (
            "residuals",
            residuals(&DOUBLING, &points, LINE).unwrap(),
            vec!["−2,000", "residuals"],
        ),
        (
            "distribution",
            distribution(&rows, &groups).unwrap(),
            vec!["quartiles", "ring"],
        ),
        (
            "layers",
            layers(&rows, &bars).unwrap(),
            vec!["decompress", "ring", "26,400", "40,010"],
        ),
        (
            "series",
            series(&OCTAVES, &series_of(&grown())).unwrap(),
            vec!["host function", "4,096", "ring", "stroke"],
        ),
    ]
}

/// Whether tags are balanced and no `<` or `&` is left in text, which the backend's output shows.
fn is_well_formed(svg: &str) -> bool {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let Some((tag, text)) = tag.split_once('>') else {
            return false;
        };
        let name = tag.split_whitespace().next().unwrap_or("");
        let escaped = text.split('&').skip(1).all(|rest| rest.contains(';'));
        match (name.strip_prefix('/'), tag.ends_with('/')) {
            (Some(name), _) if open.pop() != Some(name) => return false,
            (None, false) => open.push(name),
            _ => {}
        }
        if !escaped || text.contains('>') {
            return false;
        }
    }
    open.is_empty() && svg.starts_with("<svg") && svg.contains("xmlns")
}

#[test]
fn every_chart_is_svg_that_contains_its_words() {
    for (name, svg, words) in charts() {
        assert!(is_well_formed(&svg), "{name}");
        for word in words.into_iter().chain([CHART.title, "ns"]) {
            assert!(svg.contains(word), "{name}: {word}");
        }
        assert!(svg.len() < 200_000, "{name}: {}", svg.len());
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    assert_eq!(charts(), charts());
}

#[test]
fn words_are_escaped_and_cut_to_fit() {
    let long = "a < b & \"c\" \u{0} > d ".repeat(30);
    let chart = Chart {
        title: &long,
        x_label: &long,
        y_label: &long,
        ..CHART
    };
    let group = Group {
        label: &long,
        values: &[1.0, 2.0],
    };
    let svg = distribution(&chart, &[group]).unwrap();
    assert!(is_well_formed(&svg) && svg.contains('…') && !svg.contains('\u{0}'));
}
