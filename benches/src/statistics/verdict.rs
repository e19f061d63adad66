//! Whether a fitted line may be printed as a price, and if not, every reason why.

use std::fmt;

use serde::{Deserialize, Serialize};

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
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// The fewest distinct lengths. Default 5: a line takes 2, and leaves 3 to contradict it.
    pub lengths: usize,
    /// The widest half of the interval of the intercept, as a share of the intercept. Default
    /// 0.05.
    pub intercept_half_width: f64,
    /// The widest half of the interval of the slope, as a share of the slope. Default 0.10: the
    /// slope matters for long messages only.
    pub slope_half_width: f64,
    /// The least `R^2` of a line that is not flat. Default 0.99.
    pub r_squared: f64,
    /// The farthest the median at any length may be from the line, as a share of the line there.
    /// Default 0.05; whole blocks of a hash come to about 0.01.
    pub departure: f64,
    /// What the slope adds at the greatest length for the line to be flat, as a share of the
    /// intercept. Default 0.02.
    pub flat_addition: f64,
    /// The most a flat line may hide: what either end of the interval of the slope adds at the
    /// greatest length, as a share of the intercept. Default 0.10. Without it enough noise would
    /// pass any slope off as flat.
    pub hidden_addition: f64,
    /// How far the intercepts of least squares and Theil-Sen may differ, as a share of the former.
    /// Default 0.05.
    pub intercept_disagreement: f64,
    /// How far their slopes may differ, as a share of the former. Default 0.10.
    pub slope_disagreement: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            lengths: 5,
            intercept_half_width: 0.05,
            slope_half_width: 0.10,
            r_squared: 0.99,
            departure: 0.05,
            flat_addition: 0.02,
            hidden_addition: 0.10,
            intercept_disagreement: 0.05,
            slope_disagreement: 0.10,
        }
    }
}

/// Why no price follows. `Display` gives one line with the value and the limit it breaks; costs
/// are in the unit of the data, slopes in that unit per byte, limits as in [`Limits`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(
    missing_docs,
    reason = "the fields are the terms of the line that `Display` gives"
)]
pub enum Reason {
    /// Too few distinct lengths to tell a line from a curve.
    TooFewLengths { lengths: usize, limit: usize },
    /// The line starts below 0.
    NegativeIntercept { intercept: f64 },
    /// Longer messages would cost less.
    NegativeSlope { slope: f64 },
    /// The intercept is not known well enough.
    WideIntercept {
        half_width: f64,
        of: f64,
        limit: f64,
    },
    /// The slope is not known well enough.
    WideSlope {
        half_width: f64,
        of: f64,
        limit: f64,
    },
    /// The slope cannot be told from 0, nor from one that matters: `adds` at the greatest length,
    /// beside an intercept `of`.
    HiddenSlope { adds: f64, of: f64, limit: f64 },
    /// The line accounts for too little of the variation: noise or a curve.
    LowRSquared { r_squared: f64, limit: f64 },
    /// The median at a length, the farthest one, is off the line.
    NotLinear {
        length: f64,
        median: f64,
        line: f64,
        limit: f64,
    },
    /// Outliers or several modes: the intercepts of the two methods differ.
    InterceptsDisagree {
        least_squares: f64,
        theil_sen: f64,
        limit: f64,
    },
    /// Outliers or several modes: the slopes of the two methods differ.
    SlopesDisagree {
        least_squares: f64,
        theil_sen: f64,
        limit: f64,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TooFewLengths { lengths, limit } => {
                write!(f, "{lengths} distinct lengths, fewer than {limit}")
            }
            Self::NegativeIntercept { intercept } => {
                write!(f, "the intercept is {intercept:.1}, below 0")
            }
            Self::NegativeSlope { slope } => write!(f, "the slope is {slope:.4} a byte, below 0"),
            Self::WideIntercept {
                half_width,
                of,
                limit,
            } => {
                write!(f, "the intercept is {of:.1} ± {half_width:.1}: ")?;
                more(f, half_width / of, limit)
            }
            Self::WideSlope {
                half_width,
                of,
                limit,
            } => {
                write!(f, "the slope is {of:.4} ± {half_width:.4} a byte: ")?;
                more(f, half_width / of, limit)
            }
            Self::HiddenSlope { adds, of, limit } => {
                write!(
                    f,
                    "a slope that may be 0 may also add {adds:.1} to {of:.1}: "
                )?;
                more(f, adds / of, limit)
            }
            Self::LowRSquared { r_squared, limit } => {
                write!(f, "R^2 is {r_squared:.4}, less than {limit}")
            }
            Self::NotLinear {
                length,
                median,
                line,
                limit,
            } => {
                write!(
                    f,
                    "at {length} bytes the median is {median:.1}, the line {line:.1}: "
                )?;
                more(f, (median - line) / line, limit)
            }
            Self::InterceptsDisagree {
                least_squares: a,
                theil_sen: b,
                limit,
            } => {
                write!(
                    f,
                    "the intercept is {a:.1} by least squares, {b:.1} by Theil-Sen: "
                )?;
                more(f, (a - b) / a, limit)
            }
            Self::SlopesDisagree {
                least_squares: a,
                theil_sen: b,
                limit,
            } => {
                write!(
                    f,
                    "the slope is {a:.4} by least squares, {b:.4} by Theil-Sen: "
                )?;
                more(f, (a - b) / a, limit)
            }
        }
    }
}

fn more(f: &mut fmt::Formatter<'_>, share: f64, limit: f64) -> fmt::Result {
    write!(
        f,
        "{:.1} %, more than {:.1} %",
        share.abs() * 100.0,
        limit * 100.0
    )
}
