//! Lines fitted to samples, and the costs that prices follow from.

use super::Batch;
use super::cell::{Cell, FITTED, Family, MANY, lanes};
use crate::calibrate::fitted::{Fitted, Values, on_line, values};
use crate::calibrate::function::{METRICS, digits};
use crate::calibrate::price::{Cost, FALLBACK_FACTOR, Parameter, SAFETY_FACTOR, gas_per_unit};
use crate::measure::{Bound, Measured, Metric};
use anyhow::Context as _;
use ed25519_lanes::{Backend, ITEMS_FOR_TABLES};
use near_ed25519::output::Table;
use std::ops::RangeInclusive;

/// The costs that follow from the samples.
pub(super) struct Costs {
    /// `base`, `item` and `byte`, and `try` if there is one.
    pub(super) parameters: Vec<Parameter>,
    pub(super) lines: Vec<Fitted>,
    backends: Vec<OfBackend>,
}

/// The costs of a verify backend.
struct OfBackend {
    name: String,
    metric: Metric,
    /// The largest cost of a call with many tries, as a share of its charge; 0 if there is none.
    with_tries: f64,
    /// The largest such share of all other calls.
    of_others: f64,
    /// The bound on both: a third or a half, plus the scatter of calls around the priced lines.
    most: f64,
}

impl OfBackend {
    fn share(&self) -> f64 {
        self.with_tries.max(self.of_others)
    }
}

/// A line of a backend: the cost by one of these quantities.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// The number of a call of this kind: of items, of one item's tries, or of keys.
    Count(Family),
    /// Bytes of one message.
    Bytes,
    /// Bytes of many messages.
    BytesOfMany,
}

impl Of {
    /// The lines of a function by a backend; dalek has no tables.
    fn all<F: Batch>(backend: Backend) -> impl Iterator<Item = Self> {
        let items = F::FAMILIES.iter().map(|family| Self::Count(*family));
        let tries = (!F::TRIES.is_empty()).then_some(Self::Count(Family::Tries));
        let tables = (backend != Backend::Dalek).then_some(Self::Count(Family::Tables));
        let all = items.chain([Self::Bytes, Self::BytesOfMany]);
        all.chain(tries).chain(tables)
    }

    fn name(self) -> String {
        match self {
            Self::Count(family) => family.to_string(),
            Self::Bytes => "bytes of one message".to_owned(),
            Self::BytesOfMany => "bytes of many messages".to_owned(),
        }
    }

    /// The cell's x on this line; `None` if the cell belongs to another line.
    fn x<F: Batch>(self, cell: &Cell) -> Option<usize> {
        let by_bytes = |counts: RangeInclusive<usize>| {
            let is_one = cell.family == F::FAMILIES[0] && counts.contains(&cell.count);
            is_one.then_some(cell.count * cell.message_bytes)
        };
        match self {
            Self::Count(family) => {
                let is_usual = [0, F::MESSAGE_BYTES].contains(&cell.message_bytes);
                let is_one = cell.family == family && cell.count <= FITTED && is_usual;
                is_one.then_some(cell.count)
            }
            Self::Bytes => by_bytes(1..=1),
            Self::BytesOfMany => by_bytes(OF_MANY),
        }
    }
}

/// Numbers of items with whole groups and a tail.
const OF_MANY: RangeInclusive<usize> = MANY + 1..=MANY + 7;

/// Titles of the parameters in a table, in their order.
const PER: [&str; 4] = ["per call", "per item", "per byte", "per try"];

impl Costs {
    pub(super) fn new<F: Batch>(measured: &Measured<'_, Cell>) -> anyhow::Result<Self> {
        let mut costs = Self {
            parameters: Parameter::of(F::PRICED),
            lines: Vec::new(),
            backends: Vec::new(),
        };
        let factor = measured.recording.run.safety_factor;
        let factor = factor.unwrap_or(SAFETY_FACTOR);
        let backends = || Backend::ALL.iter().rev().copied();
        for metric in METRICS {
            let values = values(measured, metric);
            for backend in backends() {
                let factor = match has_lanes(backend) {
                    true => factor,
                    false => FALLBACK_FACTOR,
                };
                costs.add::<F>(backend.to_string(), backend, metric, &values, factor)?;
            }
        }
        if let Some(other) = &measured.without_avx2 {
            // No price uses its instruction counts; see the method of `verify`.
            let values = values(other, Metric::Time);
            for backend in backends().filter(|it| !has_lanes(*it)) {
                let name = format!("{backend}, without AVX2");
                costs.add::<F>(name, backend, Metric::Time, &values, FALLBACK_FACTOR)?;
            }
        }
        Ok(costs)
    }

