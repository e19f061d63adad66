//! How far the intercept and the slope of the least-squares line may be off: bootstrap intervals
//! that hold the true value 95 times of 100 (B. Efron and R. J. Tibshirani, "An Introduction to
//! the Bootstrap", 1993, chapters 9 and 13; A. C. Davison and D. V. Hinkley, "Bootstrap Methods
//! and their Application", 1997, sections 3.2, 3.8 and 6.2).
//!
//! The lengths are chosen, not drawn, so every resample keeps them. What is drawn, with
//! replacement, depends on the data; see [`Resampling`].
//!
//! A percentile interval is too narrow for few units: deviations from a mean of `n` are short by
//! `sqrt((n - 1) / n)`, and the percentiles behave as if the variance were known. Both are
//! corrected: deviations are stretched by `sqrt(n / (n - 1))`, and the distance of either end of
//! the interval from the estimate by `t / z`, the critical value of Student's t over that of the
//! normal distribution (the expanded percentile interval of T. C. Hesterberg, "What Teachers
//! Should Know About the Bootstrap", The American Statistician 69(4), 2015). Where strata differ
//! in noise the degrees of freedom are Welch and Satterthwaite's, for the estimates are weighted
//! sums of the strata's means. The studentized bootstrap-t would do as well on smooth noise, but
//! launches in two modes draw resamples in one mode, of variance 0, and its interval explodes.

use fastrand::Rng;
use serde::{Deserialize, Serialize};

use super::student::{NORMAL, critical, welch_satterthwaite};
use super::{Interval, Line, Point, Sample, by_length, least_squares, mean, quantile::quantile};

/// The number of resamples: Efron and Tibshirani ask for 1,000 at least where percentiles are
/// taken. With 2,000, 50 lie beyond each end, and the draw moves an end by 3 % of the half width
/// (one standard error): little beside a limit of 5 %.
pub const RESAMPLES: usize = 2_000;

/// The launches from which on they are resampled as a whole. Fewer have too few distinct
/// resamples: 4 have 35, so that 2.5 % of them is less than one.
pub const CLUSTERS: usize = 5;

/// What was drawn with replacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resampling {
    /// Whole launches, so many: each has measured the same lengths, and what is common to one
    /// launch counts once, not once per length.
    Clusters(usize),
    /// Samples within each length, as noise differs between lengths. Samples count as
    /// independent: launches that differ as a whole make these intervals too narrow.
    Strata,
    /// Residuals over all lengths, as some length has a single sample and so no noise of its
    /// own. Noise counts as the same at every length, and a curve counts as noise.
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
    /// What was drawn.
    pub resampling: Resampling,
}

/// The intervals after so many resamples. The same samples in the same order, number and seed
/// give the same bits. Samples that repeat exactly give intervals of width 0, but for
/// rounding.
///
/// `None` where there is no least-squares line, or no resample was asked for.
pub fn intervals(samples: &[Sample], resamples: usize, seed: u64) -> Option<Intervals> {
    let points: Vec<Point> = samples.iter().map(|s| s.point()).collect();
    let estimate = least_squares::line(&points)?;
    let plan = Plan::of(samples, &points, estimate);
    let mut rng = Rng::with_seed(seed);
    let (mut intercepts, mut slopes) = (Vec::new(), Vec::new());
    let mut drawn = Vec::new();
    for _ in 0..resamples {
        plan.draw(&mut rng, &mut drawn);
        let line = least_squares::line(&drawn)?;
        intercepts.push(line.intercept);
        slopes.push(line.slope);
    }
    Some(Intervals {
        intercept: expanded(&intercepts, estimate.intercept, plan.stretch.intercept)?,
        slope: expanded(&slopes, estimate.slope, plan.stretch.slope)?,
        resampling: plan.resampling,
    })
}

/// The 2.5th to the 97.5th percentile, either end moved away from the estimate by a factor.
fn expanded(draws: &[f64], estimate: f64, factor: f64) -> Option<Interval> {
    let low = estimate + factor * (quantile(draws, 0.025)? - estimate);
    let high = estimate + factor * (quantile(draws, 0.975)? - estimate);
    // Rounding alone must not put the estimate outside of an interval of width 0.
    Some(Interval {
        low: low.min(estimate),
        high: high.max(estimate),
    })
}

struct Plan {
    resampling: Resampling,
    /// The units to choose from, as many as there are in a group; for residuals one group of
    /// deviations.
    groups: Vec<Vec<Vec<Point>>>,
    /// What a residual is added to: the fitted line at every sample. Empty for other plans.
    fitted: Vec<Point>,
    /// By how much to expand the percentile intervals.
    stretch: Line,
}

