//! Lines fitted to samples, and the costs that prices follow from.

use super::cell::Family::{self, OtherPoint, Tables, Valid};
use super::cell::{Cell, FITTED, MANY, TWO_BLOCKS, lanes};
use crate::calibrate::document::{METRICS, digits};
use crate::calibrate::least::worst_places;
use crate::calibrate::price::{
    Cost, FALLBACK_FACTOR, Parameter, SAFETY_FACTOR, doubts, gas_per_unit,
};
use crate::measure::bound::Bound;
use crate::measure::recording::Recording;
use crate::measure::sample::{Metric, Sample};
use crate::measure::table::Table;
use crate::statistics::{self, Fit, Point};
use anyhow::Context as _;
use ed25519_lanes::{Backend, ITEMS_FOR_TABLES};
use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

/// The costs that follow from the samples.
pub(super) struct Costs {
    /// `base`, `item` and `byte`.
    pub(super) parameters: Vec<Parameter>,
    /// Name, metric and fit of each line.
    pub(super) lines: Vec<(String, Metric, Fit)>,
    backends: Vec<OfBackend>,
}

/// The costs of a verify backend.
struct OfBackend {
    name: String,
    metric: Metric,
    /// Cost of the most expensive call, as a share of its charge.
    share: f64,
    /// The bound on `share`: a third or a half, plus the scatter of calls about the priced lines.
    most: f64,
}

/// A cell's x on a line, if it is on it.
type OnLine = fn(&Cell) -> Option<usize>;

/// The lines of a backend: by items of both kinds of signatures, by bytes of one message and of
/// many, and by keys whose tables are built.
const LINES: [(&str, OnLine); 5] = [
    (Valid.name(), |cell| by_items(cell, Valid)),
    (OtherPoint.name(), |cell| by_items(cell, OtherPoint)),
    ("bytes of one message", |cell| by_bytes(cell, 1..=1)),
    ("bytes of many messages", |cell| by_bytes(cell, OF_MANY)),
    (Tables.name(), |cell| {
        (cell.family == Tables).then_some(cell.count)
    }),
];

/// Numbers of signatures with whole groups and a tail.
const OF_MANY: RangeInclusive<usize> = MANY + 1..=MANY + 7;

fn by_items(cell: &Cell, family: Family) -> Option<usize> {
    let is_one = cell.family == family && cell.message_bytes == TWO_BLOCKS;
    (is_one && cell.count <= FITTED).then_some(cell.count)
}

fn by_bytes(cell: &Cell, counts: RangeInclusive<usize>) -> Option<usize> {
    let is_one = cell.family == Valid && counts.contains(&cell.count);
    is_one.then_some(cell.count * cell.message_bytes)
}

impl Costs {
    pub(super) fn new(recording: &Recording) -> anyhow::Result<Self> {
        let mut costs = Self {
            parameters: Parameter::of_verify_many(),
            lines: Vec::new(),
            backends: Vec::new(),
        };
        let factor = recording.run.safety_factor.unwrap_or(SAFETY_FACTOR);
        let backends = || Backend::ALL.iter().rev().copied();
        for metric in METRICS {
            let values = values(&recording.samples, metric);
            for backend in backends() {
                let factor = match has_lanes(backend) {
                    true => factor,
                    false => FALLBACK_FACTOR,
                };
                costs.add(backend.to_string(), backend, metric, &values, factor)?;
            }
        }
        if let Some(other) = &recording.without_avx2 {
            // Its instruction counts are in no price, see the method of `verify`.
            let values = values(&other.samples, Metric::Time);
            for backend in backends().filter(|it| !has_lanes(*it)) {
                let name = format!("{backend}, without AVX2");
                costs.add(name, backend, Metric::Time, &values, FALLBACK_FACTOR)?;
            }
        }
        Ok(costs)
    }

