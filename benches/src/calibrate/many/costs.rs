//! From samples to lines, and to what is priced.

use super::cell::{Cell, FITTED, Family, MANY, TWO_BLOCKS, lanes};
use crate::calibrate::document::{Fitted, digits};
use crate::calibrate::price::{
    Cost, FALLBACK_FACTOR, Parameter, SAFETY_FACTOR, doubts, gas_per_unit,
};
use crate::measure::bound::Bound;
use crate::measure::recording::Recording;
use crate::measure::sample::{Metric, Sample};
use crate::measure::table::Table;
use crate::statistics::{self, Fit, Limits};
use anyhow::Context as _;
use ed25519_lanes::{Backend, ITEMS_FOR_TABLES};
use near_gas_params::VerifyManyParameters;
use std::collections::{BTreeMap, HashMap};

/// What follows from the samples.
pub(super) struct Costs {
    /// `base`, `item` and `byte`.
    pub(super) parameters: Vec<Parameter>,
    pub(super) fitted: Vec<Fitted>,
    backends: Vec<OfBackend>,
}

/// What a backend takes.
struct OfBackend {
    name: String,
    backend: Backend,
    metric: Metric,
    /// A call, an item and a byte, in the metric's unit.
    costs: [Estimate; 3],
    /// The dearest call beside what is charged for it.
    share: f64,
}

/// A cost, the upper end of its interval, and why it is not to be relied on.
#[derive(Clone, Default)]
struct Estimate {
    value: f64,
    high: f64,
    doubts: Vec<String>,
}

impl Costs {
    /// # Errors
    ///
    /// There is no line where there should be one.
    pub(super) fn new(recording: &Recording) -> anyhow::Result<Self> {
        let factor = recording.run.safety_factor.unwrap_or(SAFETY_FACTOR);
        let mut parameters = charged();
        let (mut fitted, mut backends) = (Vec::new(), Vec::new());
        let scalar = recording.without_avx2.as_deref();
        for (build, recording) in [("", Some(recording)), (", without AVX2", scalar)] {
            let samples = recording.map_or(&[][..], |recording| &recording.samples);
            for metric in [Metric::Time, Metric::Instructions] {
                if metric == Metric::Instructions && !build.is_empty() {
                    continue; // in no price, see the method of `verify`
                }
                let values = worst_places(samples, metric);
                for &backend in Backend::ALL.iter().rev() {
                    let has_lanes = matches!(backend, Backend::Ifma | Backend::Avx2);
                    let is_measured = values.keys().any(|(cell, _)| cell.backend == backend);
                    if !is_measured || (has_lanes && !build.is_empty()) {
                        continue;
                    }
                    let name = format!("{backend}{build}");
                    let lines = Lines::new(backend, &values).context(name.clone())?;
                    fitted.extend(lines.fitted(&name, metric));
                    let costs = lines.costs(backend);
                    let [base, item, _] = costs.each_ref().map(|it| it.value);
                    for (at, (parameter, it)) in parameters.iter_mut().zip(&costs).enumerate() {
                        // No call is made without an item.
                        let least_paid = if at == 0 { base + item } else { it.value };
                        parameter.costs.push(Cost {
                            of: name.clone(),
                            metric,
                            value: it.value,
                            high: it.high,
                            least_paid,
                            factor: if has_lanes { factor } else { FALLBACK_FACTOR },
                            doubts: it.doubts.clone(),
                        });
                    }
                    backends.push(OfBackend {
                        share: share(&values, backend, metric, lines.group(backend).value),
                        name,
                        backend,
                        metric,
                        costs,
                    });
                }
            }
        }
        Ok(Self {
            parameters,
            fitted,
            backends,
        })
    }

