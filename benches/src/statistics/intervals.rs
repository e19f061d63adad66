//! How far the intercept and the slope of the least-squares line may be off: intervals that hold
//! the true value 95 times of 100, by Student's t.
//!
//! Samples of one launch share its luck, so that a launch counts as one observation: its own line.
//! The least-squares line is linear in the costs, so over launches that measured the same lengths
//! the mean of their lines is the line through all samples, and the interval is that of a mean of
//! independent observations. No noise has to be normal or equal at all lengths, only the launches'
//! lines near enough to it (`tests::coverage` counts how often the truth is held).
//!
//! A single launch has no other to be compared with. There the interval is that of ordinary least
//! squares, from the residuals (N. R. Draper and H. Smith, "Applied Regression Analysis", 3rd ed.
//! 1998, section 1.4): noise counts as the same at every length, and a curve counts as noise.

use serde::{Deserialize, Serialize};

use super::{Interval, Line, Point, Sample, least_squares, mean};

/// What an interval rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Basis {
    /// The lines of so many launches, which have all measured the same lengths.
    Launches(usize),
    /// What one line leaves of samples that count as independent.
    Residuals,
}

/// 95 % intervals of the parameters of the least-squares line, each by itself: both hold at once
/// less often.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Intervals {
    /// Of the intercept, in the unit of `y`.
    pub intercept: Interval,
    /// Of the slope, in the unit of `y` per byte.
    pub slope: Interval,
    /// What both rest on.
    pub basis: Basis,
}

/// The intervals around `estimate`, the least-squares line of the samples. Samples that repeat
/// exactly give intervals of width 0, but for rounding.
///
/// `None` where there are fewer than 3 samples, or where anything is not finite.
pub fn intervals(samples: &[Sample], estimate: Line) -> Option<Intervals> {
    let (error, degrees, basis) = match lines_of_launches(samples) {
        Some(lines) => {
            let n = lines.len() as f64;
            let error = |of: fn(&Line) -> f64| {
                let mean = mean(lines.iter().map(of));
                let squares: f64 = lines.iter().map(of).map(|v| (v - mean) * (v - mean)).sum();
                (squares / (n - 1.0) / n).sqrt()
            };
            let error = Line {
                intercept: error(|line| line.intercept),
                slope: error(|line| line.slope),
            };
            (error, n - 1.0, Basis::Launches(lines.len()))
        }
        None => {
            let points: Vec<Point> = samples.iter().map(|s| s.point()).collect();
            let n = points.len() as f64;
            let mean_x = mean(points.iter().map(|p| p.x));
            let squares: f64 = points.iter().map(|p| (p.x - mean_x) * (p.x - mean_x)).sum();
            let left: f64 = least_squares::residuals(&points, estimate)
                .map(|r| r * r)
                .sum();
            let variance = left / (n - 2.0);
            let error = Line {
                intercept: (variance * (1.0 / n + mean_x * mean_x / squares)).sqrt(),
                slope: (variance / squares).sqrt(),
            };
            (error, n - 2.0, Basis::Residuals)
        }
    };
    let around = |estimate: f64, error: f64| {
        let half = critical(degrees) * error;
        Interval {
            low: estimate - half,
            high: estimate + half,
        }
    };
    error.is_finite().then(|| Intervals {
        intercept: around(estimate.intercept, error.intercept),
        slope: around(estimate.slope, error.slope),
        basis,
    })
}

/// The line of each launch, if there are two launches or more and all have the same lengths.
fn lines_of_launches(samples: &[Sample]) -> Option<Vec<Line>> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(|a, b| a.cluster.cmp(&b.cluster).then(a.x.total_cmp(&b.x)));
    let launches: Vec<Vec<Point>> = sorted
        .chunk_by(|a, b| a.cluster == b.cluster)
        .map(|launch| launch.iter().map(|s| s.point()).collect())
        .collect();
    let first = launches.first()?;
    let is_same = |c: &Vec<Point>| c.iter().map(|p| p.x).eq(first.iter().map(|p| p.x));
    let is_comparable = launches.len() > 1 && launches.iter().all(is_same);
    let lines = launches.iter().map(|launch| least_squares::line(launch));
    is_comparable.then(|| lines.collect())?
}

/// The 97.5th percentile of the standard normal distribution (Abramowitz and Stegun, "Handbook of
/// Mathematical Functions", table 26.5).
const NORMAL: f64 = 1.959_963_984_540_054;

/// The 97.5th percentile of Student's t with so many whole degrees of freedom, 1 or more: exact for
/// 1 and 2, `tan(0.475 pi)` and `0.95 sqrt(2 / (1 - 0.95^2))`; from 3 on the expansion of Abramowitz
/// and Stegun 26.7.5 to the fourth power of `1 / degrees`, short by 0.1 % at 3. It needs no
/// function that machines round differently.
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
mod tests {
    use super::*;

    #[test]
    fn the_critical_value_is_that_of_the_printed_tables() {
        // Abramowitz and Stegun, table 26.10, the column of 0.95 between the two tails.
        for (degrees, printed) in [
            (1.0, 12.706),
            (2.0, 4.303),
            (3.0, 3.182),
            (4.0, 2.776),
            (7.0, 2.365),
            (9.0, 2.262),
            (30.0, 2.042),
        ] {
            let off = (critical(degrees) - printed).abs();
            assert!(off < 1.5e-3 * printed, "{degrees}");
        }
        assert_eq!(critical(f64::INFINITY), NORMAL);
    }
}
