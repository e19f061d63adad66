//! Costs of `ed25519_verify`, and the doubts about them.
//!
//! Overheads are subtracted only here: the same call with no rounds, from a call through Wasm; and the
//! reading of inputs, which contracts pay for under other parameters (`read_memory_*`,
//! `read_register_*`), from layers that read them.

use super::{HEAVY, Key, Layer, Series, Verify, report, rows};
use crate::calibrate::costs::{Costs, Fitted, OfBackend, Samples, samples, worst_places};
use crate::calibrate::function::{Controls, Evidence, Function, Names};
use crate::calibrate::price::Cost;
use crate::measure::{Metric, Recording, Row, Sample};
use crate::statistics::{Verdict, quantile};
use crate::verification::Family;
use near_gas_params::PricedFunction;
use std::iter;

/// Largest ratio of a control's median to its least value on an otherwise idle machine.
const BUSY: f64 = 1.10;

impl Function for Verify {
    const NAMES: Names = Names {
        priced: PricedFunction::Ed25519Verify,
        function: "ed25519_verify",
        prices: ["recommended.yaml", ""],
        blocks: ["costs without AVX2", "calibrated costs", "calibrated on"],
        x: "byte",
    };
    type Key = Key;
    type Line = Series;

    fn rows() -> Vec<(Row, Vec<Key>)> {
        rows()
    }

    /// Samples whose overheads were not measured are left out.
    fn own_costs<'a>(measured: &'a Recording, metric: Metric) -> Samples<'a, Self> {
        let samples = samples::<Self>(measured, metric);
        let values = worst_places(samples.iter().copied());
        let own = |((series, bytes), sample, _): (Key, &'a Sample, f64)| {
            let Series { family, place, .. } = series;
            let overhead = |layer| {
                let of = Series {
                    place,
                    ..Series::new(layer, Family::Valid)
                };
                values.get(&((of, bytes), sample.launch)).copied()
            };
            let (of_call, of_each) = match series.layer {
                Layer::Wasm => (overhead(Layer::NoOp)?, overhead(Layer::Marshalling)?),
                // `TopBits` is refused with most inputs unread: all its time is its own.
                Layer::Host if family != Family::TopBits => (0.0, overhead(Layer::Marshalling)?),
                Layer::Bare
                | Layer::Host
                | Layer::Marshalling
                | Layer::NoOp
                | Layer::Sha256
                | Layer::Loop => (0.0, 0.0),
            };
            let loops = (sample.value as f64 - of_call) / f64::from(sample.iterations);
            Some(((series, bytes), sample, loops - of_each))
        };
        samples.into_iter().filter_map(own).collect()
    }

    fn lines((series, bytes): Key) -> Vec<(Series, usize)> {
        match series.layer {
            Layer::Loop => Vec::new(), // it has no message
            _ => vec![(series, bytes)],
        }
    }

    /// `base` and `byte` by the series that are priced.
    fn paid(of: &OfBackend<Self>, measured: &Recording) -> Vec<(usize, Cost)> {
        let busy = busy(&Self::controls(measured)).filter(|_| of.metric == Metric::Time);
        let intercept = |it: &Fitted<Series>| it.fit.least_squares.intercept;
        let host = of.lines.iter().filter(|it| it.line.layer == Layer::Host);
        let largest = host.max_by(|a, b| intercept(a).total_cmp(&intercept(b)));
        let largest = largest.map(|it| it.line);
        let is_priced = |it: &&Fitted<Series>| matches!(it.line.layer, Layer::Host | Layer::Wasm);
        let mut costs = Vec::new();
        for it in of.lines.iter().filter(is_priced) {
            let mut doubts = it.doubts(false);
            doubts.extend(busy.clone());
            if largest == Some(it.line) && !HEAVY.contains(&it.line.family) {
                // Measuring the heavy families through Wasm is enough if no other family costs more.
                let unmeasured = "it is the most expensive, and is not measured through Wasm";
                doubts.push(unmeasured.to_owned());
            }
            let slope = (it.fit.verdict != Verdict::Flat).then(|| it.slope(of.factor));
            let both = iter::once(it.intercept(of.factor)).chain(slope);
            costs.extend(both.enumerate().map(|(at, cost)| {
                let doubts = doubts.clone();
                (at, Cost { doubts, ..cost })
            }));
        }
        costs
    }

    /// The time of one integer operation of the loop, and of one byte of SHA-256 over 64 KiB.
    fn controls(measured: &Recording) -> Controls {
        let all = [
            ("integer loop, ns", Layer::Loop, 0, 1.0),
            ("SHA-256, ns per byte", Layer::Sha256, 65_536, 65_536.0),
        ];
        let control = |(what, layer, length, amount): (_, _, usize, f64)| {
            let cell = (Series::new(layer, Family::Valid), length);
            let values = measured.samples(cell, Metric::Time).map(Sample::each);
            let values: Vec<_> = values.collect();
            let least = values.iter().copied().reduce(f64::min)?;
            let both = [least, quantile::median(&values)?];
            Some((what, both.map(|ns| ns / amount)))
        };
        all.into_iter().filter_map(control).collect()
    }

    fn evidence(costs: &Costs<Self>, measured: &Recording) -> anyhow::Result<Evidence> {
        report::evidence(costs, measured)
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::verify::EXPERIMENT;
    use crate::measure::{Effort, SEARCH};
    use std::collections::BTreeMap;

    fn sample(layer: Layer, iterations: u32, value: u64) -> Sample {
        Sample {
            row: Series::new(layer, Family::Valid).to_string(),
            column: "0".to_owned(),
            iterations,
            value,
            ..Sample::default()
        }
    }

    fn own_costs_of(samples: &[Sample]) -> Vec<(Layer, f64)> {
        let mut recording = Recording::new(&EXPERIMENT, Effort::new(1, 1), 1);
        recording.samples = samples.to_vec();
        let own = Verify::own_costs(&recording, Metric::Time).into_iter();
        own.map(|((series, _), _, y)| (series.layer, y)).collect()
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
