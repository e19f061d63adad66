//! How often the 95 % intervals hold the true value.

use fastrand::Rng;

use super::super::{Basis, intervals::intervals, least_squares};
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
        let line = least_squares::line(&points).unwrap();
        let got = intervals(&samples, line).unwrap();
        assert_eq!(got.basis, basis);
        intercepts += usize::from(got.intercept.contains(TRUE.intercept));
        slopes += usize::from(got.slope.contains(TRUE.slope));
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

fn assert_honest((intercepts, slopes): (usize, usize)) {
    assert!(
        intercepts >= LEAST && slopes >= LEAST,
        "{intercepts} and {slopes} of {TRIALS}"
    );
}

#[test]
fn noise_equal_at_all_lengths_is_covered() {
    assert_honest(held(Basis::Launches(8), |rng| {
        samples(8, |x, _| TRUE.at(x) + 400.0 * normal(rng))
    }));
}

#[test]
fn noise_in_proportion_to_the_cost_is_covered() {
    assert_honest(held(Basis::Launches(8), |rng| {
        samples(8, |x, _| TRUE.at(x) * (1.0 + 0.02 * normal(rng)))
    }));
}

#[test]
fn noise_common_to_a_launch_is_covered() {
    assert_honest(held(Basis::Launches(10), |rng| launches(10, rng)));
}

#[test]
fn noise_about_one_sample_per_length_is_covered() {
    assert_honest(held(Basis::Residuals, |rng| {
        samples(1, |x, _| TRUE.at(x) + 400.0 * normal(rng))
    }));
}

#[test]
fn noise_common_to_as_few_as_three_launches_is_covered() {
    assert_honest(held(Basis::Launches(3), |rng| launches(3, rng)));
}

#[test]
fn launches_that_count_as_independent_are_not_covered() {
    // Why a launch counts as a whole: the same samples, as if of one launch.
    let (intercepts, _) = held(Basis::Residuals, |rng| {
        let alone = |sample| Sample {
            cluster: 0,
            ..sample
        };
        launches(10, rng).into_iter().map(alone).collect()
    });
    assert!(intercepts < TRIALS * 80 / 100, "{intercepts} of {TRIALS}");
}
