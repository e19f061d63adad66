//! Everything about the line through a set of samples, and a verdict on it.

use serde::{Deserialize, Serialize};

use super::intervals::{Basis, intervals};
use super::quantile::median;
use super::verdict::{Limits, Reason, Verdict};
use super::{Interval, Line, Point, Sample, by_length, least_squares, theil_sen};

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
    /// The greatest distance of a sample above the least-squares line.
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
pub fn fit(samples: &[Sample], limits: &Limits) -> Result<Fit, FitError> {
    // NaN equals nothing, itself included, so it would count as a length each time.
    if !samples.iter().all(|s| s.x.is_finite() && s.y.is_finite()) {
        return Err(FitError::NotFinite);
    }
    let strata = by_length(samples.iter().map(|s| s.point()));
    if samples.len() < 3 || strata.len() < 2 {
        return Err(FitError::TooFew {
            samples: samples.len(),
            lengths: strata.len(),
        });
    }
    measure(samples, &strata, limits).ok_or(FitError::NotFinite)
}

fn measure(samples: &[Sample], strata: &[Vec<Point>], limits: &Limits) -> Option<Fit> {
    let mut samples = samples.to_vec();
    samples.sort_by(|a, b| {
        a.cluster
            .cmp(&b.cluster)
            .then(a.x.total_cmp(&b.x))
            .then(a.y.total_cmp(&b.y))
    });
    let points: Vec<Point> = samples.iter().map(|s| s.point()).collect();
    let line = least_squares::line(&points)?;
    let intervals = intervals(&samples, line)?;
    let mut fit = Fit {
        least_squares: line,
        theil_sen: theil_sen::line(&points)?,
        intercept: intervals.intercept,
        slope: intervals.slope,
        basis: intervals.basis,
        r_squared: least_squares::r_squared(&points, line)?,
        largest_residual: least_squares::largest_residual(&points, line)?,
        samples: samples.len(),
        lengths: strata.len(),
        verdict: Verdict::Linear,
    };
    fit.verdict = judge(&fit, &at_each_length(strata, median)?, limits);
    Some(fit)
}

fn at_each_length(
    strata: &[Vec<Point>],
    statistic: impl Fn(&[f64]) -> Option<f64>,
) -> Option<Vec<Point>> {
    let costs = |stratum: &[Point]| stratum.iter().map(|p| p.y).collect::<Vec<_>>();
    let point = |s: &Vec<Point>| {
        Some(Point {
            x: s.first()?.x,
            y: statistic(&costs(s))?,
        })
    };
    strata.iter().map(point).collect()
}

/// The verdict on a fit; `medians` are those at each length, by rising length.
fn judge(fit: &Fit, medians: &[Point], limits: &Limits) -> Verdict {
    let Line { intercept, slope } = fit.least_squares;
    let longest = medians.last().map_or(0.0, |p| p.x);
    let flat =
        fit.slope.contains(0.0) || (slope * longest).abs() < limits.flat_addition * intercept;
    let mut reasons = Vec::new();
    if fit.lengths < limits.lengths {
        reasons.push(Reason::TooFewLengths {
            lengths: fit.lengths,
            limit: limits.lengths,
        });
    }
    reasons.extend(judge_intercept(fit, limits));
    if flat {
        let adds = fit.slope.low.abs().max(fit.slope.high.abs()) * longest;
        let limit = limits.hidden_addition;
        if adds > limit * intercept.abs() {
            reasons.push(Reason::HiddenSlope {
                adds,
                of: intercept,
                limit,
            });
        }
    } else {
        reasons.extend(judge_slope(fit, limits));
    }
    reasons.extend(farthest_median(
        medians,
        fit.least_squares,
        limits.departure,
    ));
    match (reasons.is_empty(), flat) {
        (false, _) => Verdict::Uncertain(reasons),
        (true, true) => Verdict::Flat,
        (true, false) => Verdict::Linear,
    }
}

fn judge_intercept(fit: &Fit, limits: &Limits) -> Vec<Reason> {
    let (of, robust) = (fit.least_squares.intercept, fit.theil_sen.intercept);
    let mut reasons = Vec::new();
    if of < 0.0 {
        reasons.push(Reason::NegativeIntercept { intercept: of });
    }
    let (half_width, limit) = (fit.intercept.half_width(), limits.intercept_half_width);
    if half_width > limit * of.abs() {
        reasons.push(Reason::WideIntercept {
            half_width,
            of,
            limit,
        });
    }
    let limit = limits.intercept_disagreement;
    if (of - robust).abs() > limit * of.abs() {
        reasons.push(Reason::InterceptsDisagree {
            least_squares: of,
            theil_sen: robust,
            limit,
        });
    }
    reasons
}

fn judge_slope(fit: &Fit, limits: &Limits) -> Vec<Reason> {
    let (of, robust) = (fit.least_squares.slope, fit.theil_sen.slope);
    let mut reasons = Vec::new();
    if of < 0.0 {
        reasons.push(Reason::NegativeSlope { slope: of });
    }
    let (half_width, limit) = (fit.slope.half_width(), limits.slope_half_width);
    if half_width > limit * of.abs() {
        reasons.push(Reason::WideSlope {
            half_width,
            of,
            limit,
        });
    }
    let limit = limits.slope_disagreement;
    if (of - robust).abs() > limit * of.abs() {
        reasons.push(Reason::SlopesDisagree {
            least_squares: of,
            theil_sen: robust,
            limit,
        });
    }
    if fit.r_squared < limits.r_squared {
        let (r_squared, limit) = (fit.r_squared, limits.r_squared);
        reasons.push(Reason::LowRSquared { r_squared, limit });
    }
    reasons
}

/// The median farthest from the line, as a share of the line there, if it is too far.
fn farthest_median(medians: &[Point], line: Line, limit: f64) -> Option<Reason> {
    // Compared by product: the line may be 0 somewhere.
    let off = |p: &&Point| (p.y - line.at(p.x)).abs() > limit * line.at(p.x).abs();
    let share = |p: &Point| ((p.y - line.at(p.x)) / line.at(p.x)).abs();
    let farthest = medians
        .iter()
        .filter(off)
        .max_by(|a, b| share(a).total_cmp(&share(b)))?;
    let (length, median) = (farthest.x, farthest.y);
    Some(Reason::NotLinear {
        length,
        median,
        line: line.at(length),
        limit,
    })
}
