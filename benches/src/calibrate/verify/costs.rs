//! Costs of `ed25519_verify`, and the doubts about them.

use super::cell::{HEAVY, Series};
use super::net::{Net, nets};
use crate::calibrate::price::{
    Cost, FALLBACK_FACTOR, Parameter, SAFETY_FACTOR, doubts, gas_per_unit,
};
use crate::measure::bound::Bound;
use crate::measure::recording::Recording;
use crate::measure::sample::SEARCH;
use crate::measure::sample::{Metric, Sample};
use crate::statistics::{Verdict, quantile};
use crate::verification::{Family, Layer, Place};
use std::collections::BTreeMap;

/// Largest ratio of a control's median to its least on an otherwise idle machine.
const BUSY: f64 = 1.10;

const WITHOUT_AVX2: &str = "without AVX2";

/// Times that must be equal on the same machine, in nanoseconds: the least and the median.
pub(super) type Controls = BTreeMap<&'static str, [f64; 2]>;

/// The costs that follow from the samples.
pub(super) struct Costs {
    /// `base` and `byte`, with the costs of all builds.
    pub(super) parameters: Vec<Parameter>,
    /// The same by build: with AVX2, and without, if it was measured.
    pub(super) builds: Vec<(&'static str, Vec<Parameter>)>,
    pub(super) nets: Vec<Net>,
    pub(super) controls: Controls,
    /// Least time of a bare verification in nanoseconds, by the place of the stack in its page.
    pub(super) stack: BTreeMap<usize, f64>,
}

impl Costs {
    pub(super) fn new(recording: &Recording) -> Self {
        let factor = recording.run.safety_factor.unwrap_or(SAFETY_FACTOR);
        let nets_of_all = nets(&recording.samples);
        let mut parameters = paid(&nets_of_all, factor);
        let mut builds = vec![("with AVX2", parameters.clone())];
        if let Some(other) = &recording.without_avx2 {
            let fallbacks = paid(&nets(&other.samples), FALLBACK_FACTOR);
            for (it, fallback) in parameters.iter_mut().zip(&fallbacks) {
                let named = fallback.costs_by(Metric::Time).cloned().map(|cost| Cost {
                    of: format!("{WITHOUT_AVX2}, {}", cost.of),
                    ..cost
                });
                it.costs.extend(named);
            }
            builds.push((WITHOUT_AVX2, fallbacks));
        }
        Self {
            parameters,
            builds,
            controls: controls(&nets_of_all),
            stack: by_place_of_the_stack(&recording.samples),
            nets: nets_of_all,
        }
    }

    /// Bounds on the time of an empty message, as a share of its charge.
    pub(super) fn charged_shares(&self) -> Vec<Bound> {
        let each = self.builds.iter().map(|(build, parameters)| {
            let base = &parameters[0];
            let gas = base.most_by(Metric::Time) * gas_per_unit(Metric::Time);
            let bound = format!("time of a verification {build}, as a share of its charge");
            let at_most = 1.0 / f64::from(FALLBACK_FACTOR);
            Bound::new(bound, at_most, Some(gas / base.charged as f64))
        });
        each.collect()
    }
}

/// `base` and `byte`, with costs to be paid `factor` times.
fn paid(nets: &[Net], factor: u32) -> Vec<Parameter> {
    let mut parameters = Parameter::of_verify();
    let busy = busy(&controls(nets));
    let intercept = |net: &Net| {
        net.fit
            .as_ref()
            .map_or(0.0, |it| it.least_squares.intercept)
    };
    for net in nets {
        let is_of_metric = |it: &&Net| it.series.layer == Layer::Host && it.metric == net.metric;
        let host = nets.iter().filter(is_of_metric);
        let largest = host.max_by(|a, b| intercept(a).total_cmp(&intercept(b)));
        let (Layer::Host | Layer::Wasm, Some(fit)) = (net.series.layer, &net.fit) else {
            continue;
        };
        let mut doubts = doubts(fit, false);
        doubts.extend(busy.clone().filter(|_| net.metric == Metric::Time));
        let is_largest = largest.is_some_and(|it| it.series == net.series);
        if is_largest && !HEAVY.contains(&net.series.family) {
            // Through Wasm the heavy families suffice as long as no other family costs more.
            doubts.push("it is the most expensive, and is not measured through Wasm".to_owned());
        }
        let cost = |value, high| Cost {
            of: net.series.to_string(),
            metric: net.metric,
            value,
            high,
            least_paid: value,
            factor,
            doubts: doubts.clone(),
        };
        let line = fit.least_squares;
        let base = cost(line.intercept, fit.intercept.high);
        parameters[0].costs.push(base);
        if fit.verdict != Verdict::Flat {
            parameters[1].costs.push(cost(line.slope, fit.slope.high));
        }
    }
    parameters
}

/// The time of one integer operation of the loop, and of one byte of SHA-256 over 64 KiB.
fn controls(nets: &[Net]) -> Controls {
    let all = [
        ("integer loop, ns", Layer::Loop, 0, 1.0),
        ("SHA-256, ns per byte", Layer::Sha256, 65_536, 65_536.0),
    ];
    let control = |(what, layer, length, amount): (_, _, usize, f64)| {
        let is_it = |net: &&Net| net.metric == Metric::Time && net.series.layer == layer;
        let values = nets.iter().find(is_it)?.all.get(&length)?;
        let least = values.iter().copied().reduce(f64::min)?;
        let both = [least, quantile::median(values)?];
        Some((what, both.map(|ns| ns / amount)))
    };
    all.into_iter().filter_map(control).collect()
}

/// The reason not to rely on the machine, if there is one.
fn busy(controls: &Controls) -> Option<String> {
    let mut busy = controls
        .iter()
        .filter(|(_, [least, median])| *median > least * BUSY);
    let (what, [least, median]) = busy.next()?;
    Some(format!(
        "the machine was busy: {what}: {median:.3}, at best {least:.3}"
    ))
}

fn by_place_of_the_stack(samples: &[Sample]) -> BTreeMap<usize, f64> {
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
#[test]
fn controls_that_vary_tell_of_a_busy_machine() {
    let busy = |median| {
        busy(&BTreeMap::from([
            ("loop", [0.6, 0.62]),
            ("SHA-256", [0.6, median]),
        ]))
    };
    assert_eq!(busy(0.65), None);
    let reason = "the machine was busy: SHA-256: 0.700, at best 0.600";
    assert_eq!(busy(0.7).as_deref(), Some(reason));
}
