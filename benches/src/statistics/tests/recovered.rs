//! Lines and intervals of samples whose line is known.

use super::super::*;
use super::*;

#[test]
fn an_exact_line_is_recovered_with_intervals_of_no_width() {
    let fit = fitted(&samples(8, |x, _| TRUE.at(x)));
    for line in [fit.least_squares, fit.theil_sen] {
        assert!(is_near_line(line, TRUE, 1e-9), "{line:?}");
    }
    assert!(fit.intercept.half_width() < 1e-9 * TRUE.intercept);
    assert!(fit.slope.half_width() < 1e-9 * TRUE.slope);
    assert!(fit.largest_residual < 1e-9 * TRUE.intercept);
    assert!(is_near(fit.r_squared, 1.0, 1e-12));
    assert_eq!(
        (fit.samples, fit.lengths),
        (8 * LENGTHS.len(), LENGTHS.len())
    );
    assert_eq!(
        (fit.basis, fit.verdict),
        (Basis::Launches(8), Verdict::Linear)
    );
}

#[test]
fn exactly_repeating_whole_blocks_are_linear() {
    // Padding takes 17 bytes of the last block; a block of 128 is 1 % of the start.
    let cost = |x: f64, _| 40_000.0 + 400.0 * ((x + 17.0) / 128.0).ceil();
    let fit = fitted(&samples(8, cost));
    assert_eq!(fit.verdict, Verdict::Linear);
    assert!(fit.intercept.half_width() < 1e-6 && fit.slope.half_width() < 1e-9);
    assert!(is_near(fit.least_squares.slope, 400.0 / 128.0, 0.01));
    let single = fitted(&samples(1, cost));
    assert_eq!(
        (single.basis, single.verdict),
        (Basis::Residuals, Verdict::Linear)
    );
}

#[test]
fn noise_in_proportion_to_the_cost_is_linear_and_under_the_envelope() {
    let samples = noisy(0.02);
    let fit = fitted(&samples);
    assert_eq!(fit.verdict, Verdict::Linear);
    assert!(
        is_near_line(fit.least_squares, TRUE, 0.05),
        "{:?}",
        fit.least_squares
    );
    let points: Vec<_> = samples.iter().map(|s| s.point()).collect();
    let envelope = envelope::envelope(&points).expect("an envelope");
    assert!(envelope.at(0.0) > fit.least_squares.at(0.0));
    // The 99.9th percentile of 8 samples is within 1 % of their range from the greatest.
    assert!(samples.iter().all(|s| s.y <= envelope.at(s.x) * 1.001));
}

#[test]
fn launches_of_different_lengths_are_not_compared() {
    let mut samples = noisy(0.01);
    samples.pop();
    assert_eq!(fitted(&samples).basis, Basis::Residuals);
}

#[test]
fn what_is_not_finite_is_an_error() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
        let mut samples = noisy(0.01);
        samples[3].y = bad;
        assert_eq!(fit(&samples, &Limits::default()), Err(FitError::NotFinite));
        samples[3] = Sample {
            x: bad,
            y: 1.0,
            cluster: 0,
        };
        assert_eq!(fit(&samples, &Limits::default()), Err(FitError::NotFinite));
    }
}

#[test]
fn the_order_of_the_samples_does_not_matter() {
    let samples = noisy(0.02);
    let mut shuffled = samples.clone();
    Rng::with_seed(9).shuffle(&mut shuffled);
    assert_eq!(fitted(&samples), fitted(&shuffled));
}

#[test]
fn a_fit_survives_json() {
    let fit = fitted(&samples(8, |_, _| 40_000.0));
    let json = serde_json::to_string(&fit).unwrap();
    assert_eq!(serde_json::from_str::<Fit>(&json).unwrap(), fit);
    let verdict = Verdict::Uncertain(vec![Reason::NegativeSlope { slope: -0.5 }]);
    let json = serde_json::to_string(&verdict).unwrap();
    assert_eq!(serde_json::from_str::<Verdict>(&json).unwrap(), verdict);
}
