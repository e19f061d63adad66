//! The statistics on synthetic samples whose true line is known.

use fastrand::Rng;

use super::*;

/// Lengths like the calibration's: edges of SHA-512 blocks, then powers of two.
const LENGTHS: [f64; 14] = [
    0.0, 1.0, 111.0, 112.0, 127.0, 128.0, 239.0, 240.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0,
    65536.0,
];

/// About the cost of Ed25519: 40 us and 1.6 ns a byte.
const TRUE: Line = Line {
    intercept: 40_000.0,
    slope: 1.6,
};

/// A draw from a distribution of mean 0 and standard deviation 1, close enough to normal for tests:
/// 12 uniforms, whose variances of 1/12 add up to 1.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.f64()).sum::<f64>() - 6.0
}

/// A sample at every length in every launch, at the cost that `cost` gives for length and launch.
fn samples(launches: u32, mut cost: impl FnMut(f64, u32) -> f64) -> Launches {
    let launch = |launch| {
        let sample = |x| {
            let y = cost(x, launch);
            Point { x, y }
        };
        (launch, LENGTHS.map(sample).into())
    };
    (0..launches).map(launch).collect()
}

fn fitted(launches: &Launches) -> Fit {
    fit(launches).expect("a line")
}

fn is_near_line(got: Line, expected: Line, share: f64) -> bool {
    let is_near = |got: f64, expected: f64| (got - expected).abs() <= share * expected.abs();
    is_near(got.intercept, expected.intercept) && is_near(got.slope, expected.slope)
}

/// Samples of 8 launches with independent noise of the given share of the cost.
fn noisy(share: f64) -> Launches {
    let mut rng = Rng::with_seed(7);
    samples(8, |x, _| TRUE.at(x) * (1.0 + share * normal(&mut rng)))
}

#[test]
fn the_normal_equations_hold() {
    // Means 2 and 3; sum of products 1 * 2 + 1 * 1 = 3, of squares 2: slope 3/2, intercept 0. Left
    // 0.25 + 1 + 0.25 of 4 + 1 + 1.
    let points = [(1.0, 1.0), (2.0, 4.0), (3.0, 4.0)].map(|(x, y)| Point { x, y });
    let line = lines::least_squares(&points).unwrap();
    assert_eq!((line.intercept, line.slope), (0.0, 1.5));
    assert_eq!(lines::r_squared(&points, line), Some(1.0 - 1.5 / 6.0));
}

#[test]
fn a_line_is_recovered_and_said_to_be_one() {
    // Padding takes 17 bytes of the last block; a block of 128 is 1 % of the intercept.
    let blocks = |x: f64, _| 40_000.0 + 400.0 * ((x + 17.0) / 128.0).ceil();
    let of_blocks = Line {
        intercept: 40_200.0,
        slope: 400.0 / 128.0,
    };
    for (samples, line, off, width) in [
        (samples(8, |x, _| TRUE.at(x)), TRUE, 1e-9, 1e-9),
        (samples(8, blocks), of_blocks, 0.01, 1e-9),
        (samples(1, blocks), of_blocks, 0.01, 0.01),
        (noisy(0.02), TRUE, 0.05, 0.05),
    ] {
        let fit = fitted(&samples);
        assert_eq!(fit.verdict, Verdict::Linear);
        assert!(is_near_line(fit.least_squares, line, off), "{fit:?}");
        assert!(is_near_line(fit.theil_sen, line, off), "{fit:?}");
        assert!(
            fit.intercept.half_width() < width * line.intercept,
            "{fit:?}"
        );
        assert!(fit.slope.half_width() < width * line.slope, "{fit:?}");
        let all = samples.len() * LENGTHS.len();
        assert_eq!((fit.samples, fit.lengths), (all, LENGTHS.len()));
    }
}

#[test]
fn samples_come_in_any_order_and_a_launch_that_was_cut_short_is_left_out() {
    let mut launches = noisy(0.02);
    let fit = fitted(&launches);
    let mut rng = Rng::with_seed(9);
    launches.values_mut().for_each(|it| rng.shuffle(it));
    assert_eq!(fitted(&launches), fit);
    launches.entry(5).or_default().pop();
    let cut_short = fitted(&launches);
    launches.remove(&5);
    assert_eq!(cut_short, fitted(&launches));
    assert_eq!(cut_short.samples, 7 * LENGTHS.len());
}

#[test]
fn a_constant_cost_is_flat_with_and_without_noise() {
    let mut rng = Rng::with_seed(3);
    let mut noise = |share: f64| samples(8, |_, _| 40_000.0 * (1.0 + share * normal(&mut rng)));
    // The slope adds 1 % of the intercept at 64 KiB, and is known exactly.
    let slight = samples(8, |x, _| 40_000.0 + 400.0 * x / 65_536.0);
    for samples in [noise(0.0), noise(0.01), slight] {
        assert_eq!(fitted(&samples).verdict, Verdict::Flat);
    }
}

