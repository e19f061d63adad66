//! From samples to lines, and to gas.

use super::plan::{Cell, Family, TWO_BLOCKS, Verifies, cells};
use crate::calibrate::metric::Metric;
use crate::calibrate::price::{gas_per_unit, round_up};
use crate::measure::sample::Sample;
use crate::statistics::{self, Fit, Limits, quantile};
use anyhow::Context as _;
use ed25519_lanes::ITEMS_FOR_TABLES;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// The slowest processor that is admitted has AVX2.
///
/// nearcore's nodes demand AVX and the SHA extensions of whoever validates (neard's check of the
/// processor's features when it starts), and no processor has these without AVX2.
const ADMITTED: Verifies = Verifies::Avx2;

/// What follows from the samples.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Priced {
    pub(super) safety_factor: u32,
    pub(super) backends: Vec<OfBackend>,
    /// By the slowest backend that is admitted; none where it was not measured.
    pub(super) recommended: Option<Prices>,
}

/// What a backend costs.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OfBackend {
    pub(super) backend: Verifies,
    pub(super) lines: Vec<Line>,
    /// A call, an item and a byte, nanoseconds.
    pub(super) cost: [f64; 3],
    /// The tables of a key in each lane, nanoseconds.
    pub(super) group_ns: f64,
    /// The cost times the safety factor, in gas.
    pub(super) prices: Prices,
    /// How many times what it takes the dearest call pays, at the recommended prices.
    pub(super) covered: Option<f64>,
}

/// A line through the times of calls that differ in one thing.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Line {
    pub(super) what: &'static str,
    pub(super) fit: Fit,
}

/// Gas parameters: of a call, an item and a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Prices {
    pub(super) base: u64,
    pub(super) item: u64,
    pub(super) byte: u64,
}

impl Prices {
    /// The gas of a call.
    fn of(self, cell: Cell) -> f64 {
        let bytes = cell.count * cell.message_bytes;
        self.base as f64 + self.item as f64 * cell.count as f64 + self.byte as f64 * bytes as f64
    }
}

impl Priced {
    pub(super) fn new(samples: &[Sample], safety_factor: u32) -> anyhow::Result<Self> {
        let times = slowest_places(samples);
        let mut backends = Vec::new();
        for backend in Verifies::ALL {
            if times.keys().any(|(cell, _)| cell.backend == backend) {
                backends.push(of_backend(backend, &times, safety_factor)?);
            }
        }
        let admitted = backends.iter().find(|it| it.backend == ADMITTED);
        let recommended = admitted.map(|it| it.prices);
        if let Some(prices) = recommended {
            for it in &mut backends {
                let covered = times
                    .iter()
                    .filter(|((cell, _), _)| cell.backend == it.backend)
                    .filter(|((cell, _), _)| cell.family != Family::Tables)
                    .map(|((cell, _), ns)| {
                        let groups = (cell.count / ITEMS_FOR_TABLES) as f64;
                        let ns = ns + groups * it.group_ns;
                        prices.of(*cell) / gas_per_unit(Metric::Time) / ns
                    });
                it.covered = covered.reduce(f64::min);
            }
        }
        Ok(Self {
            safety_factor,
            backends,
            recommended,
        })
    }
}

/// The time of each cell in each process, nanoseconds: the least of all turns at each place of the
/// stack, and of these the slowest.
fn slowest_places(samples: &[Sample]) -> BTreeMap<(Cell, u32), f64> {
    let by_name: HashMap<_, _> = cells()
        .into_iter()
        .map(|cell| ((cell.row(), cell.column()), cell))
        .collect();
    let mut least: BTreeMap<(Cell, u32, usize), u64> = BTreeMap::new();
    for sample in samples {
        let Some(cell) = by_name.get(&(sample.row.clone(), sample.column.clone())) else {
            continue; // of another program's plan
        };
        let least = least.entry((*cell, sample.launch, sample.stack));
        let least = least.or_insert(sample.value);
        *least = sample.value.min(*least);
    }
    let mut slowest = BTreeMap::new();
    for ((cell, launch, _), ns) in least {
        let time = slowest.entry((cell, launch)).or_insert(0.0);
        *time = f64::max(*time, ns as f64);
    }
    slowest
}

fn of_backend(
    backend: Verifies,
    times: &BTreeMap<(Cell, u32), f64>,
    safety_factor: u32,
) -> anyhow::Result<OfBackend> {
    let line = |what, of: &dyn Fn(&Cell) -> Option<usize>| {
        let samples: Vec<_> = times
            .iter()
            .filter(|((cell, _), _)| cell.backend == backend)
            .filter_map(|((cell, launch), ns)| {
                Some(statistics::Sample {
                    x: of(cell)? as f64,
                    y: *ns,
                    cluster: *launch,
                })
            })
            .collect();
        let fit = statistics::fit(&samples, &Limits::default());
        let fit = fit.with_context(|| format!("{backend}, {what}"))?;
        anyhow::Ok(Line { what, fit })
    };
    let counts = |family| {
        move |cell: &Cell| {
            let is_one = cell.family == family && cell.message_bytes == TWO_BLOCKS;
            is_one.then_some(cell.count)
        }
    };
    let items = [Family::Valid, Family::OtherPoint]
        .map(|family| line(family.title(), &counts(family)))
        .into_iter()
        .collect::<Result<Vec<_>, _>>()?;
    let bytes = vec![
        line("bytes of one message", &|cell| {
            let is_one = cell.family == Family::Valid && cell.count == 1;
            is_one.then_some(cell.message_bytes)
        })?,
        line("bytes of many messages", &|cell| {
            let is_one = cell.family == Family::Valid && (65..=67).contains(&cell.count);
            is_one.then_some(cell.count * cell.message_bytes)
        })?,
    ];
    let tables = match backend {
        Verifies::Dalek => None,
        _ => Some(line(Family::Tables.title(), &|cell| {
            (cell.family == Family::Tables).then_some(cell.count)
        })?),
    };

    let steepest = |lines: &[Line]| {
        let slopes = lines.iter().map(|line| line.fit.least_squares.slope);
        slopes.fold(0.0, f64::max)
    };
    let verified = steepest(&items);
    let group = tables.as_ref().map_or(0.0, |line| {
        line.fit.least_squares.slope * backend.lanes() as f64
    });
    // So many items may have the tables of a group built.
    let item = verified + group / ITEMS_FOR_TABLES as f64;
    let byte = steepest(&bytes);
    // Whatever a call takes beyond its items, in most processes.
    let mut beyond: BTreeMap<Cell, Vec<f64>> = BTreeMap::new();
    for ((cell, _), ns) in times {
        if cell.backend == backend && cell.message_bytes == TWO_BLOCKS {
            let more = ns - verified * cell.count as f64;
            beyond.entry(*cell).or_default().push(more);
        }
    }
    let medians = beyond.values().filter_map(|more| quantile::median(more));
    let base = medians.fold(0.0, f64::max);
    let cost = [base, item, byte];
    let gas = |ns: f64| {
        if ns <= 0.0 {
            return Ok(0); // a call that takes no more than its items
        }
        let gas = ns * gas_per_unit(Metric::Time) * f64::from(safety_factor);
        round_up(gas).with_context(|| format!("{backend}: {ns} ns are no cost"))
    };
    Ok(OfBackend {
        backend,
        lines: items.into_iter().chain(bytes).chain(tables).collect(),
        cost,
        group_ns: group,
        prices: Prices {
            base: gas(base)?,
            item: gas(item)?,
            byte: gas(byte)?,
        },
        covered: None,
    })
}
