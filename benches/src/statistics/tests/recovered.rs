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
    assert_eq!(fit.samples, 8 * LENGTHS.len());
    assert_eq!(fit.lengths, LENGTHS.len());
    assert_eq!(fit.basis, Basis::Launches(8));
    assert_eq!(fit.verdict, Verdict::Linear);
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
    assert_eq!(single.basis, Basis::Residuals);
    assert_eq!(single.verdict, Verdict::Linear);
}

#[test]
fn noise_in_proportion_to_the_cost_is_linear() {
    let mut samples = noisy(0.02);
    let fit = fitted(&samples);
    assert_eq!(fit.verdict, Verdict::Linear);
    assert!(is_near_line(fit.least_squares, TRUE, 0.05), "{fit:?}");
    Rng::with_seed(9).shuffle(&mut samples);
    assert_eq!(fitted(&samples), fit, "in any order");
    samples.pop();
    // Launches of different lengths are not compared.
    assert_eq!(fitted(&samples).basis, Basis::Residuals);
}

#[test]
fn what_is_not_finite_is_an_error() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
        for (x, y) in [(0.0, bad), (bad, 1.0)] {
            let mut samples = noisy(0.01);
            samples[3] = Sample { x, y, cluster: 0 };
            assert_eq!(fit(&samples, &Limits::default()), Err(FitError::NotFinite));
        }
    }
}

#[test]
fn a_fit_survives_json() {
    let mut fit = fitted(&samples(8, |_, _| 40_000.0));
    fit.verdict = Verdict::Uncertain(vec![Reason::NegativeSlope(-0.5)]);
    let json = serde_json::to_string(&fit).unwrap();
    assert_eq!(serde_json::from_str::<Fit>(&json).unwrap(), fit);
}
