//! The costs of a host function: from samples to fitted lines, and from lines to parameters.

use super::function::{Function, METRICS};
use super::price::{Cost, FALLBACK_FACTOR, Parameter, SAFETY_FACTOR};
use crate::measure::{Metric, Recording, Sample};
use crate::statistics::{self, Fit, Launches, Point, Reason, Verdict};
use ed25519_lanes::Backend;
use std::collections::{BTreeMap, BTreeSet};
use std::iter;

/// The costs that follow from the samples.
pub(crate) struct Costs<F: Function> {
    /// The parameters, with all costs that decide prices.
    pub(crate) parameters: Vec<Parameter>,
    /// The costs by metric and backend; then those of a build without AVX2, if it was measured.
    pub(super) by_backend: Vec<OfBackend<F>>,
}

/// The costs of a verify backend in one build, by one metric.
pub(crate) struct OfBackend<F: Function> {
    /// `None` for nearcore's own function.
    pub(super) backend: Option<Backend>,
    /// Whether the libraries of the build do without AVX2.
    pub(super) is_without_avx2: bool,
    /// The backend and the build.
    pub(super) name: String,
    pub(crate) metric: Metric,
    /// The factor of its costs.
    pub(super) factor: u32,
    /// The cost of each of its cells in each process.
    pub(super) values: Values<F::Key>,
    pub(super) lines: Vec<Fitted<F::Line>>,
    /// The parameters with these costs alone.
    pub(crate) parameters: Vec<Parameter>,
}

impl<F: Function> Costs<F> {
    pub(crate) fn new(measured: &Recording) -> Self {
        let factor = measured.run.safety_factor;
        let factor = factor.unwrap_or(SAFETY_FACTOR);
        let mut by_backend = Vec::new();
        for build in iter::once(measured).chain(measured.without_avx2.as_deref()) {
            let is_without_avx2 = !std::ptr::eq(build, measured);
            for metric in METRICS {
                let mut of_backends: BTreeMap<_, Values<F::Key>> = BTreeMap::new();
                for ((cell, launch), value) in worst_places(F::own_costs(build, metric)) {
                    let of_backend = of_backends.entry(F::backend(cell)).or_default();
                    of_backend.insert((cell, launch), value);
                }
                // The libraries' vectors make no difference to lanes.
                of_backends.retain(|it, _| !(is_without_avx2 && it.is_some_and(has_lanes)));
                for (backend, values) in of_backends.into_iter().rev() {
                    let name = backend.map_or("dalek", Backend::name);
                    let is_fallback = is_without_avx2 || backend.is_some_and(|it| !has_lanes(it));
                    let mut its = OfBackend {
                        backend,
                        is_without_avx2,
                        name: match is_without_avx2 {
                            true => format!("{name}, without AVX2"),
                            false => name.to_owned(),
                        },
                        metric,
                        factor: if is_fallback { FALLBACK_FACTOR } else { factor },
                        values,
                        lines: Vec::new(),
                        parameters: Parameter::of(F::NAMES.priced),
                    };
                    its.fit(build);
                    by_backend.push(its);
                }
            }
        }
        let mut parameters = Parameter::of(F::NAMES.priced);
        for its in by_backend.iter().filter(|it| it.is_priced()) {
            for (all, its) in parameters.iter_mut().zip(&its.parameters) {
                all.costs.extend_from_slice(&its.costs);
            }
        }
        Self {
            parameters,
            by_backend,
        }
    }

    /// Those that decide prices.
    pub(crate) fn priced(&self) -> impl Iterator<Item = &OfBackend<F>> {
        self.by_backend.iter().filter(|it| it.is_priced())
    }

    /// Those by time.
    pub(super) fn times(&self) -> impl Iterator<Item = &OfBackend<F>> {
        let times = self.by_backend.iter();
        times.filter(|it| it.metric == Metric::Time)
    }
}

impl<F: Function> OfBackend<F> {
    /// Whether its costs decide prices. Instructions without AVX2 do not: nearcore's conversion supposes
    /// eight per nanosecond, and scalar code runs far more.
    fn is_priced(&self) -> bool {
        !(self.is_without_avx2 && self.metric == Metric::Instructions)
    }

