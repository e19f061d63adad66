//! Sorting, by little code.

use std::collections::BinaryHeap;

/// The values in ascending order.
///
/// By a heap: the sort of slices is 25 KiB of Wasm for each type, which every call of a contract pays to
/// load.
pub(super) fn sorted<T: Ord>(values: Vec<T>) -> Vec<T> {
    BinaryHeap::from(values).into_sorted_vec()
}
