//! What a calibration found, as `summary.json` has it.

use super::analysis::{self, Net, Series};
use super::anchor::Anchor;
use super::metric::Metric;
use super::plan::{Effort, HEAVY};
use super::price::{Fitted, Parameter, Price, price};
use super::sample::{Sample, Step};
use crate::machine::Machine;
use crate::statistics::{Line, quantile};
use crate::verification::{Family, Layer, Place};
use anyhow::bail;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Of this layout of `run.json`; another layout has another number.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// The same of `summary.json`. Version 1 had bootstrapped intervals.
const SUMMARY_SCHEMA_VERSION: u32 = 2;

/// What the samples were taken on and with: `run.json`, beside the samples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) schema_version: u32,
    pub(crate) machine: Machine,
    pub(crate) effort: Effort,
    pub(crate) seed: u64,
    /// What prices were multiplied by at first; another can be had by `fit`.
    pub(crate) safety_factor: u32,
    /// The counter of instructions; none where they were left out.
    pub(crate) valgrind: Option<String>,
    /// Whether the run was cut short.
    pub(crate) is_interrupted: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Summary {
    pub(crate) schema_version: u32,
    pub(crate) run: Run,
    pub(crate) samples: usize,
    pub(crate) safety_factor: u32,
    pub(crate) controls: Controls,
    pub(crate) stack: Option<Stack>,
    pub(crate) metrics: Vec<MetricSummary>,
    /// The larger of the metrics' prices, `base` and `byte`.
    pub(crate) recommended: [Option<u64>; 2],
}

/// How far the median of a control may be above its least on a machine that does nothing else.
const BUSY: f64 = 1.10;

/// What costs should be the same on the same machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Controls {
    /// A link of the chain of integer operations, nanoseconds: the least and the median.
    pub(crate) loop_ns: Option<[f64; 2]>,
    /// SHA-256 of 64 KiB, nanoseconds a byte: the least and the median.
    pub(crate) sha256_byte_ns: Option<[f64; 2]>,
}

/// What it matters where the stack lies: bare verifications, the least at each place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Stack {
    /// At the fastest place, nanoseconds.
    pub(crate) fastest_ns: f64,
    /// At the slowest.
    pub(crate) slowest_ns: f64,
}

/// One metric's fits and prices.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MetricSummary {
    pub(crate) metric: Metric,
    pub(crate) series: Vec<SeriesSummary>,
    /// `base` and `byte`.
    pub(crate) prices: [Price; 2],
    pub(crate) anchor: Option<Anchor>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SeriesSummary {
    #[serde(flatten)]
    pub(crate) fitted: Fitted,
    /// The least line above the 99.9th percentile of all samples at every length.
    pub(crate) envelope: Option<Line>,
}

impl Summary {
    pub(crate) fn new(run: Run, samples: &[Sample], safety_factor: u32) -> anyhow::Result<Self> {
        let controls = Controls::new(samples);
        let mut metrics = Vec::new();
        for metric in Metric::ALL {
            let nets = analysis::net(samples, metric);
            if !nets.is_empty() {
                let busy = controls.busy().filter(|_| metric == Metric::Time);
                metrics.push(MetricSummary::new(metric, &nets, safety_factor, busy));
            }
        }
        if metrics.is_empty() {
            bail!("there are no samples to fit");
        }
        let recommended = [0, 1].map(|at| {
            let prices: Option<Vec<_>> = metrics.iter().map(|it| it.prices[at].gas()).collect();
            prices?.into_iter().max()
        });
        Ok(Self {
            schema_version: SUMMARY_SCHEMA_VERSION,
            run,
            samples: samples.len(),
            safety_factor,
            controls,
            stack: Stack::new(samples),
            metrics,
            recommended,
        })
    }

    pub(crate) fn metric(&self, metric: Metric) -> Option<&MetricSummary> {
        self.metrics.iter().find(|it| it.metric == metric)
    }
}