    /// Fits the lines, and derives the costs from them.
    fn fit(&mut self, measured: &Recording) {
        let mut on_lines: BTreeMap<F::Line, Launches> = BTreeMap::new();
        for ((cell, launch), &y) in &self.values {
            for (line, x) in F::lines(*cell) {
                let launches = on_lines.entry(line).or_default();
                let x = x as f64;
                launches.entry(*launch).or_default().push(Point { x, y });
            }
        }
        let fitted = on_lines.into_iter().filter_map(|(line, launches)| {
            let of = match self.backend {
                Some(_) => format!("{}: {line}", self.name),
                None if self.is_without_avx2 => format!("without AVX2, {line}"),
                None => line.to_string(),
            };
            Fitted::new(line, of, self.metric, launches)
        });
        self.lines = fitted.collect();
        let mut rows = F::rows();
        rows.retain(|(row, _)| row.is_counted || self.metric == Metric::Time);
        let all = rows.into_iter().flat_map(|(_, cells)| cells);
        let all = all.filter(|it| F::backend(*it) == self.backend);
        let all = all.flat_map(F::lines).map(|(line, _)| line);
        let is_whole = self.lines.len() == all.collect::<BTreeSet<_>>().len();
        for (at, mut cost) in F::paid(self, measured) {
            let missing = || "other lines have too few samples".to_owned();
            cost.doubts.extend((!is_whole).then(missing));
            self.parameters[at].costs.push(cost);
        }
    }
}

/// Signatures side by side in a vector register.
pub(super) const fn lanes(backend: Backend) -> usize {
    match backend {
        Backend::Ifma => 8,
        Backend::Avx2 => 4,
        Backend::Portable | Backend::Dalek => 1,
    }
}

pub(super) fn has_lanes(backend: Backend) -> bool {
    lanes(backend) > 1
}

/// A line fitted to samples.
pub(super) struct Fitted<L> {
    pub(super) line: L,
    /// The measured thing, such as a series.
    pub(super) of: String,
    pub(super) metric: Metric,
    pub(super) launches: Launches,
    pub(super) fit: Fit,
}

impl<L> Fitted<L> {
    /// The line of these launches, if they determine one.
    pub(super) fn new(line: L, of: String, metric: Metric, launches: Launches) -> Option<Self> {
        Some(Self {
            line,
            of,
            metric,
            fit: statistics::fit(&launches)?,
            launches,
        })
    }

    /// A call's cost apart from its length, to be paid `factor` times.
    pub(super) fn intercept(&self, factor: u32) -> Cost {
        let value = self.fit.least_squares.intercept;
        self.cost(value, self.fit.intercept.high, factor, false)
    }

    /// The cost of a byte or an item, to be paid `factor` times.
    pub(super) fn slope(&self, factor: u32) -> Cost {
        let value = self.fit.least_squares.slope;
        self.cost(value, self.fit.slope.high, factor, true)
    }

    fn cost(&self, value: f64, high: f64, factor: u32, is_slope: bool) -> Cost {
        Cost {
            of: self.of.clone(),
            metric: self.metric,
            value,
            high,
            least_paid: value,
            factor,
            doubts: self.doubts(is_slope),
        }
    }

    /// Reasons against a price from the line, or from its slope alone.
    pub(super) fn doubts(&self, of_the_slope_alone: bool) -> Vec<String> {
        let Verdict::Uncertain(reasons) = &self.fit.verdict else {
            return Vec::new();
        };
        let counts = |it: &&Reason| it.is_of_slope || !of_the_slope_alone;
        let reasons = reasons.iter().filter(counts);
        reasons.map(|it| it.text.clone()).collect()
    }
}

/// The times by thing and process. Each is the least at a place of the stack, since noise only
/// adds, and then the largest over the places, since a contract can choose the place.
pub(crate) fn worst_places<'a, T: Ord + Copy>(
    samples: impl IntoIterator<Item = (T, &'a Sample, f64)>,
) -> BTreeMap<(T, u32), f64> {
    let mut least: BTreeMap<(T, u32, usize), f64> = BTreeMap::new();
    for (thing, Sample { launch, stack, .. }, value) in samples {
        let least = least.entry((thing, *launch, *stack)).or_insert(value);
        *least = value.min(*least);
    }
    let mut worst = BTreeMap::new();
    for ((thing, launch, _), value) in least {
        let most = worst.entry((thing, launch)).or_insert(value);
        *most = value.max(*most);
    }
    worst
}

/// The cost of each cell in each process, in the metric's unit.
pub(super) type Values<K> = BTreeMap<(K, u32), f64>;

/// Samples, each with its cell and the cost of one operation.
pub(super) type Samples<'a, F> = Vec<(<F as Function>::Key, &'a Sample, f64)>;

/// The samples of a metric.
pub(super) fn samples<F: Function>(measured: &Recording, metric: Metric) -> Samples<'_, F> {
    let mut all = Vec::new();
    for (row, cells) in F::rows() {
        for (cell, (column, _)) in cells.into_iter().zip(&row.columns) {
            let samples = measured.samples((&row.name, column), metric);
            all.extend(samples.map(|it| (cell, it, it.each())));
        }
    }
    all
}
