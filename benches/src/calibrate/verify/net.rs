//! From raw samples to lines: a verification's own cost, and the cost of each byte.
//!
//! Only here are a layer's overheads subtracted: from a call through Wasm the same call with no
//! rounds, and from layers that read inputs the reading, which the contract pays for under other
//! parameters (`read_memory_*`, `read_register_*`).

use super::cell::Series;
use crate::calibrate::least::worst_places;
use crate::measure::sample::{Metric, Sample};
use crate::statistics::{self, Fit, Line, Point, envelope, quantile};
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
    pub(super) fit: Option<Fit>,
}

impl Net {
    /// The least line above the 99.9th percentile of all samples at every length.
    pub(super) fn envelope(&self) -> Option<Line> {
        let points = self.all.iter().map(|(&length, costs)| {
            let y = quantile::quantile(costs, ENVELOPE_QUANTILE)?;
            let x = length as f64;
            Some(Point { x, y })
        });
        envelope::envelope(&points.collect::<Option<Vec<_>>>()?)
    }
}

/// The series of each metric, in the order of layers, families and places.
pub(super) fn nets(samples: &[Sample]) -> Vec<Net> {
    let samples = samples.iter().filter_map(|sample| {
        let length = sample.column.parse().ok()?; // search samples have none
        Some((Series::named(&sample.row)?, length, sample))
    });
    let samples: Vec<_> = samples.collect();
    let overheads = overheads(&samples);
    let own = samples.into_iter().filter_map(|(series, length, sample)| {
        // An interrupted run may lack the samples of its overhead.
        let own = own(&overheads, series, length, sample)?;
        Some(((sample.metric, series, length), sample, own))
    });
    let own: Vec<_> = own.collect();
    let mut nets: BTreeMap<(Metric, Series), Net> = BTreeMap::new();
    for ((metric, series, length), _, y) in &own {
        let net = nets.entry((*metric, *series)).or_insert_with(|| Net {
            series: *series,
            metric: *metric,
            all: BTreeMap::new(),
            least: Vec::new(),
            fit: None,
        });
        net.all.entry(*length).or_default().push(*y);
    }
    for (((metric, series, length), launch), y) in worst_places(own) {
        let x = length as f64;
        if let Some(net) = nets.get_mut(&(metric, series)) {
            let point = Point { x, y };
            net.least.push(statistics::Sample { launch, point });
        }
    }
    let fitted = nets.into_values().map(|mut net| {
        net.fit = statistics::fit(&net.least);
        net
    });
    fitted.collect()
}

/// Overheads to subtract: the least of each process.
type Overheads = BTreeMap<((Metric, Layer, Place, usize), u32), f64>;

fn overheads(samples: &[(Series, usize, &Sample)]) -> Overheads {
    let is_one = |series: &Series| matches!(series.layer, Layer::NoOp | Layer::Marshalling);
    let samples = samples.iter().filter(|(series, ..)| is_one(series));
    worst_places(samples.map(|(series, length, sample)| {
        let of = (sample.metric, series.layer, series.place, *length);
        (of, *sample, sample.each())
    }))
}

/// The cost of one iteration of a sample without overheads.
fn own(overheads: &Overheads, series: Series, length: usize, sample: &Sample) -> Option<f64> {
    let overhead = |layer| {
        let of = (sample.metric, layer, series.place, length);
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
            // Instructions are not counted through Wasm; see `Series::is_counted`.
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
    use crate::measure::sample::SEARCH;

    fn sample(layer: Layer, iterations: u32, value: u64) -> Sample {
        Sample {
            row: Series::new(layer, Family::Valid, Place::Memory).to_string(),
            column: "0".to_owned(),
            launch: 0,
            round: 0,
            stack: 0,
            iterations,
            metric: Metric::Time,
            value,
        }
    }

    #[test]
    fn overheads_are_taken_out_once() {
        // A call takes 500, reading inputs 30, verifying 1,000, the boundary 70.
        let samples = [
            sample(Layer::Bare, 4, 4 * 1_000),
            sample(Layer::Marshalling, 10, 10 * 30),
            sample(Layer::Host, 4, 4 * (1_000 + 30)),
            sample(Layer::NoOp, 1, 500),
            sample(Layer::NoOp, 1, 600), // noise
            sample(Layer::Wasm, 10, 500 + 10 * (70 + 1_000 + 30)),
        ];
        let nets = nets(&samples);
        for (layer, own) in [
            (Layer::Bare, 1_000.0),
            (Layer::Host, 1_000.0),
            (Layer::Wasm, 1_070.0),
        ] {
            let net = nets.iter().find(|net| net.series.layer == layer);
            let least = &net.expect("a series").least[..];
            assert!(least.iter().map(|it| it.point.y).eq([own]), "{layer}");
        }
        assert!(nets.iter().all(|net| net.metric == Metric::Time));
    }

    #[test]
    fn what_has_no_overhead_measured_and_the_search_are_left_out() {
        let mut searching = sample(Layer::Bare, 1, 1);
        searching.column = SEARCH.to_owned();
        assert!(nets(&[sample(Layer::Host, 1, 1), searching]).is_empty());
    }
}
