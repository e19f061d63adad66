//! Choices that affect time alone: how many signatures to verify in lanes, and how many tables to
//! build beside a verification.

use crate::backend::AvailableBackend;
use crate::{Backend, Layout, VrfSuite};

impl AvailableBackend {
    /// How many of `count` signatures to verify in lanes if their tables are built for this call;
    /// the rest is faster one by one. Measured by `near-ed25519-bench batches`.
    pub(crate) fn in_lanes_without_tables(self, count: usize) -> usize {
        match self.backend() {
            Backend::Ifma => groups(count, self.lanes(), 3),
            Backend::Avx2 => groups(count, self.lanes(), 4),
            Backend::Portable | Backend::Dalek => 0,
        }
    }

    /// How many of `count` signatures to verify in lanes if their keys have tables; the rest is
    /// faster one by one. Measured by `near-ed25519-bench batches`.
    pub(crate) fn in_lanes_with_tables(self, count: usize) -> usize {
        match self.backend() {
            Backend::Ifma | Backend::Avx2 => groups(count, self.lanes(), 4),
            // A single lane only gains by sharing an inversion.
            Backend::Portable if count < 3 => 0,
            Backend::Portable | Backend::Dalek => count,
        }
    }

    /// How many of `count` VRF proofs to verify in lanes; the rest is faster one by one. Per proof,
    /// near-ecvrf takes about three times as long as a full group in IFMA's lanes, and as long as
    /// AVX2's. For draft-13 near-ecvrf takes fewer instructions than portable lanes, which need 252
    /// doublings for a key without tables.
    pub(crate) fn proofs_in_lanes(self, suite: VrfSuite, count: usize) -> usize {
        match (self.backend(), suite) {
            (Backend::Ifma, _) => groups(count, self.lanes(), 3),
            (Backend::Avx2, _) => groups(count, self.lanes(), 4),
            (Backend::Dalek, _) | (Backend::Portable, VrfSuite::Draft13) => 0,
            (Backend::Portable, _) => count,
        }
    }

    /// The number of a key's tables that a call for one signature builds beside its verification.
    /// By measurement, the call still takes less time than dalek's verification, even on processors
    /// whose 512-bit vectors take twice as long.
    pub(crate) fn tables_beside_one(self, layout: Layout) -> usize {
        if !self.is_fast_alone() {
            return 0;
        }
        // The table's doublings, and its additions together with the conversion of their results.
        let of_table = layout.window() * layout.steps() + 2 * layout.multiples();
        64 / of_table
    }
}

/// The part of `count` that fills groups of `lanes`; the others too, if they are at least `fewest`.
fn groups(count: usize, lanes: usize, fewest: usize) -> usize {
    let others = count % lanes;
    if others < fewest {
        count - others
    } else {
        count
    }
}

#[cfg(test)]
mod tests {
    use super::groups;

    #[test]
    fn few_that_fill_no_group_are_left_out() {
        let of_8: Vec<_> = [0, 1, 2, 7, 8, 9, 10, 17]
            .map(|count| groups(count, 8, 2))
            .into();
        assert_eq!(of_8, [0, 0, 2, 7, 8, 8, 10, 16]);
        let of_4: Vec<_> = (0..9).map(|count| groups(count, 4, 4)).collect();
        assert_eq!(of_4, [0, 0, 0, 0, 4, 4, 4, 4, 8]);
    }
}
