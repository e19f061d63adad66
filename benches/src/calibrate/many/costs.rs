//! Lines fitted to samples, and the costs that prices follow from.

use super::cell::{Cell, FITTED, Family, MANY, lanes};
use super::function::Function;
use crate::calibrate::document::{METRICS, digits};
use crate::calibrate::least::worst_places;
use crate::calibrate::price::{
    Cost, FALLBACK_FACTOR, Parameter, SAFETY_FACTOR, doubts, gas_per_unit,
};
use crate::measure::bound::Bound;
use crate::measure::recording::Recording;
use crate::measure::sample::{Metric, Sample};
use crate::statistics::{self, Fit, Point};
use anyhow::Context as _;
use ed25519_lanes::{Backend, ITEMS_FOR_TABLES};
use near_ed25519::output::Table;
use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

/// The costs that follow from the samples.
pub(super) struct Costs {
    /// `base`, `item` and `byte`, and `try` if there is one.
    pub(super) parameters: Vec<Parameter>,
    /// Name, metric and fit of each line.
    pub(super) lines: Vec<(String, Metric, Fit)>,
    backends: Vec<OfBackend>,
}

/// The costs of a verify backend.
struct OfBackend {
    name: String,
    metric: Metric,
    /// Cost of the most expensive call that takes many tries, as a share of its charge; 0 if there is none.
    with_tries: f64,
    /// The same of all others.
    of_others: f64,
    /// The bound on both: a third or a half, plus the scatter of calls about the priced lines.
    most: f64,
}

impl OfBackend {
    fn share(&self) -> f64 {
        self.with_tries.max(self.of_others)
    }
}

/// A line of a backend.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// By items of this kind.
    Items(Family),
    /// By bytes of one message.
    Bytes,
    /// By bytes of many messages.
    BytesOfMany,
    /// By tries of one item.
    Tries,
    /// By keys whose tables are built.
    Tables,
}

impl Of {
    /// The lines of a function by a backend.
    fn all<F: Function>(backend: Backend) -> Vec<Self> {
        let items = F::FAMILIES.iter().map(|family| Self::Items(*family));
        let mut all: Vec<_> = items.chain([Self::Bytes, Self::BytesOfMany]).collect();
        if !F::TRIES.is_empty() {
            all.push(Self::Tries);
        }
        if backend != Backend::Dalek {
            all.push(Self::Tables); // dalek has none
        }
        all
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Items(family) => family.name(),
            Self::Bytes => "bytes of one message",
            Self::BytesOfMany => "bytes of many messages",
            Self::Tries => Family::Tries.name(),
            Self::Tables => Family::Tables.name(),
        }
    }

    /// A cell's x on the line, if it is on it.
    fn x<F: Function>(self, cell: &Cell) -> Option<usize> {
        let by_bytes = |counts: RangeInclusive<usize>| {
            let is_one = cell.family == F::FAMILIES[0] && counts.contains(&cell.count);
            is_one.then_some(cell.count * cell.message_bytes)
        };
        let by_count = |family| (cell.family == family).then_some(cell.count);
        match self {
            Self::Items(family) => by_count(family)
                .filter(|count| *count <= FITTED && cell.message_bytes == F::MESSAGE_BYTES),
            Self::Bytes => by_bytes(1..=1),
            Self::BytesOfMany => by_bytes(OF_MANY),
            Self::Tries => by_count(Family::Tries),
            Self::Tables => by_count(Family::Tables),
        }
    }
}

/// Numbers of items with whole groups and a tail.
const OF_MANY: RangeInclusive<usize> = MANY + 1..=MANY + 7;

/// Titles of the parameters in a table, in their order.
const PER: [&str; 4] = ["per call", "per item", "per byte", "per try"];

impl Costs {
    pub(super) fn new<F: Function>(recording: &Recording) -> anyhow::Result<Self> {
        let mut costs = Self {
            parameters: F::parameters(),
            lines: Vec::new(),
            backends: Vec::new(),
        };
        let factor = recording.run.safety_factor.unwrap_or(SAFETY_FACTOR);
        let backends = || Backend::ALL.iter().rev().copied();
        for metric in METRICS {
            let values = values::<F>(&recording.samples, metric);
            for backend in backends() {
                let factor = match has_lanes(backend) {
                    true => factor,
                    false => FALLBACK_FACTOR,
                };
                costs.add::<F>(backend.to_string(), backend, metric, &values, factor)?;
            }
        }
        if let Some(other) = &recording.without_avx2 {
            // Its instruction counts are in no price, see the method of `verify`.
            let values = values::<F>(&other.samples, Metric::Time);
            for backend in backends().filter(|it| !has_lanes(*it)) {
                let name = format!("{backend}, without AVX2");
                costs.add::<F>(name, backend, Metric::Time, &values, FALLBACK_FACTOR)?;
            }
        }
        Ok(costs)
    }