impl Plan {
    fn of(samples: &[Sample], points: &[Point], estimate: Line) -> Self {
        if let Some(clusters) = balanced_clusters(samples) {
            let n = clusters.len() as f64;
            let factor = (n / (n - 1.0)).sqrt() * critical(n - 1.0) / NORMAL;
            return Self {
                resampling: Resampling::Clusters(clusters.len()),
                groups: vec![clusters],
                fitted: Vec::new(),
                stretch: both(factor),
            };
        }
        let strata = by_length(points.iter().copied());
        if strata.iter().all(|stratum| stratum.len() > 1) {
            return Self {
                resampling: Resampling::Strata,
                stretch: stretch_of_strata(points, &strata),
                groups: strata.iter().map(|s| inflated(s)).collect(),
                fitted: Vec::new(),
            };
        }
        // A line uses up two of the degrees of freedom.
        let (n, left) = (points.len() as f64, points.len() as f64 - 2.0);
        let inflate = (n / left).sqrt();
        let residuals = least_squares::residuals(points, estimate);
        let deviation = |r| vec![point(0.0, r * inflate)];
        Self {
            resampling: Resampling::Residuals,
            groups: vec![residuals.map(deviation).collect()],
            fitted: points
                .iter()
                .map(|p| point(p.x, estimate.at(p.x)))
                .collect(),
            stretch: both(critical(left) / NORMAL),
        }
    }

    /// A resample, into `drawn`.
    fn draw(&self, rng: &mut Rng, drawn: &mut Vec<Point>) {
        drawn.clear();
        for group in &self.groups {
            for _ in group {
                drawn.extend(rng.choice(group).into_iter().flatten());
            }
        }
        // Only a plan for residuals has fitted points; what was drawn are deviations from them.
        for (drawn, fitted) in drawn.iter_mut().zip(&self.fitted) {
            *drawn = point(fitted.x, fitted.y + drawn.y);
        }
    }
}

fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

fn both(factor: f64) -> Line {
    Line {
        intercept: factor,
        slope: factor,
    }
}

/// The samples of each launch, if there are enough launches and all have the same lengths.
fn balanced_clusters(samples: &[Sample]) -> Option<Vec<Vec<Point>>> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(|a, b| a.cluster.cmp(&b.cluster).then(a.x.total_cmp(&b.x)));
    let points = |cluster: &[Sample]| cluster.iter().map(|s| s.point()).collect::<Vec<_>>();
    let clusters: Vec<_> = sorted
        .chunk_by(|a, b| a.cluster == b.cluster)
        .map(points)
        .collect();
    let first = clusters.first()?;
    let same = |c: &Vec<Point>| c.iter().map(|p| p.x).eq(first.iter().map(|p| p.x));
    let distinct = first
        .iter()
        .any(|p| Some(p.x) != first.first().map(|f| f.x));
    (clusters.len() >= CLUSTERS && distinct && clusters.iter().all(same)).then_some(clusters)
}

/// The samples of one length, their deviations from its mean stretched to the unbiased variance.
fn inflated(stratum: &[Point]) -> Vec<Vec<Point>> {
    let n = stratum.len() as f64;
    let mean_y = mean(stratum.iter().map(|p| p.y));
    let inflate = (n / (n - 1.0)).sqrt();
    let stretched = |p: &Point| vec![point(p.x, mean_y + inflate * (p.y - mean_y))];
    stratum.iter().map(stretched).collect()
}

fn stretch_of_strata(points: &[Point], strata: &[Vec<Point>]) -> Line {
    let n = points.len() as f64;
    let mean_x = mean(points.iter().map(|p| p.x));
    let squares: f64 = points.iter().map(|p| (p.x - mean_x) * (p.x - mean_x)).sum();
    // The estimates are sums of `weight(x) * y`, so a stratum adds its variance times weight^2.
    let factor = |weight: &dyn Fn(f64) -> f64| {
        let variances = strata.iter().filter_map(|stratum| {
            let mean_y = mean(stratum.iter().map(|p| p.y));
            let deviations: f64 = stratum
                .iter()
                .map(|p| (p.y - mean_y) * (p.y - mean_y))
                .sum();
            let (size, w) = (stratum.len() as f64, weight(stratum.first()?.x));
            Some((size * w * w * deviations / (size - 1.0), size - 1.0))
        });
        critical(welch_satterthwaite(variances)) / NORMAL
    };
    Line {
        intercept: factor(&|x| 1.0 / n - mean_x * (x - mean_x) / squares),
        slope: factor(&|x| (x - mean_x) / squares),
    }
}
