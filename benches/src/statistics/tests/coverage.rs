//! How often the 95 % intervals contain the true value.

use fastrand::Rng;

use super::*;

const TRIALS: usize = 1_000;

/// 93 %. With fewer trials the test would fail by chance: of 100 intervals that contain the truth
/// with probability 0.95, fewer than 93 do so in 13 of 100 series; of 1,000, fewer than 930 in 2 of
/// 1,000.
const LEAST: usize = TRIALS * 93 / 100;

/// How many intervals of the intercept and of the slope contain the true value, over trials with
/// samples from `make`.
fn held(make: impl Fn(&mut Rng) -> Vec<Sample>) -> [usize; 2] {
    let mut held = [0, 0];
    // One generator for all trials: neighbouring seeds have similar streams.
    let mut rng = Rng::with_seed(0);
    for _ in 0..TRIALS {
        let fit = fitted(&make(&mut rng));
        held[0] += usize::from(fit.intercept.contains(TRUE.intercept));
        held[1] += usize::from(fit.slope.contains(TRUE.slope));
    }
    held
}

/// Launches that are slow or fast as a whole by 2 %, with noise of 0.5 % at each length.
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
    for (kind, held) in [
        ("equal at all lengths", held(|rng| even(rng, 8))),
        ("in proportion", held(in_proportion)),
        ("common to a launch", held(|rng| launches(10, rng))),
        ("of three launches", held(|rng| launches(3, rng))),
        ("one sample per length", held(|rng| even(rng, 1))),
    ] {
        println!("{kind}: intercept and slope {held:?} of {TRIALS}");
        assert!(held.iter().all(|it| *it >= LEAST), "{kind}: {held:?}");
    }
}

#[test]
fn launches_that_count_as_independent_are_not_covered() {
    // The same samples as a single launch: the interval misses their common noise.
    let [intercepts, _] = held(|rng| {
        let mut samples = launches(10, rng);
        samples.iter_mut().for_each(|it| it.launch = 0);
        samples
    });
    assert!(intercepts < TRIALS * 80 / 100, "{intercepts} of {TRIALS}");
}