    /// Adds the costs of a backend, if it was measured, to be paid `factor` times.
    fn add<F: Function>(
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
        for line in Of::all::<F>(backend) {
            let samples = of_backend.iter().filter_map(|((cell, launch), y)| {
                let (x, y, launch) = (line.x::<F>(cell)? as f64, **y, *launch);
                let point = Point { x, y };
                Some(statistics::Sample { launch, point })
            });
            let of = format!("{name}: {}", line.name());
            let fit = statistics::fit(&samples.collect::<Vec<_>>());
            let fit = fit.with_context(|| format!("{of}: too few samples for a line"))?;
            self.lines.push((of, metric, fit.clone()));
            fits.push((line, fit));
        }
        let slope = |fit: &Fit| (fit.least_squares.slope, fit.slope.high, doubts(fit, true));
        // With `ITEMS_FOR_TABLES` items, a call may build the tables of one key in each lane.
        let tables = fits.iter().find(|(line, _)| *line == Of::Tables);
        let tables = tables.map(|(_, fit)| slope(fit)).unwrap_or_default();
        let [group, group_high] = [tables.0, tables.1].map(|it| it * lanes(backend) as f64);
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
        for (line, fit) in &fits {
            let (value, high, mut doubts) = slope(fit);
            match line {
                Of::Items(_) => {
                    let item = value + group * share;
                    doubts.extend(tables.2.clone());
                    cost(1, item, high + group_high * share, item, doubts);
                    // The upper end of the intercept's interval, since a call's own cost differs between
                    // processes by more than the intercept's limits allow. At least 0; every call has an
                    // item.
                    let base = fit.intercept.high.max(0.0);
                    cost(0, base, base, base + item, Vec::new());
                }
                Of::Bytes | Of::BytesOfMany => cost(2, value, high, value, doubts),
                Of::Tries => cost(3, value, high, value, doubts),
                Of::Tables => {}
            }
        }
        let share = |is_it: fn(Family) -> bool| {
            let shares = shares::<F>(&of_backend, metric, group).filter(|(of, _)| is_it(*of));
            shares.map(|(_, share)| share).fold(0.0, f64::max)
        };
        self.backends.push(OfBackend {
            with_tries: share(|family| family == Family::Tries),
            of_others: share(|family| family != Family::Tries),
            name,
            metric,
            most: if has_lanes(backend) { 0.36 } else { 0.53 },
        });
        Ok(())
    }

    /// The costs of each backend, and its most expensive call compared with the charge.
    pub(super) fn backends(&self) -> Table {
        let per = PER.iter().take(self.parameters.len());
        let titles = ["verify backend", "unit"].iter().chain(per).copied();
        let mut table = Table::new(titles.chain(["charge for the most expensive call"]));
        for it in &self.backends {
            let mut cells = vec![it.metric.unit().to_owned()];
            cells.extend(self.parameters.iter().map(|parameter| {
                let costs = parameter
                    .costs_by(it.metric)
                    .filter(|cost| cost.of == it.name);
                digits(costs.map(|cost| cost.value).fold(0.0, f64::max))
            }));
            cells.push(format!("{:.1} times its cost", 1.0 / it.share()));
            table.row("", &it.name, cells);
        }
        table
    }

    /// Bounds on the time of each backend's most expensive call, as a share of its charge; and on that of
    /// calls that take many tries, as a share of the most expensive honest one's: grinding for tries buys
    /// no time.
    pub(super) fn charged_shares(&self) -> Vec<Bound> {
        let each = || self.backends.iter().filter(|it| it.metric == Metric::Time);
        let of_backend = |it: &OfBackend| {
            let of = &it.name;
            let what = format!("largest time of a call with {of}, as a share of its charge");
            Bound::new(what, it.most, Some(it.share()))
        };
        let mut bounds: Vec<_> = each().map(of_backend).collect();
        let with_tries = each().map(|it| it.with_tries).fold(0.0, f64::max);
        let of_others = each().map(|it| it.of_others).fold(0.0, f64::max);
        if with_tries > 0.0 {
            let what = "the same of a call with many tries, times that of any other".to_owned();
            bounds.push(Bound::new(what, 1.0, Some(with_tries / of_others)));
        }
        bounds
    }
}

fn has_lanes(backend: Backend) -> bool {
    lanes(backend) > 1
}

/// Ratios of each call's cost to its charge, with the tables it may build at `group` each.
fn shares<F: Function>(
    values: &[(&(Cell, u32), &f64)],
    metric: Metric,
    group: f64,
) -> impl Iterator<Item = (Family, f64)> {
    let prices = F::parameters();
    let calls = values
        .iter()
        .filter(|((cell, _), _)| cell.family != Family::Tables);
    calls.map(move |((cell, _), value)| {
        let items = cell.items();
        let tables = (items / ITEMS_FOR_TABLES) as f64 * group;
        let amounts = [1, items, items * cell.message_bytes, cell.tries()];
        let charged = prices.iter().zip(amounts);
        let charged = charged.map(|(it, amount)| it.charged as f64 * amount as f64);
        let cost = (**value + tables) * gas_per_unit(metric);
        (cell.family, cost / charged.sum::<f64>())
    })
}

/// The cost of each cell in each process, in the metric's unit.
type Values = BTreeMap<(Cell, u32), f64>;

fn values<F: Function>(samples: &[Sample], metric: Metric) -> Values {
    let cells = Cell::all::<F>().into_iter();
    let by_name: HashMap<_, _> = cells.map(|it| ((it.row(), it.column()), it)).collect();
    let samples = samples.iter().filter(|sample| sample.metric == metric);
    worst_places(samples.filter_map(|sample| {
        let cell = by_name.get(&(sample.row.clone(), sample.column.clone()))?;
        Some((*cell, sample, sample.each()))
    }))
}
