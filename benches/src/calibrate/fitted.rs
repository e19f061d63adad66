//! Fits lines to samples, and derives costs from the lines.

use super::price::Cost;
use crate::measure::{Cell, Measured, Metric, Sample};
use crate::statistics::{self, Fit, Reason, Verdict};
use std::collections::BTreeMap;

/// A line fitted to samples.
pub(super) struct Fitted<L> {
    pub(super) line: L,
    /// The measured thing, such as a series.
    pub(super) of: String,
    pub(super) metric: Metric,
    pub(super) samples: Vec<statistics::Sample>,
    pub(super) fit: Fit,
}

impl<L> Fitted<L> {
    /// The line of these samples, if they determine one.
    pub(super) fn new(
        line: L,
        of: String,
        metric: Metric,
        samples: Vec<statistics::Sample>,
    ) -> Option<Self> {
        Some(Self {
            line,
            of,
            metric,
            fit: statistics::fit(&samples)?,
            samples,
        })
    }

    /// A call's cost apart from its length, to be paid `factor` times.
    pub(super) fn intercept(&self, factor: u32) -> Cost {
        let value = self.fit.least_squares.intercept;
        self.cost(value, self.fit.intercept.high, factor, false)
    }

    /// The cost of a byte or an item, to be paid `factor` times.
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

    /// Reasons against a price from the line, or from its slope alone.
    pub(super) fn doubts(&self, of_the_slope_alone: bool) -> Vec<String> {
        let Verdict::Uncertain(reasons) = &self.fit.verdict else {
            return Vec::new();
        };
        let counts = |it: &&Reason| it.is_of_slope || !of_the_slope_alone;
        let reasons = reasons.iter().filter(counts);
        reasons.map(|it| it.text.clone()).collect()
    }
}

/// The times by thing and process. Each is the least at a place of the stack, since noise only
/// adds, and then the largest over the places, since a contract can choose the place.
pub(crate) fn worst_places<'a, T: Ord + Copy>(
    samples: impl IntoIterator<Item = (T, &'a Sample, f64)>,
) -> BTreeMap<(T, u32), f64> {
    let mut least: BTreeMap<(T, u32, usize), f64> = BTreeMap::new();
    for (thing, Sample { launch, stack, .. }, value) in samples {
        let least = least.entry((thing, *launch, *stack)).or_insert(value);
        *least = value.min(*least);
    }
    let mut worst = BTreeMap::new();
    for ((thing, launch, _), value) in least {
        let most = worst.entry((thing, launch)).or_insert(value);
        *most = value.max(*most);
    }
    worst
}

/// The cost of each cell in each process, in the metric's unit.
pub(super) type Values<C> = BTreeMap<(C, u32), f64>;

pub(super) fn values<C: Cell + Ord>(measured: &Measured<'_, C>, metric: Metric) -> Values<C> {
    let samples = measured.all(metric);
    worst_places(samples.map(|(cell, sample)| (cell, sample, sample.each())))
}