    /// Adds the costs of a backend, if it was measured, to be paid `factor` times.
    fn add(
        &mut self,
        name: String,
        backend: Backend,
        metric: Metric,
        values: &Values,
        factor: u32,
    ) -> anyhow::Result<()> {
        let of_backend = values.iter().filter(|((it, _), _)| it.backend == backend);
        let of_backend: Vec<_> = of_backend.collect();
        if of_backend.is_empty() {
            return Ok(());
        }
        let mut fits = Vec::new();
        for (what, place) in LINES {
            if (backend, what) == (Backend::Dalek, Tables.name()) {
                continue; // it has no tables
            }
            let samples = of_backend.iter().filter_map(|((cell, launch), y)| {
                let (x, y, launch) = (place(cell)? as f64, **y, *launch);
                let point = Point { x, y };
                Some(statistics::Sample { launch, point })
            });
            let of = format!("{name}: {what}");
            let fit = statistics::fit(&samples.collect::<Vec<_>>());
            let fit = fit.with_context(|| format!("{of}: too few samples for a line"))?;
            self.lines.push((of, metric, fit.clone()));
            fits.push(fit);
        }
        let slope = |fit: &Fit| (fit.least_squares.slope, fit.slope.high, doubts(fit, true));
        // With `ITEMS_FOR_TABLES` items, a call may build the tables of one key in each lane.
        let tables = fits.get(4).map(slope).unwrap_or_default();
        let [group, group_high] = [tables.0, tables.1].map(|it| it * lanes(backend).0 as f64);
        let share = 1.0 / ITEMS_FOR_TABLES as f64;
        let mut cost = |at: usize, value, high, least_paid, doubts| {
            self.parameters[at].costs.push(Cost {
                of: name.clone(),
                metric,
                value,
                high,
                least_paid,
                factor,
                doubts,
            });
        };
        for fit in &fits[..2] {
            let (value, high, mut of_item) = slope(fit);
            let item = value + group * share;
            of_item.extend(tables.2.clone());
            cost(1, item, high + group_high * share, item, of_item);
            // The upper end of the intercept's interval, since a call's own cost differs between
            // processes by more than the intercept's limits allow. At least 0; every call has an
            // item.
            let base = fit.intercept.high.max(0.0);
            cost(0, base, base, base + item, Vec::new());
        }
        for fit in &fits[2..4] {
            let (value, high, doubts) = slope(fit);
            cost(2, value, high, value, doubts);
        }
        self.backends.push(OfBackend {
            share: largest_share(&of_backend, metric, group),
            name,
            metric,
            most: if has_lanes(backend) { 0.36 } else { 0.53 },
        });
        Ok(())
    }

    /// The costs of each backend, and its most expensive call compared with the charge.
    pub(super) fn backends(&self) -> Table {
        let mut table = Table::titled(
            "verify backend | unit | per call | per item | per byte | charge for the most expensive call",
        );
        for it in &self.backends {
            let mut cells = vec![it.metric.unit().to_owned()];
            cells.extend(self.parameters.iter().map(|parameter| {
                let costs = parameter
                    .costs_by(it.metric)
                    .filter(|cost| cost.of == it.name);
                digits(costs.map(|cost| cost.value).fold(0.0, f64::max))
            }));
            cells.push(format!("{:.1} times its cost", 1.0 / it.share));
            table.row("", &it.name, cells);
        }
        table
    }

    /// Bounds on the time of each backend's most expensive call, as a share of its charge.
    pub(super) fn charged_shares(&self) -> Vec<Bound> {
        let each = self.backends.iter().filter(|it| it.metric == Metric::Time);
        let bound = |it: &OfBackend| {
            let of = &it.name;
            let what = format!("largest time of a call with {of}, as a share of its charge");
            Bound::new(what, it.most, Some(it.share))
        };
        each.map(bound).collect()
    }
}

fn has_lanes(backend: Backend) -> bool {
    lanes(backend).0 > 1
}

/// Largest ratio of a call's cost to its charge, with the tables it may build at `group` each.
fn largest_share(values: &[(&(Cell, u32), &f64)], metric: Metric, group: f64) -> f64 {
    let prices = Parameter::of_verify_many();
    let calls = values.iter().filter(|((cell, _), _)| cell.family != Tables);
    let share = |((cell, _), value): &(&(Cell, u32), &f64)| {
        let tables = (cell.count / ITEMS_FOR_TABLES) as f64 * group;
        let amounts = [1, cell.count, cell.count * cell.message_bytes];
        let charged = prices.iter().zip(amounts);
        let charged = charged.map(|(it, amount)| it.charged as f64 * amount as f64);
        (*value + tables) * gas_per_unit(metric) / charged.sum::<f64>()
    };
    calls.map(share).fold(0.0, f64::max)
}

/// The cost of each cell in each process, in the metric's unit.
type Values = BTreeMap<(Cell, u32), f64>;

fn values(samples: &[Sample], metric: Metric) -> Values {
    let cells = Cell::all().into_iter();
    let by_name: HashMap<_, _> = cells.map(|it| ((it.row(), it.column()), it)).collect();
    let samples = samples.iter().filter(|sample| sample.metric == metric);
    worst_places(samples.filter_map(|sample| {
        let cell = by_name.get(&(sample.row.clone(), sample.column.clone()))?;
        Some((*cell, sample, sample.each()))
    }))
}
