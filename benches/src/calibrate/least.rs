//! The cost of each cell in each process.

use crate::measure::sample::Sample;
use std::collections::BTreeMap;

/// By thing and process: the least at each place of the stack, since noise only adds, and the
/// largest of these, since a contract can choose the place.
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
