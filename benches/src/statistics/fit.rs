//! Everything about the line through a set of samples, and a verdict on it.

use serde::{Deserialize, Serialize};

use super::intervals::{Basis, intervals};
use super::quantile::median;
use super::verdict::{Limits, Verdict, judge};
use super::{Interval, Line, Point, Sample, lines};

/// The lines through the samples, what is known of their precision, and a verdict. Costs are in
/// the unit of the samples, slopes in that unit per byte.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// The least-squares line: the one to print where the verdict allows.
    pub least_squares: Line,
    /// The Theil-Sen line, which outliers do not move.
    pub theil_sen: Line,
    /// The 95 % interval of the least-squares intercept.
    pub intercept: Interval,
    /// The 95 % interval of the least-squares slope.
    pub slope: Interval,
    /// What the two intervals rest on.
    pub basis: Basis,
    /// The share of the variation that the least-squares line accounts for.
    pub r_squared: f64,
    /// The greatest distance of a sample above the least-squares line; 0 where none lies above.
    pub largest_residual: f64,
    /// The number of samples.
    pub samples: usize,
    /// The number of distinct lengths.
    pub lengths: usize,
    /// Whether a price may follow.
    pub verdict: Verdict,
}

/// Why there is no line at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// Fewer than 3 samples or 2 distinct lengths.
    #[error("{samples} samples at {lengths} lengths: a line needs 3 samples at 2 lengths")]
    TooFew {
        /// The number of samples.
        samples: usize,
        /// The number of distinct lengths.
        lengths: usize,
    },
    /// A sample is NaN or infinite, or so large that a sum of squares is.
    #[error("a sample, or what follows from it, is not a finite number")]
    NotFinite,
}

/// Fits the samples, in any order, and judges the result by the limits. The same samples
/// give the same bits.
///
/// # Errors
///
/// There is no line, or none that numbers of 64 bits can say.
///
/// # Cost
///
/// Quadratic in the number of samples, as [`lines::theil_sen`].
pub fn fit(samples: &[Sample], limits: &Limits) -> Result<Fit, FitError> {
    // NaN equals nothing, itself included, so it would count as a length each time.
    if !samples.iter().all(|s| s.x.is_finite() && s.y.is_finite()) {
        return Err(FitError::NotFinite);
    }
    let mut sorted = samples.to_vec();
    sorted.sort_by(|a, b| {
        let by_launch = a.cluster.cmp(&b.cluster);
        by_launch
            .then(a.x.total_cmp(&b.x))
            .then(a.y.total_cmp(&b.y))
    });
    let medians = medians(&sorted);
    let (samples, lengths) = (samples.len(), medians.len());
    if samples < 3 || lengths < 2 {
        return Err(FitError::TooFew { samples, lengths });
    }
    measure(&sorted, &medians, limits).ok_or(FitError::NotFinite)
}

fn measure(samples: &[Sample], medians: &[Point], limits: &Limits) -> Option<Fit> {
    let points: Vec<Point> = samples.iter().map(Sample::point).collect();
    let line = lines::least_squares(&points)?;
    let ([intercept, slope], basis) = intervals(samples, line)?;
    let above = points.iter().map(|p| line.below(p));
    let mut fit = Fit {
        least_squares: line,
        theil_sen: lines::theil_sen(&points)?,
        intercept,
        slope,
        basis,
        r_squared: lines::r_squared(&points, line)?,
        largest_residual: above.fold(0.0, f64::max),
        samples: samples.len(),
        lengths: medians.len(),
        verdict: Verdict::Linear,
    };
    fit.verdict = judge(&fit, medians, limits);
    Some(fit)
}

/// The median at each length, by rising length.
fn medians(samples: &[Sample]) -> Vec<Point> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x));
    let strata = sorted.chunk_by(|a, b| a.x == b.x);
    let median = |stratum: &[Sample]| {
        let costs: Vec<f64> = stratum.iter().map(|s| s.y).collect();
        let (x, y) = (stratum.first()?.x, median(&costs)?);
        Some(Point { x, y })
    };
    strata.filter_map(median).collect()
}
