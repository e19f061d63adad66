//! From raw samples to lines: a verification's own cost, and the cost of each byte.
//!
//! Only here are a layer's overheads subtracted: from a call through Wasm the same call with no
//! rounds, and from layers that read inputs the reading, which the contract pays for under other
//! parameters (`read_memory_*`, `read_register_*`).

use super::cell::{Cell, Series};
use crate::calibrate::fitted::Fitted;
use crate::calibrate::least::worst_places;
use crate::measure::measured::Measured;
use crate::measure::sample::{Metric, Sample};
use crate::statistics::{self, Line, Point, envelope, quantile};
use crate::verification::{Family, Layer, Place};
use std::collections::BTreeMap;

/// The share of the samples at a length that the envelope covers.
const ENVELOPE_QUANTILE: f64 = 0.999;

/// A series without its overheads.
pub(super) struct Net {
    pub(super) series: Series,
    pub(super) metric: Metric,
    /// Every sample at each length, per iteration.
    pub(super) all: BTreeMap<usize, Vec<f64>>,
    /// The least of each process at each length, since noise only adds.
    pub(super) least: Vec<statistics::Sample>,
    /// The lines fitted to `least`; `None` for a single length.
    pub(super) fitted: Option<Fitted>,
}

impl Net {
    fn fitted(&self) -> Option<Fitted> {
        let fitted = Fitted::new(self.series.to_string(), self.metric, &self.least)?;
        let envelope = self.envelope();
        Some(Fitted { envelope, ..fitted })
    }

    /// The least line above the 99.9th percentile of all samples at every length.
    fn envelope(&self) -> Option<Line> {
        let points = self.all.iter().map(|(&length, costs)| {
            let y = quantile::quantile(costs, ENVELOPE_QUANTILE)?;
            let x = length as f64;
            Some(Point { x, y })
        });
        envelope::envelope(&points.collect::<Option<Vec<_>>>()?)
    }
}

/// The series of a metric, in the order of layers, families and places.
pub(super) fn nets(measured: &Measured<'_, Cell>, metric: Metric) -> Vec<Net> {
    let overheads = overheads(measured, metric);
    let own = measured.all(metric).filter_map(|(cell, sample)| {
        // An interrupted run may lack the samples of its overhead.
        Some((cell, sample, own(&overheads, cell, sample)?))
    });
    let own: Vec<_> = own.collect();
    let mut nets: BTreeMap<Series, Net> = BTreeMap::new();
    for (cell, _, y) in &own {
        let net = nets.entry(cell.series).or_insert_with(|| Net {
            series: cell.series,
            metric,
            all: BTreeMap::new(),
            least: Vec::new(),
            fitted: None,
        });
        net.all.entry(cell.message_bytes).or_default().push(*y);
    }
    for ((cell, launch), y) in worst_places(own) {
        let x = cell.message_bytes as f64;
        if let Some(net) = nets.get_mut(&cell.series) {
            let point = Point { x, y };
            net.least.push(statistics::Sample { launch, point });
        }
    }
    let fitted = nets.into_values().map(|mut net| {
        net.fitted = net.fitted();
        net
    });
    fitted.collect()
}

/// Overheads to subtract: the least of each process.
type Overheads = BTreeMap<((Layer, Place, usize), u32), f64>;

fn overheads(measured: &Measured<'_, Cell>, metric: Metric) -> Overheads {
    let overheads = measured.all(metric).filter_map(|(cell, sample)| {
        let Series { layer, place, .. } = cell.series;
        let is_one = matches!(layer, Layer::NoOp | Layer::Marshalling);
        is_one.then(|| ((layer, place, cell.message_bytes), sample, sample.each()))
    });
    worst_places(overheads)
}

/// The cost of one iteration of a sample without overheads.
fn own(overheads: &Overheads, cell: Cell, sample: &Sample) -> Option<f64> {
    let series = cell.series;
    let overhead = |layer| {
        let of = (layer, series.place, cell.message_bytes);
        overheads.get(&(of, sample.launch)).copied()
    };
    match series.layer {
        Layer::Host if series.family == Family::TopBits => {
            Some(sample.each()) // refused with most inputs unread: all its time is its own
        }
        Layer::Host => Some(sample.each() - overhead(Layer::Marshalling)?),
        Layer::Wasm => {
            let whole = sample.value as f64 - overhead(Layer::NoOp)?;
            let loops = whole / f64::from(sample.iterations);
            // Instructions are not counted through Wasm; see the cell's `is_counted`.
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

    fn nets_of(samples: &[Sample]) -> Vec<Net> {
        let mut recording = Recording::new("calibrate", &cells(), Effort::new(1, 1), 1);
        recording.samples = samples.to_vec();
        nets(&Measured::new(&cells(), &recording), Metric::Time)
    }

    #[test]
    fn overheads_are_taken_out_once() {
        // A call takes 500, reading inputs 30, verifying 1,000, the boundary 70.
        let nets = nets_of(&[
            sample(Layer::Bare, 4, 4 * 1_000),
            sample(Layer::Marshalling, 10, 10 * 30),
            sample(Layer::Host, 4, 4 * (1_000 + 30)),
            sample(Layer::NoOp, 1, 500),
            sample(Layer::NoOp, 1, 600), // noise
            sample(Layer::Wasm, 10, 500 + 10 * (70 + 1_000 + 30)),
        ]);
        for (layer, own) in [
            (Layer::Bare, 1_000.0),
            (Layer::Host, 1_000.0),
            (Layer::Wasm, 1_070.0),
        ] {
            let net = nets.iter().find(|net| net.series.layer == layer);
            let least = &net.expect("a series").least[..];
            assert!(least.iter().map(|it| it.point.y).eq([own]), "{layer}");
        }
    }

    #[test]
    fn what_has_no_overhead_measured_and_the_search_are_left_out() {
        let mut searching = sample(Layer::Bare, 1, 1);
        searching.column = SEARCH.to_owned();
        assert!(nets_of(&[sample(Layer::Host, 1, 1), searching]).is_empty());
    }
}
