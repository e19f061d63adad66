//! What is known of one contender: from the samples of all processes.

use super::row::{Group, Row, Rule};
use super::sample::{Quantity, Sample};
use crate::least::{ratio, rounded_ratio};
use anyhow::ensure;
use serde::{Deserialize, Serialize};

/// The unit of the NEP's table, and of every time here.
const VERIFICATIONS: u64 = 10_000;

/// One contender. Times are without the call around the verifications.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Measured {
    pub(crate) name: String,
    pub(crate) group: Group,
    pub(crate) accepts: Rule,
    /// Why it could not be measured, if so.
    pub(crate) unavailable: Option<String>,
    /// How many were made.
    pub(crate) verifications: u64,
    /// The least of every process that got to it.
    pub(crate) launches: Vec<Launch>,
    /// 10,000 verifications, nanoseconds: the least of all processes.
    pub(crate) least_ns_of_10000: Option<u64>,
    /// The same, the median of all samples.
    pub(crate) median_ns_of_10000: Option<u64>,
    /// The least beside the baseline's.
    pub(crate) times_native: Option<f64>,
    pub(crate) gas_per_verification: Option<u64>,
    /// What NEP-364 says 10,000 take.
    pub(crate) nep_ms_of_10000: Option<u32>,
}

/// What one process found of one contender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Launch {
    /// The fastest call, beside the number of verifications in it.
    pub(crate) call_ns: u64,
    /// Verifications in that call.
    pub(crate) verifications: u32,
    /// The fastest call of none; 0 where there is no call.
    pub(crate) no_op_ns: u64,
    /// 10,000 verifications by these.
    pub(crate) ns_of_10000: u64,
}

impl Launch {
    /// A sample, with the call taken off.
    fn new(sample: &Sample, no_op_ns: u64) -> Self {
        let of_10000 = u128::from(sample.value.saturating_sub(no_op_ns))
            * u128::from(VERIFICATIONS)
            / u128::from(sample.verifications.max(1));
        Self {
            call_ns: sample.value,
            verifications: sample.verifications,
            no_op_ns,
            ns_of_10000: u64::try_from(of_10000).unwrap_or(u64::MAX),
        }
    }
}

impl Measured {
    /// From the samples of each process.
    ///
    /// # Errors
    ///
    /// Two processes say different gas.
    pub(super) fn new(row: &Row, launches: &[Vec<Sample>]) -> anyhow::Result<Self> {
        let mut least = Vec::new();
        let mut all = Vec::new();
        let mut gas = None;
        let mut verifications = 0;
        for samples in launches {
            let of = |quantity| {
                let samples = samples.iter().filter(move |it| it.row == row.name);
                samples.filter(move |it| it.quantity == quantity)
            };
            for Sample { value, .. } in of(Quantity::Gas) {
                let before = *gas.get_or_insert(*value);
                let name = row.name;
                ensure!(before == *value, "{name}: {before} gas, then {value}");
            }
            // The least, not that of the same turn: what disturbs the call of none would make the
            // one beside it look fast.
            let no_op = of(Quantity::NoOp).map(|it| it.value).min();
            let no_op = no_op.unwrap_or_default();
            let times = of(Quantity::Time).map(|it| Launch::new(it, no_op));
            all.extend(times.clone().map(|it| it.ns_of_10000));
            verifications += times
                .clone()
                .map(|it| u64::from(it.verifications))
                .sum::<u64>();
            least.extend(times.min_by_key(|it| it.ns_of_10000));
        }
        all.sort_unstable();
        Ok(Self {
            name: row.name.to_owned(),
            group: row.group,
            accepts: row.accepts,
            unavailable: row.unavailable().map(str::to_owned),
            verifications,
            launches: least,
            least_ns_of_10000: all.first().copied(),
            median_ns_of_10000: all.get(all.len() / 2).copied(),
            times_native: None,
            gas_per_verification: gas,
            nep_ms_of_10000: row.nep_ms,
        })
    }

    pub(super) fn compare_with(&mut self, native: u64) {
        let least = self.least_ns_of_10000;
        self.times_native = least.map(|ns| rounded_ratio(ns, native));
    }

    /// The slowest process beside the fastest, less 1.
    pub(super) fn spread(&self) -> Option<f64> {
        let each = self.launches.iter().map(|launch| launch.ns_of_10000);
        Some(ratio(each.max()?, self.least_ns_of_10000?) - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::row::{PROMISED, ROWS};

    fn promised(launches: &[Vec<Sample>]) -> anyhow::Result<Measured> {
        let row = ROWS.iter().find(|row| row.name == PROMISED);
        Measured::new(row.expect("a row"), launches)
    }

    fn sample(quantity: Quantity, verifications: u32, value: u64) -> Sample {
        Sample {
            row: PROMISED.to_owned(),
            quantity,
            verifications,
            value,
        }
    }

    #[test]
    fn the_least_call_is_taken_off_the_least_of_each_process() {
        let launches = [
            vec![
                sample(Quantity::NoOp, 0, 900), // disturbed
                sample(Quantity::Time, 10, 1_100),
                sample(Quantity::NoOp, 0, 100),
                sample(Quantity::Time, 5, 650),
            ],
            vec![
                sample(Quantity::NoOp, 0, 200),
                sample(Quantity::Time, 10, 1_000),
            ],
            vec![], // interrupted
        ];
        let row = promised(&launches).expect("consistent");
        let each: Vec<_> = row
            .launches
            .iter()
            .map(|launch| launch.ns_of_10000)
            .collect();
        assert_eq!(each, [1_000_000, 800_000]);
        assert_eq!(row.least_ns_of_10000, Some(800_000));
        assert_eq!(row.median_ns_of_10000, Some(1_000_000));
        assert_eq!(row.verifications, 25);
        assert_eq!(row.spread(), Some(0.25));
    }

    #[test]
    fn who_was_not_measured_has_no_times() {
        let row = promised(&[]).expect("consistent");
        assert_eq!((row.least_ns_of_10000, row.spread()), (None, None));
        assert_eq!(row.verifications, 0);
    }

    #[test]
    fn gas_is_the_same_in_all_processes_or_an_error() {
        let gas = |value| vec![sample(Quantity::Gas, 0, value)];
        let row = promised(&[gas(7), gas(7)]).expect("consistent");
        assert_eq!(row.gas_per_verification, Some(7));
        let error = promised(&[gas(7), gas(8)]).expect_err("two gases");
        assert!(error.to_string().contains("7 gas, then 8"), "{error}");
    }
}