#[test]
fn each_kind_of_doubt_has_its_reason_with_the_value_and_the_limit() {
    let of = |cost: fn(f64) -> f64| samples(8, |x, _| cost(x));
    let mut outliers = noisy(0.005);
    // One in ten samples, at every other length.
    let wild = outliers.values_mut().flatten().skip(3).step_by(10);
    wild.for_each(|it| it.y *= 3.0);
    let robust = fitted(&outliers).theil_sen;
    assert!(is_near_line(robust, TRUE, 0.01), "{robust:?}");
    let curve = of(|x| 4e4 + 1e-4 * x * x);
    let mut rng = Rng::with_seed(5);
    let noise = samples(8, |_, _| 4e4 * (1.0 + 0.3 * normal(&mut rng)));
    let steep = samples(8, |x, launch| 4e4 + x * f64::from(1 + launch));
    let mut bent = of(|x| TRUE.at(x));
    let longest = bent.values_mut().filter_map(|it| it.last_mut());
    longest.take(4).for_each(|it| it.y *= 2.0);
    let mut short = of(|x| TRUE.at(x));
    short.values_mut().for_each(|it| it.truncate(4));
    // Launches in two modes have a standard deviation of 3,500 * sqrt(10/9), their mean one of that
    // over sqrt(10), and the half width for a normal mean is 2.262 times the latter.
    let bimodal = samples(10, |x, launch| 33e3 + 7e3 * f64::from(launch % 2) + 1.6 * x);
    let half = fitted(&bimodal).intercept.half_width();
    assert!(
        (half / (2.262 * 3_500.0 / 3.0) - 1.0).abs() < 1e-3,
        "{half}"
    );
    for (samples, reason) in [
        (&outliers, "the intercept by Theil-Sen is "),
        (&of(|x| 1.6 * x - 100.0), "the intercept is -100.0, below 0"),
        (
            &of(|x| 4e4 - 0.1 * x),
            "the slope is -0.1000 a byte, below 0",
        ),
        (&curve, "at 16384 bytes the median is "),
        (&curve, "R^2 is 0."),
        (&noise, "a slope that may be 0 may also add "),
        (&steep, "the slope is 4.5000 ± "),
        (&bent, "the slope by Theil-Sen is "),
        (&short, "4 distinct lengths, fewer than 5"),
        (
            &bimodal,
            &format!("the intercept is 36500.0 ± {half:.1}: 7.2 %, more than 5.0 %"),
        ),
    ] {
        let Verdict::Uncertain(reasons) = fitted(samples).verdict else {
            panic!("no doubt that {reason}");
        };
        let mut texts = reasons.iter().map(|it| &it.text);
        let is_said = texts.any(|it| it.starts_with(reason));
        assert!(is_said, "{reason}: {reasons:?}");
    }
}

#[test]
fn what_has_no_line_has_no_fit() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
        for (x, y) in [(0.0, bad), (bad, 1.0)] {
            let mut samples = noisy(0.01);
            samples.entry(0).or_default()[3] = Point { x, y };
            assert_eq!(fit(&samples), None);
        }
    }
    let mut one_length = noisy(0.01);
    one_length.values_mut().for_each(|it| it.truncate(1));
    for few in [Launches::new(), one_length] {
        assert_eq!(fit(&few), None);
    }
}

const TRIALS: usize = 1_000;

/// 93 %. With fewer trials the test would fail by chance: of 100 intervals that contain the truth
/// with probability 0.95, fewer than 93 do so in 13 of 100 series; of 1,000, fewer than 930 in 2 of
/// 1,000.
const LEAST: usize = TRIALS * 93 / 100;

/// Launches that are slow or fast as a whole by `common`, with noise of `each` at each length; both
/// are shares of the cost.
fn launches(n: u32, [common, each]: [f64; 2], rng: &mut Rng) -> Launches {
    let common: Vec<f64> = (0..n).map(|_| common * normal(rng)).collect();
    samples(n, |x, launch| {
        let common = common[usize::try_from(launch).unwrap()];
        TRUE.at(x) * (1.0 + common + each * normal(rng))
    })
}

/// How many intervals of intercept and slope contain the truth, over trials with these samples.
fn held(make: impl Fn(&mut Rng) -> Launches) -> [usize; 2] {
    // One generator for all trials: neighbouring seeds have similar streams.
    let mut rng = Rng::with_seed(0);
    let mut held = [0, 0];
    for _ in 0..TRIALS {
        let fit = fitted(&make(&mut rng));
        held[0] += usize::from(fit.intercept.contains(TRUE.intercept));
        held[1] += usize::from(fit.slope.contains(TRUE.slope));
    }
    held
}

#[test]
fn intervals_contain_the_truth_whatever_the_noise() {
    let even = |rng: &mut Rng, n| samples(n, |x, _| TRUE.at(x) + 400.0 * normal(rng));
    let common = |rng: &mut Rng, n| launches(n, [0.02, 0.005], rng);
    for (kind, held) in [
        ("equal at all lengths", held(|rng| even(rng, 8))),
        ("in proportion", held(|rng| launches(8, [0.0, 0.02], rng))),
        ("common to a launch", held(|rng| common(rng, 10))),
        ("of three launches", held(|rng| common(rng, 3))),
        ("one sample per length", held(|rng| even(rng, 1))),
    ] {
        assert!(held.iter().all(|it| *it >= LEAST), "{kind}: {held:?}");
    }
    // The same samples as a single launch: the interval misses their common noise.
    let in_one = |rng: &mut Rng| common(rng, 10).into_values().flatten().collect();
    let [intercepts, _] = held(|rng| Launches::from([(0, in_one(rng))]));
    assert!(intercepts < TRIALS * 80 / 100, "{intercepts} of {TRIALS}");
}
