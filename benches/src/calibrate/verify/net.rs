//! From raw samples to lines: what a verification costs by itself, and what a byte adds.
//!
//! What a layer does besides verifying is taken out here, once: of a call through Wasm the same
//! call with no rounds, and of whatever reads inputs the reading of them, which the contract pays
//! for under other parameters (`read_memory_*`, `read_register_*`).

use super::cell::{Series, of_sample};
use crate::measure::sample::{Metric, Sample};
use near_ed25519::statistics::{self, Fit, FitError, Limits, Line, Point, envelope, quantile};
use near_ed25519::verification::{Family, Layer, Place};
use std::collections::BTreeMap;

/// What of the samples at a length the envelope covers.
const ENVELOPE_QUANTILE: f64 = 0.999;

/// A series, net of everything that is not its own.
pub(super) struct Net {
    pub(super) series: Series,
    /// Every sample, per iteration.
    pub(super) samples: Vec<Point>,
    /// The least of each process at each length: noise only ever adds.
    pub(super) least: Vec<statistics::Sample>,
}

impl Net {
    /// The lines through the least. A process that was cut short is left out: intervals rest on
    /// whole ones.
    pub(super) fn fit(&self) -> Result<Fit, FitError> {
        let mut lengths: BTreeMap<u32, usize> = BTreeMap::new();
        for sample in &self.least {
            *lengths.entry(sample.cluster).or_default() += 1;
        }
        let all = lengths.values().copied().max();
        let is_whole = |sample: &&statistics::Sample| lengths.get(&sample.cluster).copied() == all;
        let whole: Vec<_> = self.least.iter().filter(is_whole).copied().collect();
        statistics::fit(&whole, &Limits::default())
    }

    /// The least line above the 99.9th percentile of all samples at every length.
    pub(super) fn envelope(&self) -> Option<Line> {
        let mut by_length: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for point in &self.samples {
            by_length.entry(bytes(point.x)).or_default().push(point.y);
        }
        let points: Option<Vec<_>> = by_length
            .iter()
            .map(|(&length, costs)| {
                let y = quantile::quantile(costs, ENVELOPE_QUANTILE)?;
                let x = length as f64;
                Some(Point { x, y })
            })
            .collect();
        envelope::envelope(&points?)
    }

    /// The samples at a length.
    pub(super) fn at(&self, message_bytes: usize) -> Vec<f64> {
        let here = |point: &&Point| bytes(point.x) == message_bytes;
        self.samples.iter().filter(here).map(|p| p.y).collect()
    }

    /// The least of each process at a length.
    pub(super) fn least_at(&self, message_bytes: usize) -> Vec<f64> {
        let here = |sample: &&statistics::Sample| bytes(sample.x) == message_bytes;
        self.least.iter().filter(here).map(|s| s.y).collect()
    }
}

/// The length that a point's x was made of.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "x was a length of at most 64 KiB"
)]
fn bytes(x: f64) -> usize {
    x as usize
}

/// The series of a metric, in the order of layers, families and places.
pub(super) fn net(samples: &[Sample], metric: Metric) -> Vec<Net> {
    let samples = samples.iter().filter(|sample| sample.metric == metric);
    let samples: Vec<_> = samples
        .filter_map(|sample| Some((of_sample(sample)?, sample)))
        .collect();
    let overheads = Overheads::of(&samples);
    let mut series: BTreeMap<Series, Net> = BTreeMap::new();
    let mut least: BTreeMap<(Series, usize, u32), f64> = BTreeMap::new();
    for ((key, message_bytes), sample) in samples {
        let Some(y) = overheads.net(key, message_bytes, sample) else {
            continue; // its overhead was not measured: an interrupted run
        };
        let x = message_bytes as f64;
        let net = series.entry(key).or_insert_with(|| Net {
            series: key,
            samples: Vec::new(),
            least: Vec::new(),
        });
        net.samples.push(Point { x, y });
        let least = least
            .entry((key, message_bytes, sample.launch))
            .or_insert(y);
        *least = y.min(*least);
    }
    for ((key, message_bytes, cluster), y) in least {
        let x = message_bytes as f64;
        if let Some(net) = series.get_mut(&key) {
            net.least.push(statistics::Sample { x, y, cluster });
        }
    }
    series.into_values().collect()
}

