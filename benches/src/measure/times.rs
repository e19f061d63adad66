//! Times of a cell, from its samples: the least of each process and of all, since disturbances only
//! add.

use super::recording::Recording;
use super::sample::{Metric, Sample};
use anyhow::ensure;

/// Times of one operation, in nanoseconds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Times {
    /// The least of each process that measured the cell.
    pub(crate) launches_ns: Vec<f64>,
    /// The least of all samples.
    pub(crate) least_ns: f64,
    /// The median of all samples.
    pub(crate) median_ns: f64,
}

impl Times {
    /// The ratio to `unit`, rounded to a measurement's precision, which JSON keeps.
    pub(crate) fn beside(&self, unit: &Self) -> f64 {
        (self.least_ns / unit.least_ns * 1_000.0).round() / 1_000.0
    }
}

impl Recording {
    fn cell(&self, row: &str, column: &str, metric: Metric) -> impl Iterator<Item = &Sample> {
        let is_it = move |sample: &&Sample| {
            sample.row == row && sample.column == column && sample.metric == metric
        };
        self.samples.iter().filter(is_it)
    }

    /// Times of one operation of a cell. The call around the operations, if it was timed alone, is
    /// subtracted: its least in the same process, since a disturbed call would make another look
    /// fast. `None` if no process measured the cell.
    pub(crate) fn times(&self, row: &str, column: &str) -> Option<Times> {
        let mut launches_ns = Vec::new();
        let mut all = Vec::new();
        // Filtered once, not for each process.
        let samples: Vec<_> = self.cell(row, column, Metric::Time).collect();
        for launch in 0..self.run.effort.launches {
            let of_launch = || samples.iter().filter(move |sample| sample.launch == launch);
            let calls = of_launch().filter(|sample| sample.iterations == 0);
            let call = calls.map(|sample| sample.value).min().unwrap_or(0);
            let each = |sample: &&Sample| {
                let net = sample.value.saturating_sub(call);
                net as f64 / f64::from(sample.iterations)
            };
            let times = of_launch().filter(|sample| sample.iterations > 0);
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

    /// Gas of one operation of a cell, where it was measured.
    ///
    /// # Errors
    ///
    /// Two samples have different gas.
    pub(crate) fn gas(&self, row: &str, column: &str) -> anyhow::Result<Option<u64>> {
        let mut gas = None;
        for sample in self.cell(row, column, Metric::Gas) {
            let (before, now) = (*gas.get_or_insert(sample.value), sample.value);
            ensure!(before == now, "{row}, {column}: {before} gas, then {now}");
        }
        Ok(gas)
    }
}
