//! The statistics on synthetic samples whose true line is known.

use fastrand::Rng;

use super::{Fit, Limits, Line, Point, Sample, fit};

mod coverage;
mod judged;
mod recovered;

/// The lengths of the calibration: every edge of a SHA-512 block, then powers of two.
const LENGTHS: [f64; 14] = [
    0.0, 1.0, 111.0, 112.0, 127.0, 128.0, 239.0, 240.0, 1024.0, 2048.0, 4096.0, 8192.0, 16384.0,
    65536.0,
];

/// About what Ed25519 costs: 40 us and 1.6 ns a byte.
const TRUE: Line = Line {
    intercept: 40_000.0,
    slope: 1.6,
};

/// Points of pairs of `x` and `y`.
pub(super) fn points(xy: &[(f64, f64)]) -> Vec<Point> {
    xy.iter().map(|&(x, y)| Point { x, y }).collect()
}

/// A draw from a distribution of mean 0 and standard deviation 1 that is normal to within the
/// needs of a test: 12 uniforms, whose variances of 1/12 add up to 1.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.f64()).sum::<f64>() - 6.0
}

/// A sample at every length in every launch, at the cost that `cost` gives for length and launch.
fn samples(launches: u32, mut cost: impl FnMut(f64, u32) -> f64) -> Vec<Sample> {
    let all = (0..launches).flat_map(|cluster| LENGTHS.map(|x| (x, cluster)));
    let sample = |(x, cluster)| {
        let y = cost(x, cluster);
        Sample { x, y, cluster }
    };
    all.map(sample).collect()
}

fn fitted(samples: &[Sample]) -> Fit {
    fit(samples, &Limits::default()).unwrap()
}

fn is_near(got: f64, expected: f64, share: f64) -> bool {
    (got - expected).abs() <= share * expected.abs()
}

fn is_near_line(got: Line, expected: Line, share: f64) -> bool {
    is_near(got.intercept, expected.intercept, share) && is_near(got.slope, expected.slope, share)
}

/// Launches of 8 with independent noise of the given share of the cost.
fn noisy(share: f64) -> Vec<Sample> {
    let mut rng = Rng::with_seed(7);
    samples(8, |x, _| TRUE.at(x) * (1.0 + share * normal(&mut rng)))
}
