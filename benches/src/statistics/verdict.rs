//! Whether a fitted line may be printed as a price, and if not, every reason why.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Fit, Line, Point};

/// What may follow from a fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Verdict {
    /// The intercept is a price, and the slope a price per byte.
    Linear,
    /// The intercept is a price. The length adds nothing that can be told from nothing, so no
    /// price per byte follows.
    Flat,
    /// No price follows, for all of these reasons; at least one.
    Uncertain(Vec<Reason>),
}

/// From where on a fit is not to be believed. Shares are fractions: 0.05 is 5 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The fewest distinct lengths: a line takes 2; the rest can contradict it.
    pub lengths: usize,
    /// The widest half of the interval of the intercept, and the farthest that of Theil-Sen may be
    /// off, as shares of the intercept.
    pub intercept: f64,
    /// The same of the slope. Wider: it matters for long messages only.
    pub slope: f64,
    /// The least `R^2` of a line that is not flat.
    pub r_squared: f64,
    /// The farthest the median at any length may be from the line, as a share of the line there;
    /// whole blocks of a hash come to about 0.01.
    pub departure: f64,
    /// What the slope adds at the greatest length for the line to be flat, as a share of the
    /// intercept.
    pub flat_addition: f64,
    /// The most a flat line may hide: what either end of the interval of the slope adds at the
    /// greatest length, as a share of the intercept. Without it enough noise would pass any slope
    /// off as flat.
    pub hidden_addition: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            lengths: 5,
            intercept: 0.05,
            slope: 0.10,
            r_squared: 0.99,
            departure: 0.05,
            flat_addition: 0.02,
            hidden_addition: 0.10,
        }
    }
}

/// Why no price follows. `Display` gives one line with the value and the limit it breaks; costs
/// are in the unit of the data, slopes in that unit per byte, limits as in [`Limits`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, thiserror::Error)]
pub enum Reason {
    /// Too few distinct lengths to tell a line from a curve: how many, and the limit.
    #[error("{0} distinct lengths, fewer than {1}")]
    TooFewLengths(usize, usize),
    /// The line starts below 0.
    #[error("the intercept is {0:.1}, below 0")]
    NegativeIntercept(f64),
    /// Longer messages would cost less.
    #[error("the slope is {0:.4} a byte, below 0")]
    NegativeSlope(f64),
    /// The intercept is not known well enough.
    #[error("the intercept is {:.1} ± {:.1}: {}", .0.of, .0.part, .0)]
    WideIntercept(Share),
    /// The slope is not known well enough.
    #[error("the slope is {:.4} ± {:.4} a byte: {}", .0.of, .0.part, .0)]
    WideSlope(Share),
    /// The slope cannot be told from 0, nor from one that matters at the greatest length.
    #[error("a slope that may be 0 may also add {:.1} to {:.1}: {}", .0.part, .0.of, .0)]
    HiddenSlope(Share),
    /// The line accounts for too little of the variation, noise or a curve: `R^2`, and the limit.
    #[error("R^2 is {0:.4}, less than {1}")]
    LowRSquared(f64, f64),
    /// The median at this length, the farthest one, is off the line.
    #[error("at {} bytes the median is {:.1} off a line at {:.1}: {}", .0, .1.part, .1.of, .1)]
    NotLinear(f64, Share),
    /// Outliers or several modes: the intercepts of the two methods differ.
    #[error("the intercept by Theil-Sen is {:.1} off {:.1}: {}", .0.part, .0.of, .0)]
    InterceptsDisagree(Share),
    /// Outliers or several modes: the slopes of the two methods differ.
    #[error("the slope by Theil-Sen is {:.4} off {:.4} a byte: {}", .0.part, .0.of, .0)]
    SlopesDisagree(Share),
}

/// A part that is more of a whole than the limit, a fraction, allows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the words above say them")]
pub struct Share {
    pub part: f64,
    pub of: f64,
    pub limit: f64,
}

impl Share {
    /// Compared by product, since the whole may be 0.
    fn beyond(part: f64, of: f64, limit: f64) -> Option<Self> {
        (part.abs() > limit * of.abs()).then_some(Self { part, of, limit })
    }

    fn value(&self) -> f64 {
        (self.part / self.of).abs()
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (share, limit) = (self.value() * 100.0, self.limit * 100.0);
        write!(f, "{share:.1} %, more than {limit:.1} %")
    }
}

/// The verdict on a fit; `medians` are those at each length, by rising length.
pub(super) fn judge(fit: &Fit, medians: &[Point], limits: &Limits) -> Verdict {
    let Line { intercept, slope } = fit.least_squares;
    let robust = fit.theil_sen;
    let longest = medians.last().map_or(0.0, |p| p.x);
    let is_slight = (slope * longest).abs() < limits.flat_addition * intercept;
    let is_flat = is_slight || fit.slope.contains(0.0);
    let of_intercept = |part| Share::beyond(part, intercept, limits.intercept);
    let of_slope = |part| Share::beyond(part, slope, limits.slope);
    let too_few = fit.lengths < limits.lengths;
    let mut reasons = vec![
        too_few.then_some(Reason::TooFewLengths(fit.lengths, limits.lengths)),
        (intercept < 0.0).then_some(Reason::NegativeIntercept(intercept)),
        of_intercept(fit.intercept.half_width()).map(Reason::WideIntercept),
        of_intercept(robust.intercept - intercept).map(Reason::InterceptsDisagree),
    ];
    if is_flat {
        let adds = fit.slope.low.abs().max(fit.slope.high.abs()) * longest;
        let hidden = Share::beyond(adds, intercept, limits.hidden_addition);
        reasons.push(hidden.map(Reason::HiddenSlope));
    } else {
        let is_low = fit.r_squared < limits.r_squared;
        reasons.extend([
            (slope < 0.0).then_some(Reason::NegativeSlope(slope)),
            of_slope(fit.slope.half_width()).map(Reason::WideSlope),
            of_slope(robust.slope - slope).map(Reason::SlopesDisagree),
            is_low.then_some(Reason::LowRSquared(fit.r_squared, limits.r_squared)),
        ]);
    }
    let off = medians.iter().filter_map(|p| {
        let line = fit.least_squares;
        let share = Share::beyond(line.below(p), line.at(p.x), limits.departure)?;
        Some((p.x, share))
    });
    let farthest = off.max_by(|(_, a), (_, b)| a.value().total_cmp(&b.value()));
    reasons.push(farthest.map(|(length, share)| Reason::NotLinear(length, share)));
    let reasons: Vec<Reason> = reasons.into_iter().flatten().collect();
    match (reasons.is_empty(), is_flat) {
        (false, _) => Verdict::Uncertain(reasons),
        (true, true) => Verdict::Flat,
        (true, false) => Verdict::Linear,
    }
}
