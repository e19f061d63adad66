//! Precision of the least-squares intercept and slope: intervals that contain the true value 95
//! times in 100, by Student's t.
//!
//! Samples of one launch share its conditions, so a launch counts as one observation: its own line.
//! The least-squares line is linear in the costs. So over launches that measured the same lengths,
//! the mean of their lines is the line through all samples, and the interval is that of a mean of
//! independent observations. Noise need not be normal or equal at all lengths, if the launches'
//! lines are nearly normal (`tests` count how often intervals contain the truth).
//!
//! For a single launch, as for instruction counts, the interval is that of ordinary least squares, from
//! the residuals (N. R. Draper and H. Smith, "Applied Regression Analysis", 3rd ed. 1998, section 1.4):
//! it assumes equal noise at every length, and takes a curve for noise.

use super::{Interval, Line, Point, lines, mean, squares};

/// The 95 % intervals of the intercept and the slope of `estimate`, the least-squares line through
/// the launches' samples, each on its own: both hold at once less often. Samples that repeat
/// exactly give intervals of width 0, except for rounding.
///
/// `None` where there are fewer than 3 samples, or where anything is not finite.
pub(super) fn intervals(launches: &[Vec<Point>], estimate: Line) -> Option<[Interval; 2]> {
    let (errors, degrees) = if let Some(lines) = lines_of(launches) {
        let n = lines.len() as f64;
        let error = |of: fn(&Line) -> f64| error_of_mean(lines.iter().map(of));
        (
            [error(|line| line.intercept), error(|line| line.slope)],
            n - 1.0,
        )
    } else {
        let points = launches.concat();
        let n = points.len() as f64;
        let mean_x = mean(points.iter().map(|p| p.x));
        let of_x = squares(points.iter().map(|p| p.x - mean_x));
        let variance = squares(points.iter().map(|p| estimate.below(p))) / (n - 2.0);
        let of_intercept = variance * (1.0 / n + mean_x * mean_x / of_x);
        ([of_intercept.sqrt(), (variance / of_x).sqrt()], n - 2.0)
    };
    let around = |(middle, error): (f64, f64)| {
        let half = critical(degrees) * error;
        let (low, high) = (middle - half, middle + half);
        Interval { low, high }
    };
    let [intercept, slope] = errors;
    let both = [(estimate.intercept, intercept), (estimate.slope, slope)];
    let is_finite = errors.iter().all(|it| it.is_finite());
    is_finite.then(|| both.map(around))
}

/// The standard error of the mean of independent observations.
fn error_of_mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let (mean, n) = (mean(values.clone()), values.clone().count() as f64);
    (squares(values.map(|value| value - mean)) / (n - 1.0) / n).sqrt()
}

/// The mean of one observation a launch, and the upper end of its 95 % interval, in their unit;
/// `None` with fewer than 2.
pub(crate) fn of_mean(launches: &[f64]) -> Option<(f64, f64)> {
    let each = launches.iter().copied();
    let (mean, degrees) = (mean(each.clone()), launches.len().checked_sub(1)? as f64);
    let high = mean + critical(degrees) * error_of_mean(each);
    high.is_finite().then_some((mean, high))
}

/// Each launch's line, if there are at least two launches and all have the same increasing lengths.
fn lines_of(launches: &[Vec<Point>]) -> Option<Vec<Line>> {
    let xs = |launch: &[Point]| -> Vec<f64> { launch.iter().map(|p| p.x).collect() };
    let lengths = xs(launches.first()?);
    let is_comparable = launches.len() > 1 && launches.iter().all(|it| xs(it) == lengths);
    let lines = launches.iter().map(|it| lines::least_squares(it));
    is_comparable.then(|| lines.collect())?
}

/// The 97.5th percentile of the standard normal distribution (Abramowitz and Stegun, "Handbook of
/// Mathematical Functions", table 26.5).
const NORMAL: f64 = 1.959_963_984_540_054;

/// The 97.5th percentile of Student's t with this whole number of degrees of freedom, 1 or more:
/// exact for 1 and 2, `tan(0.475 pi)` and `0.95 sqrt(2 / (1 - 0.95^2))`; from 3 on the expansion of
/// Abramowitz and Stegun 26.7.5 to the fourth power of `1 / degrees`, short by 0.1 % at 3. It needs
/// no function that machines round differently.
fn critical(degrees: f64) -> f64 {
    if degrees < 2.0 {
        return 12.706_204_736_174_7;
    }
    if degrees < 3.0 {
        return 4.302_652_729_911_28;
    }
    let (z, n) = (NORMAL, degrees);
    let z2 = z * z;
    let g1 = z * (z2 + 1.0) / 4.0;
    let g2 = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
    let g3 = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
    let g4 = z * ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92_160.0;
    z + (g1 + (g2 + (g3 + g4 / n) / n) / n) / n
}

#[cfg(test)]
#[test]
fn the_critical_value_is_that_of_the_printed_tables() {
    // Abramowitz and Stegun, table 26.10, the column of 0.95 between the two tails.
    let degrees = [1.0, 2.0, 3.0, 4.0, 7.0, 9.0, 30.0];
    let printed = [12.706, 4.303, 3.182, 2.776, 2.365, 2.262, 2.042];
    for (degrees, printed) in degrees.into_iter().zip(printed) {
        let off = (critical(degrees) - printed).abs();
        assert!(off < 1.5e-3 * printed, "{degrees}");
    }
    assert_eq!(critical(f64::INFINITY), NORMAL);
}