    /// What each backend costs, and how often what is charged pays for its dearest call.
    pub(super) fn backends(&self) -> Table {
        let titles = [
            "backend",
            "in",
            "a call",
            "an item",
            "a byte",
            "charged, of the dearest call",
        ];
        let mut table = Table::new(titles);
        for it in &self.backends {
            let [base, item, byte] = it.costs.each_ref().map(|cost| digits(cost.value));
            let charged = format!("{:.1} times what it takes", 1.0 / it.share);
            table.row(
                "",
                &it.name,
                vec![it.metric.unit().to_owned(), base, item, byte, charged],
            );
        }
        table
    }

    /// That what is charged pays often enough for every backend.
    pub(super) fn charged_shares(&self, experiment: &'static str) -> Vec<Bound> {
        let each = self.backends.iter().filter(|it| it.metric == Metric::Time);
        let bound = |it: &OfBackend| {
            let what = format!(
                "time of the dearest call with {}, as a share of its charge",
                it.name
            );
            // A third, and a half; prices are of lines, about which calls lie.
            let at_most = match it.backend {
                Backend::Ifma | Backend::Avx2 => 0.36,
                Backend::Portable | Backend::Dalek => 0.53,
            };
            Bound::new(experiment, what, at_most, Some(it.share))
        };
        each.map(bound).collect()
    }
}

/// The parameters, with what is charged, and no costs yet.
fn charged() -> Vec<Parameter> {
    let VerifyManyParameters {
        ed25519_verify_many_base: base,
        ed25519_verify_many_item: item,
        ed25519_verify_many_byte: byte,
    } = VerifyManyParameters::default();
    let keys = [
        ("wasm_ed25519_verify_many_base", base),
        ("wasm_ed25519_verify_many_item", item),
        ("wasm_ed25519_verify_many_byte", byte),
    ];
    let parameter = |(key, charged)| Parameter {
        key,
        charged,
        costs: Vec::new(),
    };
    keys.map(parameter).into()
}

/// The dearest call, with the tables it may build, beside what is charged for it.
fn share(values: &Values, backend: Backend, metric: Metric, group: f64) -> f64 {
    let prices = charged();
    let calls = values
        .iter()
        .filter(|((cell, _), _)| cell.backend == backend && cell.family != Family::Tables);
    let share = |((cell, _), value): (&(Cell, u32), &f64)| {
        let tables = (cell.count / ITEMS_FOR_TABLES) as f64 * group;
        let amounts = [1, cell.count, cell.count * cell.message_bytes];
        let charged = prices
            .iter()
            .zip(amounts)
            .map(|(it, amount)| it.charged as f64 * amount as f64);
        (value + tables) * gas_per_unit(metric) / charged.sum::<f64>()
    };
    calls.map(share).fold(0.0, f64::max)
}

/// What each cell takes in each process, in the metric's unit.
type Values = BTreeMap<(Cell, u32), f64>;

/// The least of all turns at each place of the stack, and of these the most.
fn worst_places(samples: &[Sample], metric: Metric) -> Values {
    let by_name: HashMap<_, _> = Cell::all()
        .into_iter()
        .map(|cell| ((cell.row(), cell.column()), cell))
        .collect();
    let mut least: BTreeMap<(Cell, u32, usize), f64> = BTreeMap::new();
    for sample in samples.iter().filter(|sample| sample.metric == metric) {
        if let Some(cell) = by_name.get(&(sample.row.clone(), sample.column.clone())) {
            let each = sample.each();
            let least = least
                .entry((*cell, sample.launch, sample.stack))
                .or_insert(each);
            *least = each.min(*least);
        }
    }
    let mut worst = Values::new();
    for ((cell, launch, _), value) in least {
        let most = worst.entry((cell, launch)).or_insert(value);
        *most = value.max(*most);
    }
    worst
}

/// The lines of a backend.
struct Lines {
    /// By items, of both kinds of signatures.
    items: [Fit; 2],
    /// By bytes, of one message and of many.
    bytes: [Fit; 2],
    /// By keys whose tables are built.
    tables: Option<Fit>,
}

