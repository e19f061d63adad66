//! The verdict on samples of a known nature.

use super::super::verdict::Share;
use super::super::*;
use super::*;

fn reasons(samples: &[Sample]) -> Vec<Reason> {
    match fitted(samples).verdict {
        Verdict::Uncertain(reasons) => reasons,
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_kind_of_doubt_has_its_reason() {
    let mut rng = Rng::with_seed(5);
    let mut outliers = noisy(0.005);
    // One in ten, at every other length.
    let wild = outliers.iter_mut().skip(3).step_by(10);
    wild.for_each(|sample| sample.y *= 3.0);
    let robust = fitted(&outliers).theil_sen;
    assert!(is_near_line(robust, TRUE, 0.01), "{robust:?}");
    let of = |cost: fn(f64) -> f64| samples(8, |x, _| cost(x));
    let is_any = |samples: &[Sample], is_it: fn(&Reason) -> bool| {
        let reasons = reasons(samples);
        assert!(reasons.iter().any(is_it), "{reasons:?}");
    };
    is_any(&outliers, |it| matches!(it, Reason::InterceptsDisagree(_)));
    is_any(&of(|x| 1.6 * x - 100.0), |it| {
        matches!(it, Reason::NegativeIntercept(_))
    });
    is_any(&of(|x| 4e4 - 0.1 * x), |it| {
        matches!(it, Reason::NegativeSlope(_))
    });
    let curve = of(|x| 4e4 + 1e-4 * x * x);
    is_any(&curve, |it| matches!(it, Reason::NotLinear(..)));
    is_any(&curve, |it| matches!(it, Reason::LowRSquared(..)));
    let noise = samples(8, |_, _| 4e4 * (1.0 + 0.3 * normal(&mut rng)));
    is_any(&noise, |it| matches!(it, Reason::HiddenSlope(_)));
    let steep = samples(8, |x, launch| 4e4 + x * f64::from(1 + launch));
    is_any(&steep, |it| matches!(it, Reason::WideSlope(_)));
    let mut bent = samples(8, |x, _| TRUE.at(x));
    let longest = bent.iter_mut().filter(|it| it.x == LENGTHS[13]);
    longest.take(4).for_each(|it| it.y *= 2.0);
    is_any(&bent, |it| matches!(it, Reason::SlopesDisagree(_)));
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
    assert!(is_near(fit.intercept.half_width(), expected, 1e-3));
    assert!(fit.intercept.contains(36_500.0));
    // The slope is the same in both modes.
    assert!(fit.slope.half_width() < 1e-9);
    let is_it = |it: &Reason| matches!(it, Reason::WideIntercept(_));
    assert!(reasons(&bimodal).iter().any(is_it));
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
fn too_few_lengths_are_uncertain_and_one_is_an_error() {
    let short = |lengths: f64| {
        let mut all = samples(8, |x, _| TRUE.at(x));
        all.retain(|s| s.x < lengths);
        all
    };
    assert!(reasons(&short(127.0)).contains(&Reason::TooFewLengths(4, 5)));
    for (few, samples, lengths) in [(short(1.0), 8, 1), (vec![], 0, 0)] {
        let error = fit(&few, &Limits::default()).unwrap_err();
        assert_eq!(error, FitError::TooFew { samples, lengths });
    }
}

#[test]
fn a_reason_names_the_value_and_the_limit() {
    let share = |part, of| Share {
        part,
        of,
        limit: 0.05,
    };
    assert_eq!(
        Reason::WideIntercept(share(4_000.0, 40_000.0)).to_string(),
        "the intercept is 40000.0 ± 4000.0: 10.0 %, more than 5.0 %"
    );
    assert_eq!(
        Reason::NotLinear(128.0, share(-10.0, 100.0)).to_string(),
        "at 128 bytes the median is -10.0 off a line at 100.0: 10.0 %, more than 5.0 %"
    );
}