/// What is taken out: the least each process took for it.
struct Overheads(BTreeMap<(Layer, Place, usize, u32), f64>);

impl Overheads {
    fn of(samples: &[((Series, usize), &Sample)]) -> Self {
        let mut all = BTreeMap::new();
        for ((Series { layer, place, .. }, message_bytes), sample) in samples {
            if matches!(layer, Layer::NoOp | Layer::Marshalling) {
                let each = sample.each();
                let key = (*layer, *place, *message_bytes, sample.launch);
                let least = all.entry(key).or_insert(each);
                *least = each.min(*least);
            }
        }
        Self(all)
    }

    /// One iteration of a sample, less what is not its own.
    fn net(&self, series: Series, message_bytes: usize, sample: &Sample) -> Option<f64> {
        let overhead = |layer| {
            let key = (layer, series.place, message_bytes, sample.launch);
            self.0.get(&key).copied()
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::worker::SEARCH;

    fn sample(layer: Layer, message_bytes: usize, iterations: u32, value: u64) -> Sample {
        Sample {
            row: Series::new(layer, Family::Valid, Place::Memory).to_string(),
            column: message_bytes.to_string(),
            launch: 0,
            round: 0,
            stack: 0,
            iterations,
            metric: Metric::Time,
            value,
        }
    }

    fn least(nets: &[Net], layer: Layer) -> Vec<f64> {
        let net = nets.iter().find(|net| net.series.layer == layer);
        net.expect("a series").least.iter().map(|it| it.y).collect()
    }

    #[test]
    fn overheads_are_taken_out_once() {
        // A call of 500, reading inputs 30, verifying 1,000, the boundary 70.
        let samples = [
            sample(Layer::Bare, 0, 4, 4 * 1_000),
            sample(Layer::Marshalling, 0, 10, 10 * 30),
            sample(Layer::Host, 0, 4, 4 * (1_000 + 30)),
            sample(Layer::NoOp, 0, 1, 500),
            sample(Layer::NoOp, 0, 1, 600), // noise
            sample(Layer::Wasm, 0, 10, 500 + 10 * (70 + 1_000 + 30)),
        ];
        let nets = net(&samples, Metric::Time);
        assert_eq!(least(&nets, Layer::Bare), [1_000.0]);
        assert_eq!(least(&nets, Layer::Host), [1_000.0]);
        assert_eq!(least(&nets, Layer::Wasm), [1_070.0]);
        assert!(net(&samples, Metric::Instructions).is_empty());
    }

    #[test]
    fn what_has_no_overhead_measured_is_left_out() {
        let nets = net(&[sample(Layer::Host, 0, 1, 1)], Metric::Time);
        assert!(nets.is_empty());
    }

    #[test]
    fn a_process_that_was_cut_short_is_not_fitted() {
        let mut samples = Vec::new();
        for launch in 0..7 {
            for message_bytes in [0, 128, 1_024, 4_096, 16_384] {
                let value = 1_000 + message_bytes as u64;
                let mut sample = sample(Layer::Bare, message_bytes, 1, value);
                sample.launch = launch;
                samples.push(sample);
            }
        }
        samples.pop();
        let nets = net(&samples, Metric::Time);
        let fit = nets[0].fit().expect("a fit");
        assert_eq!(fit.samples, 6 * 5);
        assert_eq!(fit.basis, statistics::Basis::Launches(6));
    }

    #[test]
    fn the_search_is_not_fitted() {
        let mut searching = sample(Layer::Bare, 0, 1, 1);
        searching.column = SEARCH.to_owned();
        assert!(net(&[searching], Metric::Time).is_empty());
    }
}