impl MetricSummary {
    /// `busy` says why no time of this machine is to be relied on.
    fn new(metric: Metric, nets: &[Net], safety_factor: u32, busy: Option<String>) -> Self {
        let series: Vec<_> = nets
            .iter()
            // One length makes no line: the loop, or an interrupted run.
            .filter_map(|net| {
                let fitted = Fitted {
                    series: net.series,
                    fit: net.fit().ok()?,
                };
                let envelope = net.envelope();
                Some(SeriesSummary { fitted, envelope })
            })
            .collect();
        let fits: Vec<_> = series.iter().map(|it| it.fitted.clone()).collect();
        let mut prices =
            Parameter::ALL.map(|parameter| price(parameter, metric, &fits, safety_factor));
        if let Some(reason) = unmeasured_maximum(&fits) {
            let reasons = vec![reason];
            prices[0] = Price::Uncertain { reasons };
        }
        if let Some(reason) = busy {
            let reasons = vec![reason];
            prices = [(); 2].map(|()| Price::Uncertain {
                reasons: reasons.clone(),
            });
        }
        let anchor = Anchor::new(&fits, &prices);
        Self {
            metric,
            series,
            prices,
            anchor,
        }
    }

    pub(crate) fn find(&self, layer: Layer, family: Family, place: Place) -> Option<&Fitted> {
        let key = Series {
            layer,
            family,
            place,
        };
        let found = self.series.iter().find(|it| it.fitted.series == key);
        found.map(|it| &it.fitted)
    }
}

/// Through Wasm only the heavy families are measured: that is enough as long as no other is dearer
/// in the host function.
fn unmeasured_maximum(fits: &[Fitted]) -> Option<String> {
    let dearest = fits
        .iter()
        .filter(|it| it.series.layer == Layer::Host)
        .max_by(|a, b| {
            let base = |it: &Fitted| it.fit.least_squares.intercept;
            base(a).total_cmp(&base(b))
        })?;
    let is_heavy = HEAVY.contains(&dearest.series.family);
    (!is_heavy).then(|| {
        format!(
            "{} costs most, and is not measured through Wasm",
            dearest.series
        )
    })
}

impl Controls {
    fn new(samples: &[Sample]) -> Self {
        let nets = analysis::net(samples, Metric::Time);
        let least_and_median = |layer, message_bytes, divisor: f64| {
            let net = nets.iter().find(|net| net.series.layer == layer)?;
            let values: Vec<_> = net.at(message_bytes).iter().map(|y| y / divisor).collect();
            let least = values.iter().copied().min_by(f64::total_cmp)?;
            Some([least, quantile::median(&values)?])
        };
        Self {
            loop_ns: least_and_median(Layer::Loop, 0, 1.0),
            sha256_byte_ns: least_and_median(Layer::Sha256, 65_536, 65_536.0),
        }
    }

    /// Why the machine cannot be relied on, if it cannot.
    fn busy(&self) -> Option<String> {
        [
            ("the integer loop", self.loop_ns),
            ("SHA-256", self.sha256_byte_ns),
        ]
        .into_iter()
        .find_map(|(what, control)| {
            let [least, median] = control?;
            let is_busy = median > least * BUSY;
            is_busy.then(|| {
                format!("the machine was busy: {what} took {median:.3} ns, at best {least:.3}")
            })
        })
    }
}

impl Stack {
    fn new(samples: &[Sample]) -> Option<Self> {
        let least = by_place_of_the_stack(samples);
        let mut times: Vec<_> = least.into_values().collect();
        times.sort_by(f64::total_cmp);
        Some(Self {
            fastest_ns: *times.first()?,
            slowest_ns: *times.last()?,
        })
    }
}

/// Bare verifications by where in a page the stack lay: the least time, nanoseconds.
pub(crate) fn by_place_of_the_stack(samples: &[Sample]) -> BTreeMap<usize, f64> {
    let mut least: BTreeMap<usize, f64> = BTreeMap::new();
    for sample in samples {
        if sample.step == Step::Search && sample.cell().layer == Layer::Bare {
            let each = sample.each();
            least
                .entry(sample.stack)
                .and_modify(|least| *least = each.min(*least))
                .or_insert(each);
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_that_vary_tell_of_a_busy_machine() {
        let controls = |loop_ns, sha256_byte_ns| Controls {
            loop_ns,
            sha256_byte_ns,
        };
        assert_eq!(controls(Some([0.6, 0.62]), Some([0.6, 0.65])).busy(), None);
        assert_eq!(controls(None, None).busy(), None, "instructions alone");
        let reason = controls(Some([0.6, 0.62]), Some([0.6, 0.7])).busy();
        assert!(reason.is_some_and(|reason| reason.contains("SHA-256 took 0.700 ns")));
    }
}
