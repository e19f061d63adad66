//! What is priced of `ed25519_verify`, and why it may not be.

use super::cell::{HEAVY, Series};
use super::net::{self, Net};
use crate::calibrate::document::Fitted;
use crate::calibrate::price::{
    Cost, FALLBACK_FACTOR, Parameter, SAFETY_FACTOR, doubts, gas_per_unit,
};
use crate::measure::bound::Bound;
use crate::measure::recording::Recording;
use crate::measure::sample::{Metric, Sample};
use crate::measure::worker::SEARCH;
use crate::statistics::{Fit, Verdict, quantile};
use crate::verification::{Family, Layer, Place};
use serde::Serialize;
use std::collections::BTreeMap;

/// How far the median of a control may be above its least on a machine that does nothing else.
const BUSY: f64 = 1.10;

/// What follows from the samples.
pub(super) struct Costs {
    /// `base` and `byte`.
    pub(super) parameters: Vec<Parameter>,
    /// The dearest of this build by time, nanoseconds.
    pub(super) dearest_ns: [f64; 2],
    /// Instructions in a nanosecond: those of the dearest, of both parameters.
    pub(super) instructions_a_ns: [f64; 2],
    pub(super) nets: Vec<(Metric, Vec<Net>)>,
    pub(super) controls: Controls,
    pub(super) stack: Option<Stack>,
    /// The host function by a build that does without AVX2.
    pub(super) without_avx2: Option<Box<Self>>,
}

/// What costs should be the same on the same machine.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Controls {
    /// A link of the chain of integer operations, nanoseconds: the least and the median.
    pub(super) loop_ns: Option<[f64; 2]>,
    /// SHA-256 of 64 KiB, nanoseconds a byte: the least and the median.
    pub(super) sha256_byte_ns: Option<[f64; 2]>,
}

/// What it matters where the stack lies: bare verifications, the least at each place, nanoseconds.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Stack {
    pub(super) fastest_ns: f64,
    pub(super) slowest_ns: f64,
}

impl Costs {
    pub(super) fn new(recording: &Recording) -> Self {
        let factor = recording.run.safety_factor.unwrap_or(SAFETY_FACTOR);
        let without_avx2 = recording.without_avx2.as_deref();
        let without_avx2 = without_avx2.map(|other| Self::paid(other, FALLBACK_FACTOR));
        let mut costs = Self::paid(recording, factor);
        if let Some(other) = &without_avx2 {
            for (it, fallback) in costs.parameters.iter_mut().zip(&other.parameters) {
                let by_time = fallback.costs.iter().filter(|it| it.metric == Metric::Time);
                let named = by_time.cloned().map(|cost| Cost {
                    of: format!("without AVX2, {}", cost.of),
                    ..cost
                });
                it.costs.extend(named);
            }
        }
        costs.without_avx2 = without_avx2.map(Box::new);
        costs
    }

    /// What is to be paid so many times.
    fn paid(recording: &Recording, factor: u32) -> Self {
        let samples = &recording.samples;
        let metrics = [Metric::Time, Metric::Instructions];
        let nets = metrics.map(|metric| (metric, net::net(samples, metric)));
        let nets: Vec<_> = nets
            .into_iter()
            .filter(|(_, nets)| !nets.is_empty())
            .collect();
        let controls = Controls::new(&nets);
        let charged = near_gas_params::Parameters::default();
        let mut base = Parameter {
            key: "wasm_ed25519_verify_base",
            charged: charged.ed25519_verify_base,
            costs: Vec::new(),
        };
        let mut byte = Parameter {
            key: "wasm_ed25519_verify_byte",
            charged: charged.ed25519_verify_byte,
            costs: Vec::new(),
        };
        for (metric, nets) in &nets {
            let busy = controls.busy().filter(|_| *metric == Metric::Time);
            let host = nets.iter().filter(|net| net.series.layer == Layer::Host);
            let intercept = |net: &Net| net.fit().map_or(0.0, |fit| fit.least_squares.intercept);
            let dearest = host.max_by(|a, b| intercept(a).total_cmp(&intercept(b)));
            let priced = nets
                .iter()
                .filter(|net| matches!(net.series.layer, Layer::Host | Layer::Wasm));
            for net in priced {
                // One length makes no line: an interrupted run.
                let Ok(fit) = net.fit() else { continue };
                let mut doubts = doubts(&fit, false);
                doubts.extend(busy.clone());
                let is_dearest = dearest.is_some_and(|it| it.series == net.series);
                if is_dearest && !HEAVY.contains(&net.series.family) {
                    // It is enough to measure the heavy families through Wasm while no other is dearer.
                    doubts.push("it costs most, and is not measured through Wasm".to_owned());
                }
                let cost = |value, high| Cost {
                    of: net.series.to_string(),
                    metric: *metric,
                    value,
                    high,
                    least_paid: value,
                    factor,
                    doubts: doubts.clone(),
                };
                let line = fit.least_squares;
                base.costs.push(cost(line.intercept, fit.intercept.high));
                if fit.verdict != Verdict::Flat {
                    byte.costs.push(cost(line.slope, fit.slope.high));
                }
            }
        }
        let dearest = |metric| {
            [&base, &byte].map(|it| {
                let costs = it.costs.iter().filter(|cost| cost.metric == metric);
                costs.map(|cost| cost.value).fold(0.0, f64::max)
            })
        };
        let dearest_ns = dearest(Metric::Time);
        let counts = dearest(Metric::Instructions);
        Self {
            parameters: vec![base, byte],
            dearest_ns,
            instructions_a_ns: [0, 1].map(|at| counts[at] / dearest_ns[at]),
            controls,
            stack: Stack::new(samples),
            without_avx2: None,
            nets,
        }
    }

