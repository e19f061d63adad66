//! The lines through a set of samples, their precision, and the verdict on them: whether a fitted line
//! may be a price, and otherwise all reasons against it.

use super::intervals::intervals;
use super::quantile::median;
use super::{Interval, Launches, Line, Point, lines};

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
pub(crate) fn fit(launches: &Launches) -> Option<Fit> {
    let whole = launches.values().map(Vec::len).max()?;
    let mut launches: Vec<_> = launches.values().cloned().collect();
    launches.retain(|launch| launch.len() == whole);
    for launch in &mut launches {
        launch.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    }
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

/// Prices that a fit allows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Verdict {
    /// The intercept is a price, and the slope a price per byte.
    Linear,
    /// The intercept is a price. The length's share cannot be distinguished from 0, so no price per
    /// byte follows.
    Flat,
    /// No price follows, for all of these reasons; at least one.
    Uncertain(Vec<Reason>),
}

/// A reason for no price: a line with the value and the limit it breaks, in the units of the data.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reason {
    /// Whether it also rules out a price from the slope alone.
    pub(crate) is_of_slope: bool,
    pub(crate) text: String,
}

/// The fewest distinct lengths: 2 define a line; the rest can contradict it.
const LENGTHS: usize = 5;

/// The largest half width of the intercept's interval, and the largest distance of Theil-Sen's
/// intercept, as shares of the intercept.
const INTERCEPT: f64 = 0.05;

/// The same limit for the slope. It is wider, since the slope matters for long messages only.
const SLOPE: f64 = 0.10;

/// The least `R^2` of a line that is not flat.
const R_SQUARED: f64 = 0.99;

/// The largest distance of the median at any length from the line, as a share of the line there;
/// whole blocks of a hash cause about 0.01.
const DEPARTURE: f64 = 0.05;

/// A flat line's slope adds less than this at the greatest length, as a share of the intercept.
const FLAT_ADDITION: f64 = 0.02;

/// The most that a flat line may hide: what either end of the slope's interval adds at the greatest
/// length, as a share of the intercept. Without this limit, enough noise would make any slope flat.
const HIDDEN_ADDITION: f64 = 0.10;

/// The reason if `part` exceeds `limit` as a share of `of`; compared by product, since `of` may be
/// 0.
fn beyond(what: String, part: f64, of: f64, limit: f64) -> Option<String> {
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let [share, most] = [(part / of).abs(), limit].map(percent);
    (part.abs() > limit * of.abs()).then(|| format!("{what}: {share}, more than {most}"))
}

/// The verdict on a fit; `medians` has the median at each length, by increasing length.
fn judge(fit: &Fit, medians: &[Point]) -> Verdict {
    let line @ Line { intercept, slope } = fit.least_squares;
    let longest = medians.last().map_or(0.0, |p| p.x);
    let is_slight = (slope * longest).abs() < FLAT_ADDITION * intercept;
    let is_flat = is_slight || fit.slope.contains(0.0);
    let (lengths, r_squared) = (fit.lengths, fit.r_squared);
    let mut reasons = Vec::new();
    let mut doubt = |is_of_slope, text: Option<String>| {
        reasons.extend(text.map(|text| Reason { is_of_slope, text }));
    };
    let few = || format!("{lengths} distinct lengths, fewer than {LENGTHS}");
    doubt(true, (lengths < LENGTHS).then(few));
    let negative = || format!("the intercept is {intercept:.1}, below 0");
    doubt(false, (intercept < 0.0).then(negative));
    let half = fit.intercept.half_width();
    let wide = format!("the intercept is {intercept:.1} ± {half:.1}");
    doubt(false, beyond(wide, half, intercept, INTERCEPT));
    let off = fit.theil_sen.intercept - intercept;
    let disagree = format!("the intercept by Theil-Sen is {off:.1} off {intercept:.1}");
    doubt(false, beyond(disagree, off, intercept, INTERCEPT));
    if is_flat {
        let adds = fit.slope.low.abs().max(fit.slope.high.abs()) * longest;
        let may = format!("a slope that may be 0 may also add {adds:.1} to {intercept:.1}");
        doubt(false, beyond(may, adds, intercept, HIDDEN_ADDITION));
    } else {
        let negative = || format!("the slope is {slope:.4} a byte, below 0");
        doubt(true, (slope < 0.0).then(negative));
        let half = fit.slope.half_width();
        let wide = format!("the slope is {slope:.4} ± {half:.4} a byte");
        doubt(true, beyond(wide, half, slope, SLOPE));
        let off = fit.theil_sen.slope - slope;
        let disagree = format!("the slope by Theil-Sen is {off:.4} off {slope:.4} a byte");
        doubt(true, beyond(disagree, off, slope, SLOPE));
        let low = || format!("R^2 is {r_squared:.4}, less than {R_SQUARED}");
        doubt(true, (r_squared < R_SQUARED).then(low));
    }
    let departures = medians.iter().map(|p| (p.x, line.below(p), line.at(p.x)));
    let farthest = departures.max_by(|a, b| (a.1 / a.2).abs().total_cmp(&(b.1 / b.2).abs()));
    if let Some((x, part, of)) = farthest {
        let what = format!("at {x} bytes the median is {part:.1} off a line at {of:.1}");
        doubt(false, beyond(what, part, of, DEPARTURE));
    }
    match (reasons.is_empty(), is_flat) {
        (false, _) => Verdict::Uncertain(reasons),
        (true, true) => Verdict::Flat,
        (true, false) => Verdict::Linear,
    }
}
