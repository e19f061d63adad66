//! From lines to costs.

use super::price::Cost;
use crate::measure::sample::Metric;
use crate::statistics::{self, Fit, Line, Reason, Sample, Verdict};

/// Lines fitted to samples.
pub(super) struct Fitted {
    /// The measured thing, such as a series.
    pub(super) of: String,
    pub(super) metric: Metric,
    pub(super) fit: Fit,
    /// The least line above the 99.9th percentile of all samples at every length, if it is drawn.
    pub(super) envelope: Option<Line>,
}

impl Fitted {
    /// The lines of these samples, if they have one.
    pub(super) fn new(of: String, metric: Metric, samples: &[Sample]) -> Option<Self> {
        Some(Self {
            of,
            metric,
            fit: statistics::fit(samples)?,
            envelope: None,
        })
    }

    /// What a call costs however long it is, to be paid `factor` times.
    pub(super) fn intercept(&self, factor: u32) -> Cost {
        let value = self.fit.least_squares.intercept;
        self.cost(value, self.fit.intercept.high, factor, false)
    }

    /// What a byte or an item costs, to be paid `factor` times.
    pub(super) fn slope(&self, factor: u32) -> Cost {
        let value = self.fit.least_squares.slope;
        self.cost(value, self.fit.slope.high, factor, true)
    }

    fn cost(&self, value: f64, high: f64, factor: u32, is_slope: bool) -> Cost {
        Cost {
            of: self.of.clone(),
            metric: self.metric,
            value,
            high,
            least_paid: value,
            factor,
            doubts: self.doubts(is_slope),
        }
    }

    /// Reasons against pricing by the line, or by its slope alone.
    pub(super) fn doubts(&self, of_the_slope_alone: bool) -> Vec<String> {
        let Verdict::Uncertain(reasons) = &self.fit.verdict else {
            return Vec::new();
        };
        let counts = |it: &&Reason| it.is_of_slope || !of_the_slope_alone;
        let reasons = reasons.iter().filter(counts);
        reasons.map(ToString::to_string).collect()
    }
}
