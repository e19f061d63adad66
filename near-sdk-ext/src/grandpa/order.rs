//! Sorting with little code.

use std::collections::BinaryHeap;

/// The values in ascending order.
///
/// It uses a heap: the sort of slices takes 25 KiB of Wasm for each type, and every call of a
/// contract pays for loading it.
pub(super) fn sorted<T: Ord>(values: Vec<T>) -> Vec<T> {
    BinaryHeap::from(values).into_sorted_vec()
}
