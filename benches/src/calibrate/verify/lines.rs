//! From raw samples to lines: a verification's own cost, and the cost of each byte.
//!
//! A layer's overheads are subtracted only here: from a call through Wasm the same call with no
//! rounds, and from layers that read inputs the reading, which contracts pay for under other
//! parameters (`read_memory_*`, `read_register_*`).

use super::cell::{Cell, Series};
use crate::calibrate::fitted::{Fitted, Values, on_line, values, worst_places};
use crate::measure::measured::Measured;
use crate::measure::sample::{Metric, Sample};
use crate::statistics::{Line, Point, envelope, quantile};
use crate::verification::{Family, Layer};
use std::collections::BTreeMap;

/// The share of the samples at a length that the envelope covers.
const ENVELOPE_QUANTILE: f64 = 0.999;

/// The lowest line above the 99.9th percentile of all samples at every length.
fn above(all: &BTreeMap<usize, Vec<f64>>) -> Option<Line> {
    let points = all.iter().map(|(&length, costs)| {
        let y = quantile::quantile(costs, ENVELOPE_QUANTILE)?;
        let x = length as f64;
        Some(Point { x, y })
    });
    envelope::envelope(&points.collect::<Option<Vec<_>>>()?)
}

/// The lines of a metric, in the order of layers, families and places.
pub(super) fn lines(measured: &Measured<'_, Cell>, metric: Metric) -> Vec<Fitted<Series>> {
    let own = own_costs(measured, metric);
    let mut by_series: BTreeMap<Series, BTreeMap<usize, Vec<f64>>> = BTreeMap::new();
    for (cell, _, y) in &own {
        let of_series = by_series.entry(cell.series).or_default();
        of_series.entry(cell.message_bytes).or_default().push(*y);
    }
    let values = worst_places(own);
    let lines = by_series.into_iter().filter_map(|(series, all)| {
        let x = |cell: &Cell| (cell.series == series).then_some(cell.message_bytes);
        let fitted = Fitted::new(series, metric, on_line(&values, x))?;
        let envelope = above(&all);
        Some(Fitted { envelope, ..fitted })
    });
    lines.collect()
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
    use super::*;
    use crate::calibrate::verify::cell::cells;
    use crate::measure::cell::Cell as _;
    use crate::measure::process::Effort;
    use crate::measure::recording::Recording;
    use crate::measure::sample::SEARCH;
    use crate::verification::Place;

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
}
