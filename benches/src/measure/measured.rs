//! A recording's samples by cell, their times, and the parts of tables and bounds. Rows and columns that
//! no longer exist are ignored.

use super::recording::RecordedRow;
use super::{Bound, Findings, Metric, Recording, Sample};
use anyhow::ensure;
use near_ed25519::output::Table;
use serde_json::json;
use std::collections::HashMap;
use std::fmt::Display;

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

impl Recording {
    /// Samples of a cell, which is named by its row and column, by a metric.
    pub(crate) fn samples<R: Display, C: Display>(
        &self,
        (row, column): (R, C),
        metric: Metric,
    ) -> impl Iterator<Item = &Sample> + Clone {
        let index = self.index.get_or_init(|| {
            let mut index: HashMap<_, Vec<_>> = HashMap::new();
            for (at, Sample { row, column, .. }) in self.samples.iter().enumerate() {
                let cell = (row.clone(), column.clone());
                index.entry(cell).or_default().push(at);
            }
            index
        });
        let of_cell = index.get(&(row.to_string(), column.to_string()));
        let samples = of_cell.into_iter().flatten().map(|at| &self.samples[*at]);
        samples.filter(move |sample| sample.metric == metric)
    }

    /// The recorded rows that the experiment still has, each with its columns of today.
    fn rows(&self) -> Vec<(&RecordedRow, Vec<String>)> {
        let names = |columns: Vec<(String, _)>| columns.into_iter().map(|(name, _)| name).collect();
        let today = (self.experiment.rows)().into_iter();
        let mut today: HashMap<_, _> = today.map(|it| (it.name, names(it.columns))).collect();
        let rows = self.run.rows.iter();
        let rows = rows.filter_map(|row| Some((row, today.remove(&row.name)?)));
        rows.collect()
    }

    /// Times of one operation of a cell. If the call around the operations was timed alone, it is
    /// subtracted: its least time in the same process, since a disturbed call would make others
    /// look fast. `None` if no process measured the cell.
    pub(crate) fn times<R: Display, C: Display>(&self, cell: (R, C)) -> Option<Times> {
        let samples = self.samples(cell, Metric::Time);
        let mut launches_ns = Vec::new();
        let mut all = Vec::new();
        for launch in 0..self.run.effort.launches {
            let samples = samples.clone().filter(|sample| sample.launch == launch);
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
    pub(crate) fn gas<R: Display, C: Display>(&self, cell: (R, C)) -> anyhow::Result<Option<u64>> {
        let mut gas = None;
        for sample in self.samples(cell, Metric::Gas) {
            let (before, now) = (*gas.get_or_insert(sample.value), sample.value);
            let Sample { row, column, .. } = sample;
            ensure!(before == now, "{row}, {column}: {before} gas, then {now}");
        }
        Ok(gas)
    }

    /// A cell's time divided by another's, rounded to a measurement's precision, so that JSON has
    /// no more digits; `None` if either was not measured.
    pub(crate) fn ratio<R: Display, C: Display>(&self, cell: (R, C), unit: (R, C)) -> Option<f64> {
        let [its, unit] = [cell, unit].map(|it| Some(self.times(it)?.least_ns));
        Some((its? / unit? * 1_000.0).round() / 1_000.0)
    }

    /// A bound on the ratio of each of these cells to its unit; the largest ratio counts.
    pub(crate) fn bound<R: Display, C: Display>(
        &self,
        bound: String,
        at_most: f64,
        ratios: impl IntoIterator<Item = [(R, C); 2]>,
    ) -> Bound {
        let mut each = ratios
            .into_iter()
            .map(|[cell, unit]| self.ratio(cell, unit));
        let largest = each.try_fold(0.0, |largest: f64, ratio| Some(largest.max(ratio?)));
        Bound::new(bound, at_most, largest)
    }

    /// A row of texts for each row, or the reason why it was not measured. `name` gives a row's name in
    /// documents; `None` leaves the row out.
    pub(crate) fn table<T: Into<String>>(
        &self,
        titles: impl IntoIterator<Item = T>,
        name: impl Fn(&RecordedRow) -> Option<String>,
        mut texts: impl FnMut(&str) -> anyhow::Result<Vec<Option<String>>>,
    ) -> anyhow::Result<Table> {
        let mut table = Table::new(titles);
        for (row, columns) in self.rows() {
            let Some(name) = name(row) else {
                continue;
            };
            let mut times = columns.iter().map(|column| self.times((&row.name, column)));
            if times.any(|it| it.is_some()) {
                let texts = texts(&row.name)?.into_iter().map(Option::unwrap_or_default);
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
        ratio: impl Fn(&str, &str) -> Option<f64>,
    ) -> anyhow::Result<Findings> {
        let json_of = |row: &str, column: &str| {
            let times = self.times((row, column))?;
            Some(self.gas((row, column)).map(|gas| {
                json!({
                    "column": column,
                    "least_ns": times.least_ns,
                    "median_ns": times.median_ns,
                    "launches_ns": times.launches_ns,
                    "times_unit": ratio(row, column),
                    "gas": gas,
                })
            }))
        };
        let rows = self.rows().into_iter().map(|(row, columns)| {
            let columns = columns.iter().filter_map(|it| json_of(&row.name, it));
            Ok(json!({
                "name": row.name,
                "group": row.group,
                "unavailable": row.unavailable,
                "columns": columns.collect::<anyhow::Result<Vec<_>>>()?,
            }))
        });
        let rows = rows.collect::<anyhow::Result<Vec<_>>>()?;
        let launches = self.run.effort.launches;
        Ok(Findings {
            caption: format!("{caption} the least of {launches} processes"),
            blocks: vec![(block, table.markdown()), (on, self.measured_on())],
            table,
            json: json!({ "unit": unit, "rows": rows }),
            ..Findings::default()
        })
    }
}
