//! Straight lines through measured costs: the cost of starting an operation (the intercept), and
//! the cost of each byte of its message (the slope).
//!
//! `x` is the length of a message in bytes, `y` its cost in any one unit (nanoseconds,
//! instructions). Every result follows from the samples alone: only `+ - * /` and `sqrt` of `f64`
//! are used, which IEEE 754 rounds the same way everywhere.
//!
//! | module | gives | trust it when |
//! |---|---|---|
//! | [`quantile`] | medians, percentiles | `n` samples reach that far |
//! | [`lines`] | least squares, the line of the mean cost | there are no outliers |
//! | | Theil-Sen, the line of the median cost | under 29 % are outliers |
//! | [`intervals`] | precision of intercept and slope | there are several launches |
//! | [`mod@fit`] | the lines, their intervals and a verdict | that is not `Uncertain` |
//! | [`Verdict`] | whether a price may follow, or why not | its limits suit the use |
//!
//! Two lines that disagree indicate outliers or several modes; the verdict says so, and neither
//! line is reliable until the reason is known.

mod fit;
mod intervals;
mod lines;
pub(crate) mod quantile;

#[cfg(test)]
mod tests;

pub(crate) use fit::{Fit, Reason, Verdict, fit};
pub(crate) use intervals::of_mean;
use std::collections::BTreeMap;

/// A cost at a length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    /// The length of the message, in bytes.
    pub(crate) x: f64,
    /// The cost, in the unit of the data.
    pub(crate) y: f64,
}

/// Costs at lengths, by the launch of the process. Samples of one launch share its conditions
/// (addresses, frequency, neighbours), so they are not independent of each other.
pub(crate) type Launches = BTreeMap<u32, Vec<Point>>;

/// The line `y = intercept + slope * x`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Line {
    /// The cost at length 0, in the unit of `y`.
    pub(crate) intercept: f64,
    /// The cost a byte adds, in the unit of `y` per byte.
    pub(crate) slope: f64,
}

impl Line {
    /// The cost on the line at length `x`, in the unit of `y`.
    pub(crate) fn at(self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }

    /// How far a point lies above the line, in the unit of `y`; negative if it lies below.
    fn below(self, point: &Point) -> f64 {
        point.y - self.at(point.x)
    }

    fn if_finite(self) -> Option<Self> {
        (self.intercept.is_finite() && self.slope.is_finite()).then_some(self)
    }
}

/// A closed interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Interval {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Interval {
    /// Whether `value` lies in it, the ends included; never for NaN.
    fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Half of the distance between the ends, in their unit.
    fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The arithmetic mean; NaN without values.
fn mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    values.clone().sum::<f64>() / values.count() as f64
}

fn squares(values: impl Iterator<Item = f64>) -> f64 {
    values.map(|value| value * value).sum()
}
