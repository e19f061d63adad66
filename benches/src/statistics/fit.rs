//! The lines through a set of samples, their precision, and the verdict on them.

use super::intervals::intervals;
use super::quantile::median;
use super::verdict::{Verdict, judge};
use super::{Interval, Line, Point, Sample, lines};

/// The lines through the samples, their precision, and a verdict. Costs are in the unit of the
/// samples, slopes in that unit per byte.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fit {
    /// The line to print if the verdict allows it.
    pub(crate) least_squares: Line,
    /// The Theil-Sen line, which outliers do not move.
    pub(crate) theil_sen: Line,
    /// The 95 % interval of the least-squares intercept.
    pub(crate) intercept: Interval,
    /// The 95 % interval of the least-squares slope.
    pub(crate) slope: Interval,
    /// The share of the variation that the least-squares line explains.
    pub(crate) r_squared: f64,
    pub(crate) samples: usize,
    /// The number of distinct lengths.
    pub(crate) lengths: usize,
    /// Whether a price may follow.
    pub(crate) verdict: Verdict,
}

/// Fits the samples, in any order, and judges the result. The same samples give the same bits. An
/// incomplete launch is left out, since intervals need complete ones.
///
/// `None` with fewer than 3 samples or 2 distinct lengths, or if anything, including a sum of
/// squares, is not finite.
///
/// # Cost
///
/// Quadratic in the number of samples, as [`lines::theil_sen`].
pub(crate) fn fit(samples: &[Sample]) -> Option<Fit> {
    let mut samples = samples.to_vec();
    samples.sort_by(|a, b| {
        let by_launch = a.launch.cmp(&b.launch);
        let by_length = by_launch.then(a.point.x.total_cmp(&b.point.x));
        by_length.then(a.point.y.total_cmp(&b.point.y))
    });
    let launches = samples.chunk_by(|a, b| a.launch == b.launch);
    let launches = launches.map(|launch| launch.iter().map(|it| it.point).collect());
    let mut launches: Vec<Vec<Point>> = launches.collect();
    let whole = launches.iter().map(Vec::len).max()?;
    launches.retain(|launch| launch.len() == whole);
    let points = launches.concat();
    let medians = medians(&points);
    let line = lines::least_squares(&points)?;
    let [intercept, slope] = intervals(&launches, line)?;
    let mut fit = Fit {
        least_squares: line,
        theil_sen: lines::theil_sen(&points)?,
        intercept,
        slope,
        r_squared: lines::r_squared(&points, line)?,
        samples: points.len(),
        lengths: medians.len(),
        verdict: Verdict::Linear,
    };
    fit.verdict = judge(&fit, &medians);
    Some(fit)
}

/// The median at each length, by rising length.
fn medians(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x));
    let strata = sorted.chunk_by(|a, b| a.x == b.x);
    let median = |stratum: &[Point]| {
        let costs: Vec<f64> = stratum.iter().map(|p| p.y).collect();
        let (x, y) = (stratum.first()?.x, median(&costs)?);
        Some(Point { x, y })
    };
    strata.filter_map(median).collect()
}
