//! Costs of `ed25519_verify`, and the doubts about them: from raw samples to lines, which have a
//! verification's own cost and the cost of each byte, and from lines to parameters.
//!
//! A layer's overheads are subtracted only here: from a call through Wasm the same call with no
//! rounds, and from layers that read inputs the reading, which contracts pay for under other
//! parameters (`read_memory_*`, `read_register_*`).

use super::cell::{Cell, HEAVY, Series};
use crate::calibrate::fitted::{Fitted, Values, on_line, values, worst_places};
use crate::calibrate::function::{Controls, METRICS};
use crate::calibrate::price::{Cost, FALLBACK_FACTOR, Parameter, SAFETY_FACTOR, gas_per_unit};
use crate::measure::{Bound, Measured, Metric, Sample};
use crate::statistics::{Line, Point, Verdict, envelope, quantile};
use crate::verification::{Family, Layer, Place};
use near_gas_params::PricedFunction;
use std::collections::BTreeMap;

/// Largest ratio of a control's median to its least value on an otherwise idle machine.
const BUSY: f64 = 1.10;

const WITHOUT_AVX2: &str = "without AVX2";

/// The costs that follow from the samples.
pub(super) struct Costs {
    /// `base` and `byte`, with the costs of all builds.
    pub(super) parameters: Vec<Parameter>,
    /// The same parameters by build: with AVX2 and, if it was measured, without.
    pub(super) builds: Vec<(&'static str, Vec<Parameter>)>,
    pub(super) lines: Vec<Fitted<Series>>,
    pub(super) controls: Controls,
    /// The least time of a bare verification, in nanoseconds, by the stack's place in its page.
    pub(super) stack: BTreeMap<usize, f64>,
}

impl Costs {
    pub(super) fn new(measured: &Measured<'_, Cell>) -> Self {
        let factor = measured.recording.run.safety_factor;
        let (lines, controls) = (self::lines(measured), self::controls(measured));
        let mut parameters = paid(&lines, &controls, factor.unwrap_or(SAFETY_FACTOR));
        let mut builds = vec![("with AVX2", parameters.clone())];
        if let Some(other) = &measured.without_avx2 {
            let fallbacks = paid(&self::lines(other), &self::controls(other), FALLBACK_FACTOR);
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
            lines,
            controls,
            stack: by_place_of_the_stack(measured),
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
fn paid(lines: &[Fitted<Series>], controls: &Controls, factor: u32) -> Vec<Parameter> {
    let mut parameters = Parameter::of(PricedFunction::Ed25519Verify);
    let busy = busy(controls);
    let intercept = |line: &Fitted<Series>| line.fit.least_squares.intercept;
    for fitted in lines {
        let (series, metric) = (fitted.of, fitted.metric);
        if !matches!(series.layer, Layer::Host | Layer::Wasm) {
            continue;
        }
        let is_of_metric = |it: &&Fitted<Series>| it.of.layer == Layer::Host && it.metric == metric;
        let host = lines.iter().filter(is_of_metric);
        let largest = host.max_by(|a, b| intercept(a).total_cmp(&intercept(b)));
        let mut doubts = fitted.doubts(false);
        doubts.extend(busy.clone().filter(|_| metric == Metric::Time));
        let is_largest = largest.is_some_and(|it| it.of == series);
        if is_largest && !HEAVY.contains(&series.family) {
            // Measuring the heavy families through Wasm is enough if no other family costs more.
            doubts.push("it is the most expensive, and is not measured through Wasm".to_owned());
        }
        let costs = match fitted.fit.verdict {
            Verdict::Flat => vec![fitted.intercept(factor)],
            _ => vec![fitted.intercept(factor), fitted.slope(factor)],
        };
        for (parameter, cost) in parameters.iter_mut().zip(costs) {
            let doubts = doubts.clone();
            parameter.costs.push(Cost { doubts, ..cost });
        }
    }
    parameters
}

/// The time of one integer operation of the loop, and of one byte of SHA-256 over 64 KiB.
fn controls(measured: &Measured<'_, Cell>) -> Controls {
    let all = [
        ("integer loop, ns", Layer::Loop, 0, 1.0),
        ("SHA-256, ns per byte", Layer::Sha256, 65_536, 65_536.0),
    ];
    let control = |(what, layer, length, amount): (_, _, usize, f64)| {
        let cell = Series::new(layer, Family::Valid, Place::Memory).at(length);
        let values = measured.samples(cell, Metric::Time).map(Sample::each);
        let values: Vec<_> = values.collect();
        let least = values.iter().copied().reduce(f64::min)?;
        let both = [least, quantile::median(&values)?];
        Some((what, both.map(|ns| ns / amount)))
    };
    all.into_iter().filter_map(control).collect()
}

/// A reason to distrust the machine, if there is one.
fn busy(controls: &Controls) -> Option<String> {
    let mut busy = controls
        .iter()
        .filter(|(_, [least, median])| *median > least * BUSY);
    let (what, [least, median]) = busy.next()?;
    Some(format!(
        "the machine was busy: {what}: {median:.3}, at best {least:.3}"
    ))
}

fn by_place_of_the_stack(measured: &Measured<'_, Cell>) -> BTreeMap<usize, f64> {
    let bare = Series::new(Layer::Bare, Family::Valid, Place::Memory).at(0);
    let mut least: BTreeMap<usize, f64> = BTreeMap::new();
    for sample in measured.searches(bare) {
        let each = sample.each();
        let least = least.entry(sample.stack).or_insert(each);
        *least = each.min(*least);
    }
    least
}

/// The share of the samples at a length that the envelope covers.
const ENVELOPE_QUANTILE: f64 = 0.999;

/// The lowest line above the 99.9th percentile of all samples at every length.
fn above(all: &BTreeMap<usize, Vec<f64>>) -> Option<Line> {
    let points = all.iter().map(|(&length, costs)| {
        let y = quantile::quantile(costs, ENVELOPE_QUANTILE)?;
        let x = length as f64;
        Some(Point { x, y })
    });
    envelope(&points.collect::<Option<Vec<_>>>()?)
}

/// The lines of both metrics, each in the order of layers, families and places.
fn lines(measured: &Measured<'_, Cell>) -> Vec<Fitted<Series>> {
    let of_metric = |metric| {
        let own = own_costs(measured, metric);
        let mut by_series: BTreeMap<Series, BTreeMap<usize, Vec<f64>>> = BTreeMap::new();
        for (cell, _, y) in &own {
            let of_series = by_series.entry(cell.series).or_default();
            of_series.entry(cell.message_bytes).or_default().push(*y);
        }
        let values = worst_places(own);
        by_series.into_iter().filter_map(move |(series, all)| {
            let x = |cell: &Cell| (cell.series == series).then_some(cell.message_bytes);
            let fitted = Fitted::new(series, metric, on_line(&values, x))?;
            let envelope = above(&all);
            Some(Fitted { envelope, ..fitted })
        })
    };
    METRICS.into_iter().flat_map(of_metric).collect()
}

/// The samples of a metric, each with the cost of one iteration without overheads.
fn own_costs<'a>(measured: &Measured<'a, Cell>, metric: Metric) -> Vec<(Cell, &'a Sample, f64)> {
    let values = values(measured, metric);
    let own = measured.all(metric).filter_map(|(cell, sample)| {
        // An interrupted run may lack its overhead's samples.
        Some((cell, sample, own(&values, cell, sample)?))
    });
    own.collect()
}

/// The cost of one iteration of a sample without overheads.
fn own(values: &Values<Cell>, cell: Cell, sample: &Sample) -> Option<f64> {
    let series = cell.series;
    let overhead = |layer| {
        let of = Series::new(layer, Family::Valid, series.place).at(cell.message_bytes);
        values.get(&(of, sample.launch)).copied()
    };
    match series.layer {
        Layer::Host if series.family == Family::TopBits => {
            Some(sample.each()) // refused with most inputs unread: all its time is its own
        }
        Layer::Host => Some(sample.each() - overhead(Layer::Marshalling)?),
        Layer::Wasm => {
            let whole = sample.value as f64 - overhead(Layer::NoOp)?;
            let loops = whole / f64::from(sample.iterations);
            // Through Wasm instructions are not counted; see the cell's `is_counted`.
            Some(loops - overhead(Layer::Marshalling)?)
        }
        Layer::Bare | Layer::Marshalling | Layer::NoOp | Layer::Sha256 | Layer::Loop => {
            Some(sample.each())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cell::cells;
    use super::*;
    use crate::measure::{Cell as _, Effort, Recording, SEARCH};

    fn sample(layer: Layer, iterations: u32, value: u64) -> Sample {
        let cell = Series::new(layer, Family::Valid, Place::Memory).at(0);
        Sample {
            row: cell.row(),
            column: cell.column(),
            iterations,
            value,
            ..Sample::default()
        }
    }

    fn own_costs_of(samples: &[Sample]) -> Vec<(Layer, f64)> {
        let mut recording = Recording::new("calibrate", &cells(), Effort::new(1, 1), 1);
        recording.samples = samples.to_vec();
        let own = own_costs(&Measured::new(&cells(), &recording), Metric::Time).into_iter();
        own.map(|(cell, _, y)| (cell.series.layer, y)).collect()
    }

    #[test]
    fn overheads_are_taken_out_once() {
        // A call takes 500, reading inputs 30, verifying 1,000, the boundary 70.
        let own = own_costs_of(&[
            sample(Layer::Bare, 4, 4 * 1_000),
            sample(Layer::Marshalling, 10, 10 * 30),
            sample(Layer::Host, 4, 4 * (1_000 + 30)),
            sample(Layer::NoOp, 1, 500),
            sample(Layer::NoOp, 1, 600), // noise
            sample(Layer::Wasm, 10, 500 + 10 * (70 + 1_000 + 30)),
        ]);
        for (layer, expected) in [
            (Layer::Bare, 1_000.0),
            (Layer::Host, 1_000.0),
            (Layer::Wasm, 1_070.0),
        ] {
            assert!(own.contains(&(layer, expected)), "{layer}: {own:?}");
        }
    }

    #[test]
    fn what_has_no_overhead_measured_and_the_search_are_left_out() {
        let mut searching = sample(Layer::Bare, 1, 1);
        searching.column = SEARCH.to_owned();
        assert!(own_costs_of(&[sample(Layer::Host, 1, 1), searching]).is_empty());
    }

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
}