    /// Adds the costs of a backend if it was measured; they are to be paid `factor` times.
    fn add<F: Batch>(
        &mut self,
        name: String,
        backend: Backend,
        metric: Metric,
        values: &Values<Cell>,
        factor: u32,
    ) -> anyhow::Result<()> {
        let mut values = values.clone();
        values.retain(|(cell, _), _| cell.backend == backend);
        if values.is_empty() {
            return Ok(());
        }
        let mut fits = Vec::new();
        for line in Of::all::<F>(backend) {
            let samples = on_line(&values, |cell| line.x::<F>(cell));
            let of = format!("{name}: {}", line.name());
            let fitted = Fitted::new(of.clone(), metric, samples);
            let fitted = fitted.with_context(|| format!("{of}: too few samples for a line"))?;
            fits.push((line, fitted));
        }
        // With `ITEMS_FOR_TABLES` items, a call may build the tables of one key in each lane.
        let tables = fits
            .iter()
            .find(|(line, _)| *line == Of::Count(Family::Tables));
        let tables = tables.map(|(_, fitted)| fitted.slope(factor));
        let of_group =
            |of: fn(&Cost) -> f64| tables.as_ref().map_or(0.0, of) * lanes(backend) as f64;
        let (group, group_high) = (of_group(|it| it.value), of_group(|it| it.high));
        let share = 1.0 / ITEMS_FOR_TABLES as f64;
        let mut push = |at: usize, cost: Cost| {
            let of = name.clone();
            self.parameters[at].costs.push(Cost { of, ..cost });
        };
        for (line, fitted) in &fits {
            let mut cost = fitted.slope(factor);
            match line {
                Of::Bytes | Of::BytesOfMany => push(2, cost),
                Of::Count(Family::Tries) => push(3, cost),
                Of::Count(Family::Tables) => {}
                Of::Count(_) => {
                    cost.value += group * share;
                    cost.high += group_high * share;
                    cost.least_paid = cost.value;
                    cost.doubts
                        .extend(tables.iter().flat_map(|it| it.doubts.clone()));
                    // The upper end of the intercept's interval counts, since a call's own cost
                    // differs between processes by more than the limits allow. It is at least 0,
                    // and every call has an item.
                    let mut base = fitted.intercept(factor);
                    base.high = base.high.max(0.0);
                    base.value = base.high;
                    base.least_paid = base.value + cost.value;
                    base.doubts.clear();
                    push(0, base);
                    push(1, cost);
                }
            }
        }
        self.lines
            .extend(fits.into_iter().map(|(_, fitted)| fitted));
        let share = |is_it: fn(Family) -> bool| {
            let shares = shares::<F>(&values, metric, group).filter(|(of, _)| is_it(*of));
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

    /// Bounds on the time of each backend's most expensive call, as a share of its charge. If tries
    /// are charged, also a bound on calls with many tries, relative to the most expensive other
    /// call: grinding for tries must not buy time.
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
            let what = "the same of a call with many tries, times that of any other";
            bounds.push(Bound::new(what, 1.0, Some(with_tries / of_others)));
        }
        bounds
    }
}

fn has_lanes(backend: Backend) -> bool {
    lanes(backend) > 1
}

/// Ratios of each call's cost to its charge, with the tables it may build at `group` each.
fn shares<F: Batch>(
    values: &Values<Cell>,
    metric: Metric,
    group: f64,
) -> impl Iterator<Item = (Family, f64)> {
    let prices = Parameter::of(F::PRICED);
    let calls = values.iter();
    let calls = calls.filter(|((cell, _), _)| cell.family != Family::Tables);
    calls.map(move |((cell, _), value)| {
        let items = cell.items();
        let tables = (items / ITEMS_FOR_TABLES) as f64 * group;
        let amounts = [1, items, items * cell.message_bytes, cell.tries()];
        let charged = prices.iter().zip(amounts);
        let charged = charged.map(|(it, amount)| it.charged as f64 * amount as f64);
        let cost = (*value + tables) * gas_per_unit(metric);
        (cell.family, cost / charged.sum::<f64>())
    })
}
