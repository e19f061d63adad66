//! The verdict on samples of a known nature.

use super::super::*;
use super::*;

fn reasons(samples: &[Sample]) -> Vec<Reason> {
    match fitted(samples).verdict {
        Verdict::Uncertain(reasons) => reasons,
        other => panic!("{other:?}"),
    }
}

#[test]
fn outliers_move_least_squares_but_not_theil_sen() {
    let mut samples = noisy(0.005);
    for (i, sample) in samples.iter_mut().enumerate() {
        // One in ten, at every other length.
        sample.y *= if i % 10 == 3 { 3.0 } else { 1.0 };
    }
    let fit = fitted(&samples);
    assert!(
        is_near_line(fit.theil_sen, TRUE, 0.01),
        "{:?}",
        fit.theil_sen
    );
    assert!(!is_near(fit.least_squares.intercept, TRUE.intercept, 0.05));
    let reasons = reasons(&samples);
    assert!(
        reasons
            .iter()
            .any(|r| matches!(r, Reason::InterceptsDisagree { .. })),
        "{reasons:?}"
    );
}

#[test]
fn launches_in_two_modes_are_uncertain_and_count_as_a_whole() {
    let start = |launch| if launch % 2 == 0 { 33_000.0 } else { 40_000.0 };
    let bimodal = samples(10, |x, launch| start(launch) + 1.6 * x);
    let fit = fitted(&bimodal);
    assert_eq!(fit.basis, Basis::Launches(10));
    // The launches have a standard deviation of 3,500 * sqrt(10/9), their mean one of that over
    // sqrt(10), and 2.262 of those are the half width for a normal mean.
    let expected = 2.262 * 3_500.0 / 3.0;
    assert!(
        is_near(fit.intercept.half_width(), expected, 1e-3),
        "{:?}",
        fit.intercept
    );
    assert!(fit.intercept.contains(36_500.0));
    // The slope is the same in both modes.
    assert!(fit.slope.half_width() < 1e-9);
    let reasons = reasons(&bimodal);
    assert!(
        reasons
            .iter()
            .any(|r| matches!(r, Reason::WideIntercept { .. })),
        "{reasons:?}"
    );
}

#[test]
fn a_negative_intercept_is_uncertain() {
    let reasons = reasons(&samples(8, |x, _| 1.6 * x - 100.0));
    let is_it = |r: &Reason| matches!(r, Reason::NegativeIntercept { .. });
    assert!(reasons.iter().any(is_it), "{reasons:?}");
}

#[test]
fn a_negative_slope_is_uncertain() {
    let reasons = reasons(&samples(8, |x, _| 40_000.0 - 0.1 * x));
    assert!(matches!(reasons[..], [Reason::NegativeSlope { slope }] if is_near(slope, -0.1, 1e-9)));
}

#[test]
fn a_curve_is_not_linear() {
    let reasons = reasons(&samples(8, |x, _| 40_000.0 + 1e-4 * x * x));
    assert!(
        reasons
            .iter()
            .any(|r| matches!(r, Reason::NotLinear { .. })),
        "{reasons:?}"
    );
    assert!(
        reasons
            .iter()
            .any(|r| matches!(r, Reason::LowRSquared { .. })),
        "{reasons:?}"
    );
}

#[test]
fn a_constant_cost_is_flat_with_and_without_noise() {
    let mut rng = Rng::with_seed(3);
    for share in [0.0, 0.01] {
        let constant = samples(8, |_, _| 40_000.0 * (1.0 + share * normal(&mut rng)));
        assert_eq!(fitted(&constant).verdict, Verdict::Flat, "{share}");
    }
    // 1 % of the intercept at 64 KiB, known exactly.
    let slight = samples(8, |x, _| 40_000.0 + 400.0 * x / 65_536.0);
    assert_eq!(fitted(&slight).verdict, Verdict::Flat);
}

#[test]
fn noise_that_may_hide_a_slope_is_not_flat() {
    let mut rng = Rng::with_seed(5);
    let noise = samples(8, |_, _| 40_000.0 * (1.0 + 0.3 * normal(&mut rng)));
    let reasons = reasons(&noise);
    assert!(
        reasons
            .iter()
            .any(|r| matches!(r, Reason::HiddenSlope { .. })),
        "{reasons:?}"
    );
}

#[test]
fn too_few_lengths_are_uncertain_and_one_is_an_error() {
    let short = |lengths: f64| {
        let mut all = samples(8, |x, _| TRUE.at(x));
        all.retain(|s| s.x < lengths);
        all
    };
    let expected = Reason::TooFewLengths {
        lengths: 4,
        limit: 5,
    };
    assert!(reasons(&short(127.0)).contains(&expected));
    let error = |samples: &[Sample]| fit(samples, &Limits::default()).unwrap_err();
    assert_eq!(
        error(&short(1.0)),
        FitError::TooFew {
            samples: 8,
            lengths: 1
        }
    );
    assert_eq!(
        error(&[]),
        FitError::TooFew {
            samples: 0,
            lengths: 0
        }
    );
}

#[test]
fn a_reason_names_the_value_and_the_limit() {
    let wide = Reason::WideIntercept {
        half_width: 4_000.0,
        of: 40_000.0,
        limit: 0.05,
    };
    assert_eq!(
        wide.to_string(),
        "the intercept is 40000.0 ± 4000.0: 10.0 %, more than 5.0 %"
    );
    let off = Reason::NotLinear {
        length: 128.0,
        median: 110.0,
        line: 100.0,
        limit: 0.05,
    };
    assert_eq!(
        off.to_string(),
        "at 128 bytes the median is 110.0, the line 100.0: 10.0 %, more than 5.0 %"
    );
}
