//! A recording's rows as a table and as JSON.

use super::recording::Recording;
use super::row::Row;
use near_ed25519::output::Table;
use serde_json::{Value, json};

impl Recording {
    /// Every row that `name` accepts, with these cells, or the reason why it was not measured.
    pub(crate) fn table<T: Into<String>>(
        &self,
        titles: impl IntoIterator<Item = T>,
        name: impl Fn(&str) -> Option<String>,
        mut cells: impl FnMut(&Row) -> anyhow::Result<Vec<String>>,
    ) -> anyhow::Result<Table> {
        let mut table = Table::new(titles);
        for row in &self.run.rows {
            let (group, Some(name)) = (&row.group, name(&row.name)) else {
                continue;
            };
            let mut columns = self.run.columns.iter();
            if columns.any(|column| self.times(&row.name, column).is_some()) {
                table.row(group, &name, cells(row)?);
            } else {
                let why = row.unavailable.as_deref().unwrap_or("not measured");
                table.missing(group, &name, why);
            }
        }
        Ok(table)
    }

    /// A row's time divided by that of `unit`; `None` if either lacks the column.
    pub(crate) fn ratio(&self, row: &str, unit: &str, column: &str) -> Option<f64> {
        self.beside([row, column], [unit, column])
    }

    /// The time of a row and column divided by that of another; `None` if either was not measured.
    pub(crate) fn beside(&self, cell: [&str; 2], unit: [&str; 2]) -> Option<f64> {
        let [cell, unit] = [cell, unit].map(|[row, column]| self.times(row, column));
        Some(cell?.beside(&unit?))
    }

    /// Every row, with its measurements by column; times also divided by those of the row `unit`.
    ///
    /// # Errors
    ///
    /// Two samples have different gas.
    pub(crate) fn rows_json(&self, unit: &str) -> anyhow::Result<Value> {
        self.rows_json_by(unit, |row, column| self.ratio(row, unit, column))
    }

    /// As [`Self::rows_json`], with the ratio of each cell to a unit that is not a row.
    pub(crate) fn rows_json_by(
        &self,
        unit: &str,
        ratio: impl Fn(&str, &str) -> Option<f64>,
    ) -> anyhow::Result<Value> {
        let cell = |row: &str, column: &str| {
            let times = self.times(row, column)?;
            Some(self.gas(row, column).map(|gas| {
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
        let rows = self.run.rows.iter().map(|row| {
            let columns = self.run.columns.iter();
            let columns = columns.filter_map(|column| cell(&row.name, column));
            Ok(json!({
                "name": row.name,
                "group": row.group,
                "unavailable": row.unavailable,
                "columns": columns.collect::<anyhow::Result<Vec<_>>>()?,
            }))
        });
        let rows = rows.collect::<anyhow::Result<Vec<_>>>()?;
        Ok(json!({ "unit": unit, "rows": rows }))
    }
}
