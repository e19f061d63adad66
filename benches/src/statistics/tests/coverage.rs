//! How often the 95 % intervals hold the true value.

use fastrand::Rng;

use super::super::{Basis, intervals::intervals, lines};
use super::*;

const TRIALS: usize = 1_000;

/// 93 of 100, and not of fewer trials: of 100 intervals that hold the truth with a probability of
/// 0.95, fewer than 93 do so in 13 of 100 series; of 1,000, fewer than 930 in 2 of 1,000.
const LEAST: usize = TRIALS * 93 / 100;

/// How many of the intervals of intercept and slope hold the true value, over trials whose
/// samples `make` makes.
fn held(basis: Basis, make: impl Fn(&mut Rng) -> Vec<Sample>) -> (usize, usize) {
    let (mut intercepts, mut slopes) = (0, 0);
    // One generator throughout: the streams of neighbouring seeds are alike.
    let mut rng = Rng::with_seed(0);
    for _ in 0..TRIALS {
        let samples = make(&mut rng);
        let points: Vec<_> = samples.iter().map(|s| s.point()).collect();
        let line = lines::least_squares(&points).unwrap();
        let ([intercept, slope], got) = intervals(&samples, line).unwrap();
        assert_eq!(got, basis);
        intercepts += usize::from(intercept.contains(TRUE.intercept));
        slopes += usize::from(slope.contains(TRUE.slope));
    }
    println!("{basis:?}: intercept {intercepts}, slope {slopes} of {TRIALS}");
    (intercepts, slopes)
}

/// Launches that are slow or fast as a whole by 2 %, and 0.5 % of noise at each length.
fn launches(n: u32, rng: &mut Rng) -> Vec<Sample> {
    let common: Vec<f64> = (0..n).map(|_| 0.02 * normal(rng)).collect();
    samples(n, |x, launch| {
        let common = common[usize::try_from(launch).unwrap()];
        TRUE.at(x) * (1.0 + common + 0.005 * normal(rng))
    })
}

#[test]
fn noise_of_every_kind_is_covered() {
    let even = |rng: &mut Rng, n| samples(n, |x, _| TRUE.at(x) + 400.0 * normal(rng));
    let in_proportion = |rng: &mut Rng| samples(8, |x, _| TRUE.at(x) * (1.0 + 0.02 * normal(rng)));
    for (kind, (intercepts, slopes)) in [
        (
            "equal at all lengths",
            held(Basis::Launches(8), |rng| even(rng, 8)),
        ),
        ("in proportion", held(Basis::Launches(8), in_proportion)),
        (
            "common to a launch",
            held(Basis::Launches(10), |rng| launches(10, rng)),
        ),
        (
            "of three launches",
            held(Basis::Launches(3), |rng| launches(3, rng)),
        ),
        (
            "one sample per length",
            held(Basis::Residuals, |rng| even(rng, 1)),
        ),
    ] {
        let is_honest = intercepts >= LEAST && slopes >= LEAST;
        assert!(is_honest, "{kind}: {intercepts} and {slopes} of {TRIALS}");
    }
}

#[test]
fn launches_that_count_as_independent_are_not_covered() {
    // Why a launch counts as a whole: the same samples, as if of one launch.
    let (intercepts, _) = held(Basis::Residuals, |rng| {
        let mut samples = launches(10, rng);
        samples.iter_mut().for_each(|it| it.cluster = 0);
        samples
    });
    assert!(intercepts < TRIALS * 80 / 100, "{intercepts} of {TRIALS}");
}