impl Lines {
    fn new(backend: Backend, values: &Values) -> anyhow::Result<Self> {
        let line = |of: &dyn Fn(&Cell) -> Option<usize>| {
            let of_backend = values
                .iter()
                .filter(|((cell, _), _)| cell.backend == backend);
            let samples = of_backend.filter_map(|((cell, launch), value)| {
                Some(statistics::Sample {
                    x: of(cell)? as f64,
                    y: *value,
                    cluster: *launch,
                })
            });
            statistics::fit(&samples.collect::<Vec<_>>(), &Limits::default())
        };
        let items = |family| {
            move |cell: &Cell| {
                let is_one = cell.family == family && cell.message_bytes == TWO_BLOCKS;
                (is_one && cell.count <= FITTED).then_some(cell.count)
            }
        };
        let bytes = |is_of: fn(usize) -> bool| {
            move |cell: &Cell| {
                let is_one = cell.family == Family::Valid && is_of(cell.count);
                is_one.then_some(cell.count * cell.message_bytes)
            }
        };
        let tables = |cell: &Cell| (cell.family == Family::Tables).then_some(cell.count);
        let many = |count| count > MANY && count < MANY + 8;
        Ok(Self {
            items: [
                line(&items(Family::Valid))?,
                line(&items(Family::OtherPoint))?,
            ],
            bytes: [line(&bytes(|count| count == 1))?, line(&bytes(many))?],
            tables: match backend {
                Backend::Dalek => None,
                _ => Some(line(&tables)?),
            },
        })
    }

    fn fitted(&self, name: &str, metric: Metric) -> impl Iterator<Item = Fitted> {
        let named = [
            (Family::Valid.to_string(), Some(&self.items[0])),
            (Family::OtherPoint.to_string(), Some(&self.items[1])),
            ("bytes of one message".to_owned(), Some(&self.bytes[0])),
            ("bytes of many messages".to_owned(), Some(&self.bytes[1])),
            (Family::Tables.to_string(), self.tables.as_ref()),
        ];
        named.into_iter().filter_map(move |(what, fit)| {
            Some(Fitted {
                of: format!("{name}: {what}"),
                metric,
                fit: fit?.clone(),
                envelope: None,
            })
        })
    }

    /// The tables of a key in each lane.
    fn group(&self, backend: Backend) -> Estimate {
        let (lanes, _) = lanes(backend);
        let tables = self.tables.as_ref();
        tables.map_or_else(Estimate::default, |fit| slope(fit).times(lanes as f64))
    }

    /// A call, an item and a byte.
    fn costs(&self, backend: Backend) -> [Estimate; 3] {
        // So many items may have the tables of a group built.
        let tables = self.group(backend).times(1.0 / ITEMS_FOR_TABLES as f64);
        let item = dearer(self.items.each_ref().map(slope));
        let base = dearer(self.items.each_ref().map(start));
        let byte = dearer(self.bytes.each_ref().map(slope));
        [base, item.plus(tables), byte]
    }
}

fn slope(fit: &Fit) -> Estimate {
    Estimate {
        value: fit.least_squares.slope,
        high: fit.slope.high,
        doubts: doubts(fit, true),
    }
}

/// Where a line may start at most: the upper end of the interval, since what a call takes beyond its items
/// differs from process to process by more than its own limits allow. No less than nothing.
fn start(fit: &Fit) -> Estimate {
    let most = fit.intercept.high.max(0.0);
    Estimate {
        value: most,
        high: most,
        doubts: Vec::new(),
    }
}

/// The dearer of two, with the doubts of both.
fn dearer([a, b]: [Estimate; 2]) -> Estimate {
    Estimate {
        value: a.value.max(b.value),
        high: a.high.max(b.high),
        doubts: [a.doubts, b.doubts].concat(),
    }
}

impl Estimate {
    fn times(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            high: self.high * factor,
            ..self
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            high: self.high + other.high,
            doubts: [self.doubts, other.doubts].concat(),
        }
    }
}
