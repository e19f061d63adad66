//! A recording's samples by cell, their times, and the parts of tables and bounds.

use super::cell::{Cell, Row};
use super::{Bound, Findings, Metric, Recording, SEARCH, Sample};
use anyhow::ensure;
use near_ed25519::output::Table;
use serde_json::json;
use std::collections::HashMap;

/// A recording, seen through its experiment's current cells; rows and columns that no longer exist
/// are ignored.
pub(crate) struct Measured<'a, C> {
    pub(crate) recording: &'a Recording,
    /// The recording of a build whose libraries do without AVX2.
    pub(crate) without_avx2: Option<Box<Self>>,
    /// The recordings of other processors.
    pub(crate) elsewhere: Vec<Self>,
    /// The recorded rows, each with its current cells.
    rows: Vec<(&'a Row, Vec<C>)>,
    samples: HashMap<C, Vec<&'a Sample>>,
}

/// Times of one operation, in nanoseconds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Times {
    /// The least time of each process that measured the cell.
    pub(crate) launches_ns: Vec<f64>,
    /// The least time of all samples, since disturbances only add.
    pub(crate) least_ns: f64,
    /// The median time of all samples.
    pub(crate) median_ns: f64,
}

impl Times {
    /// The least, in microseconds.
    pub(crate) fn us(&self) -> f64 {
        self.least_ns / 1e3
    }
}

impl<'a, C: Cell> Measured<'a, C> {
    /// Reads a recording through all cells of its experiment.
    pub(crate) fn new(all: &[C], recording: &'a Recording) -> Self {
        let mut cells: HashMap<(String, String), C> = HashMap::new();
        let mut rows: HashMap<String, Vec<C>> = HashMap::new();
        for &cell in all {
            cells.insert((cell.row(), cell.column()), cell);
            rows.entry(cell.row()).or_default().push(cell);
        }
        let mut samples: HashMap<C, Vec<&Sample>> = HashMap::new();
        for sample in &recording.samples {
            let of = (sample.row.clone(), sample.column.clone());
            if let Some(cell) = cells.get(&of) {
                samples.entry(*cell).or_default().push(sample);
            }
        }
        let of_today = |row: &'a Row| Some((row, rows.remove(&row.name)?));
        let without_avx2 = recording.without_avx2.as_deref();
        let elsewhere = recording.elsewhere.iter().map(|it| Self::new(all, it));
        Self {
            recording,
            without_avx2: without_avx2.map(|it| Box::new(Self::new(all, it))),
            elsewhere: elsewhere.collect(),
            rows: recording.run.rows.iter().filter_map(of_today).collect(),
            samples,
        }
    }

