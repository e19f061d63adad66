//! The price that would pay for `ed25519_verify` on our host, for each verify backend.

use super::host::{BUILDING, Calls};
use super::subjects::{UNIT, host};
use crate::calibrate::{
    Cost, FALLBACK_FACTOR, Parameter, SAFETY_FACTOR, gas_per_unit, worst_places,
};
use crate::measure::{Metric, Recording};
use crate::statistics::of_mean;
use ed25519_lanes::Backend;
use near_ed25519::output::Table;
use near_gas_params::PricedFunction;
use std::collections::BTreeMap;

/// The cost of each backend's calls of each kind, to be paid [`SAFETY_FACTOR`] times, and whether they
/// build tables: the mean of the processes, each at its worst place of the stack.
pub(crate) fn costs(measured: &Recording) -> Vec<(Backend, bool, Cost)> {
    let of_calls = by_process(measured).into_iter();
    let cost = of_calls.filter_map(|((backend, calls), launches)| {
        let (value, high) = of_mean(&launches)?;
        let of = format!("{backend}, {calls}");
        let cost = Cost::of_time(of, [value, high], SAFETY_FACTOR);
        Some((backend, calls.builds(), cost))
    });
    cost.collect()
}

/// The times of the host function's calls at the worst place of the stack, one for each process.
fn by_process(measured: &Recording) -> BTreeMap<(Backend, Calls), Vec<f64>> {
    let backends = Backend::ALL.iter();
    let calls = backends.flat_map(|&it| Calls::of(it).map(move |calls| (it, calls)));
    let calls = calls.flat_map(|(backend, calls)| {
        let samples = measured.samples((host(backend, calls), 1), Metric::Time);
        samples.map(move |sample| ((backend, calls), sample, sample.each()))
    });
    let mut all: BTreeMap<_, Vec<f64>> = BTreeMap::new();
    for ((of, _), ns) in worst_places(calls) {
        all.entry(of).or_default().push(ns);
    }
    all
}

/// The times by backend at the worst place of the stack, and the prices that would pay for them.
pub(super) fn of(measured: &Recording) -> Table {
    // Of the calls that build tables, the slowest.
    let kinds = [
        vec![Calls::New],
        vec![Calls::Heaviest],
        BUILDING.to_vec(),
        vec![Calls::Known],
    ];
    let titles = kinds.each_ref().map(|kind| format!("{}, us", kind[0]));
    let first = ["`ed25519_verify` by".to_owned()].into_iter();
    let last = [
        "slowest call, times dalek".to_owned(),
        "price that would pay for it".to_owned(),
        "of today's price".to_owned(),
    ];
    let mut table = Table::new(first.chain(titles).chain(last));
    let worst = by_process(measured);
    for &backend in Backend::ALL {
        let time = |calls: &Calls| {
            let launches = worst.get(&(backend, *calls))?.iter();
            launches.copied().reduce(f64::min)
        };
        let times = kinds
            .each_ref()
            .map(|kind| kind.iter().filter_map(time).reduce(f64::max));
        let most = times.into_iter().flatten().reduce(f64::max);
        let unit = measured.times((UNIT, 1));
        let (Some(most), Some(unit)) = (most, unit) else {
            continue;
        };
        let factor = match backend {
            Backend::Portable => FALLBACK_FACTOR,
            Backend::Ifma | Backend::Avx2 | Backend::Dalek => SAFETY_FACTOR,
        };
        let gas = most * gas_per_unit(Metric::Time) * f64::from(factor);
        let charged = Parameter::of(PricedFunction::Ed25519Verify)[0].charged as f64;
        let us = times.map(|ns| ns.map_or_else(String::new, |ns| format!("{:.2}", ns / 1e3)));
        let last = [
            format!("{:.2}", most / unit.least_ns),
            format!("{:.0} Ggas", gas / 1e9),
            format!("{:.2}", gas / charged),
        ];
        table.row("", backend.name(), us.into_iter().chain(last).collect());
    }
    table
}