    pub(super) fn find(&self, metric: Metric, series: Series) -> Option<Fit> {
        let (_, nets) = self.nets.iter().find(|it| it.0 == metric)?;
        nets.iter().find(|net| net.series == series)?.fit().ok()
    }

    /// Every line.
    pub(super) fn fitted(&self) -> Vec<Fitted> {
        let all = self.nets.iter().flat_map(|(metric, nets)| {
            nets.iter().filter_map(|net| {
                Some(Fitted {
                    of: net.series.to_string(),
                    metric: *metric,
                    fit: net.fit().ok()?,
                    envelope: net.envelope(),
                })
            })
        });
        all.collect()
    }

    /// That what is charged pays for the dearest empty message often enough.
    pub(super) fn charged_share(&self, experiment: &'static str) -> Vec<Bound> {
        let both = [
            ("", Some(self)),
            (" without AVX2", self.without_avx2.as_deref()),
        ];
        let each = both.into_iter().filter_map(|(what, costs)| {
            let charged = self.parameters[0].charged as f64;
            let share = costs?.dearest_ns[0] * gas_per_unit(Metric::Time) / charged;
            let bound = format!("time of a verification{what}, as a share of what is charged");
            let at_most = 1.0 / f64::from(FALLBACK_FACTOR);
            Some(Bound::new(experiment, bound, at_most, Some(share)))
        });
        each.collect()
    }
}

impl Controls {
    fn new(nets: &[(Metric, Vec<Net>)]) -> Self {
        let least_and_median = |layer, message_bytes, divisor: f64| {
            let (_, nets) = nets.iter().find(|it| it.0 == Metric::Time)?;
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

    fn each(&self) -> impl Iterator<Item = (&'static str, [f64; 2])> + use<> {
        let both = [
            ("integer loop", self.loop_ns),
            ("SHA-256, a byte", self.sha256_byte_ns),
        ];
        both.into_iter()
            .filter_map(|(what, control)| Some((what, control?)))
    }

    /// A line for each.
    pub(super) fn text(&self) -> String {
        let line = |(what, [least, median]): (&str, [f64; 2])| {
            format!("{what}: {least:.3} ns, median {median:.3}\n")
        };
        self.each().map(line).collect()
    }

    /// Why the machine cannot be relied on, if it cannot.
    fn busy(&self) -> Option<String> {
        let mut busy = self
            .each()
            .filter(|(_, [least, median])| *median > least * BUSY);
        busy.next().map(|(what, [least, median])| {
            format!("the machine was busy: {what} took {median:.3} ns, at best {least:.3}")
        })
    }
}

impl Stack {
    fn new(samples: &[Sample]) -> Option<Self> {
        let least = by_place_of_the_stack(samples);
        Some(Self {
            fastest_ns: least.values().copied().reduce(f64::min)?,
            slowest_ns: least.values().copied().reduce(f64::max)?,
        })
    }
}

/// Bare verifications by where in a page the stack lay: the least time, nanoseconds.
pub(super) fn by_place_of_the_stack(samples: &[Sample]) -> BTreeMap<usize, f64> {
    let bare = Series::new(Layer::Bare, Family::Valid, Place::Memory).to_string();
    let mut least: BTreeMap<usize, f64> = BTreeMap::new();
    for sample in samples {
        if sample.column == SEARCH && sample.row == bare {
            let each = sample.each();
            let least = least.entry(sample.stack).or_insert(each);
            *least = each.min(*least);
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
        assert!(reason.is_some_and(|reason| reason.contains("a byte took 0.700 ns")));
    }
}