    /// Samples of a cell by a metric.
    pub(crate) fn samples(
        &self,
        cell: C,
        metric: Metric,
    ) -> impl Iterator<Item = &'a Sample> + Clone {
        let samples = self.samples.get(&cell).into_iter().flatten().copied();
        samples.filter(move |sample| sample.metric == metric)
    }

    /// All samples by a metric, with their cells.
    pub(crate) fn all(&self, metric: Metric) -> impl Iterator<Item = (C, &'a Sample)> {
        let cells = self.rows.iter().flat_map(|(_, cells)| cells);
        cells.flat_map(move |&cell| self.samples(cell, metric).map(move |it| (cell, it)))
    }

    /// Samples of the searches for the stack's place where this cell's row takes longest.
    pub(crate) fn searches(&self, cell: C) -> impl Iterator<Item = &'a Sample> {
        let (row, samples) = (cell.row(), self.recording.samples.iter());
        samples.filter(move |sample| sample.column == SEARCH && sample.row == row)
    }

    /// Times of one operation of a cell. If the call around the operations was timed alone, it is
    /// subtracted: its least time in the same process, since a disturbed call would make others
    /// look fast. `None` if no process measured the cell.
    pub(crate) fn times(&self, cell: C) -> Option<Times> {
        let mut launches_ns = Vec::new();
        let mut all = Vec::new();
        for launch in 0..self.recording.run.effort.launches {
            let samples = self.samples(cell, Metric::Time);
            let samples = samples.filter(|sample| sample.launch == launch);
            let calls = samples.clone().filter(|sample| sample.iterations == 0);
            let call = calls.map(|sample| sample.value).min().unwrap_or(0);
            let each = |sample: &Sample| {
                let net = sample.value.saturating_sub(call);
                net as f64 / f64::from(sample.iterations)
            };
            let times = samples.filter(|sample| sample.iterations > 0);
            let times: Vec<_> = times.map(each).collect();
            launches_ns.extend(times.iter().copied().reduce(f64::min));
            all.extend(times);
        }
        all.sort_by(f64::total_cmp);
        Some(Times {
            least_ns: *all.first()?,
            median_ns: *all.get(all.len() / 2)?,
            launches_ns,
        })
    }

    /// Gas of one operation of a cell, if it was measured.
    ///
    /// # Errors
    ///
    /// Two samples have different gas.
    pub(crate) fn gas(&self, cell: C) -> anyhow::Result<Option<u64>> {
        let mut gas = None;
        for sample in self.samples(cell, Metric::Gas) {
            let (before, now) = (*gas.get_or_insert(sample.value), sample.value);
            let (row, column) = (cell.row(), cell.column());
            ensure!(before == now, "{row}, {column}: {before} gas, then {now}");
        }
        Ok(gas)
    }

    /// A cell's time divided by another's, rounded to a measurement's precision, so that JSON has
    /// no more digits; `None` if either was not measured.
    pub(crate) fn ratio(&self, cell: C, unit: C) -> Option<f64> {
        let [cell, unit] = [cell, unit].map(|it| Some(self.times(it)?.least_ns));
        Some((cell? / unit? * 1_000.0).round() / 1_000.0)
    }

    /// A bound on the ratio of each of these cells to its unit; the largest ratio counts.
    pub(crate) fn bound(&self, bound: String, at_most: f64, ratios: &[(C, C)]) -> Bound {
        let mut each = ratios.iter().map(|(cell, unit)| self.ratio(*cell, *unit));
        let largest = each.try_fold(0.0, |largest: f64, ratio| Some(largest.max(ratio?)));
        Bound::new(bound, at_most, largest)
    }

    /// A row of texts for each of these cells' rows, or the reason why a row was not measured.
    /// `name` is called with a row's first cell; `None` leaves the row out.
    pub(crate) fn table<T: Into<String>>(
        &self,
        titles: impl IntoIterator<Item = T>,
        name: impl Fn(C) -> Option<String>,
        mut texts: impl FnMut(C) -> anyhow::Result<Vec<Option<String>>>,
    ) -> anyhow::Result<Table> {
        let mut table = Table::new(titles);
        for (row, cells) in &self.rows {
            let Some((&first, name)) = cells.first().and_then(|it| Some((it, name(*it)?))) else {
                continue;
            };
            if cells.iter().any(|cell| self.times(*cell).is_some()) {
                let texts = texts(first)?.into_iter().map(Option::unwrap_or_default);
                table.row(&row.group, &name, texts.collect());
            } else {
                let why = row.unavailable.as_deref().unwrap_or("not measured");
                table.missing(&row.group, &name, why);
            }
        }
        Ok(table)
    }

    /// Findings with a table: its block and the machine's in documents; and in JSON every row, with its
    /// measurements by column, and the ratio of each cell's time to that of `unit`.
    ///
    /// # Errors
    ///
    /// Two samples have different gas.
    pub(crate) fn findings(
        &self,
        caption: &str,
        table: Table,
        [block, on]: [&'static str; 2],
        unit: &str,
        ratio: impl Fn(C) -> Option<f64>,
    ) -> anyhow::Result<Findings> {
        let json_of = |cell: C| {
            let times = self.times(cell)?;
            Some(self.gas(cell).map(|gas| {
                json!({
                    "column": cell.column(),
                    "least_ns": times.least_ns,
                    "median_ns": times.median_ns,
                    "launches_ns": times.launches_ns,
                    "times_unit": ratio(cell),
                    "gas": gas,
                })
            }))
        };
        let rows = self.rows.iter().map(|(row, cells)| {
            let columns = cells.iter().filter_map(|cell| json_of(*cell));
            Ok(json!({
                "name": row.name,
                "group": row.group,
                "unavailable": row.unavailable,
                "columns": columns.collect::<anyhow::Result<Vec<_>>>()?,
            }))
        });
        let rows = rows.collect::<anyhow::Result<Vec<_>>>()?;
        let launches = self.recording.run.effort.launches;
        Ok(Findings {
            caption: format!("{caption} the least of {launches} processes"),
            blocks: vec![
                (block, table.markdown()),
                (on, self.recording.measured_on()),
            ],
            table,
            json: json!({ "unit": unit, "rows": rows }),
            ..Findings::default()
        })
    }
}
