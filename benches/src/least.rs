//! The fastest of what was timed, in every process and in all of them.

use serde::{Deserialize, Serialize};

/// The fastest of what was timed, and how it compares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Least {
    /// The fastest of each process that got to it, nanoseconds.
    pub(crate) launches_ns: Vec<u64>,
    /// The fastest of all.
    pub(crate) least_ns: u64,
    /// The same beside the unit's.
    pub(crate) times_unit: Option<f64>,
}

impl Least {
    /// From what each process has timed, nanoseconds; `None` where nobody got to it.
    pub(crate) fn of<T: IntoIterator<Item = u64>>(
        launches: impl IntoIterator<Item = T>,
    ) -> Option<Self> {
        let least = launches.into_iter().map(|times| times.into_iter().min());
        let launches_ns: Vec<_> = least.flatten().collect();
        Some(Self {
            least_ns: launches_ns.iter().copied().min()?,
            launches_ns,
            times_unit: None,
        })
    }

    /// Compares with the unit, where that was timed.
    pub(crate) fn compare_with(&mut self, unit: Option<&Self>) {
        self.times_unit = unit.map(|unit| rounded_ratio(self.least_ns, unit.least_ns));
    }

    /// The slowest process beside the fastest, less 1.
    pub(crate) fn spread(&self) -> Option<f64> {
        let slowest = self.launches_ns.iter().max()?;
        Some(ratio(*slowest, self.least_ns) - 1.0)
    }
}

/// How many times `unit` that is: to what a measurement can say, and what survives JSON.
pub(crate) fn rounded_ratio(ns: u64, unit: u64) -> f64 {
    (ratio(ns, unit) * 1_000.0).round() / 1_000.0
}

#[expect(
    clippy::cast_precision_loss,
    reason = "nanoseconds are far below what 53 bits hold"
)]
pub(crate) fn ratio(a: u64, b: u64) -> f64 {
    a as f64 / b.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_of_each_process_and_of_all() {
        let mut least = Least::of([vec![41, 40], vec![44], vec![]]).expect("timed");
        assert_eq!(
            (least.least_ns, &least.launches_ns[..]),
            (40, &[40, 44][..])
        );
        assert_eq!(least.spread(), Some(44.0 / 40.0 - 1.0));
        least.compare_with(Least::of([[30]]).as_ref());
        assert_eq!(least.times_unit, Some(1.333));
        least.compare_with(None);
        assert_eq!(least.times_unit, None);
        assert_eq!(Least::of([vec![], vec![]]), None);
    }
}
