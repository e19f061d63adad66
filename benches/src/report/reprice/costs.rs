//! Costs of `ed25519_verify` by dalek 2, by the engine's verify backends and by dalek 3, each with
//! the price that nearcore's rule gives.

use crate::batches::{prices, ratio_of_dalek_3};
use crate::calibrate::{
    Cost, Costs as Calibrated, SAFETY_FACTOR, Signatures, Verify, gas_per_unit, many, round_up,
    verify,
};
use crate::machine::processor_name;
use crate::measure::{Metric, Recording};
use anyhow::Context as _;
use ed25519_lanes::Backend;
use near_ed25519::output::Table;
use near_ed25519::output::format::format_gas;
use std::path::Path;

/// The engine, in calls that build tables of keys and in others.
const BUILDING: &str = "engine";
const ENGINE: &str = "engine, building no tables";

/// nearcore's own measurement of `base` and `byte`, in nanoseconds: the range of four runs of its
/// estimator by wall time (nearcore's pull request 16104, comment of 2026-07-29).
const NEARCORE_2026: [[f64; 2]; 2] = [[49_600.0, 51_300.0], [2.44, 2.77]];

/// What a call and a byte cost, by one measurement.
pub(super) struct Costs {
    /// Who verifies. One price pays for all costs of the same kind.
    pub(super) who: String,
    /// The processor, with a link to the samples.
    on: String,
    /// `base` and `byte`.
    both: [Cost; 2],
}

pub(super) fn all(recorded: &Path, machines: &[&Recording]) -> anyhow::Result<Vec<Costs>> {
    let verify = verify::EXPERIMENT.recording(recorded)?;
    let many = many::SIGNATURES.recording(recorded)?;
    let dalek = Calibrated::<Verify>::new(&verify);
    let mut all = vec![nearcore()];
    for it in dalek.priced() {
        let largest = it.parameters.iter();
        let largest = largest.map(|parameter| parameter.largest_by(it.metric).cloned());
        let largest = largest.collect::<Option<Vec<_>>>();
        let both = largest.and_then(|it| <[_; 2]>::try_from(it).ok());
        all.push(Costs {
            who: format!("dalek 2, by {}", it.metric),
            on: on(&verify),
            both: both.context("dalek was not measured")?,
        });
    }
    let dalek = all.get(1).context("dalek was not measured")?.both.clone();

    let many = Calibrated::<Signatures>::new(&many);
    let bytes = many.parameters.last().context("a batch has no bytes")?;
    for measured in machines {
        let mut calls = prices::costs(measured);
        calls.sort_by(|(a, .., x), (b, .., y)| a.cmp(b).then(y.high.total_cmp(&x.high)));
        calls.dedup_by_key(|(backend, is_building, _)| (*backend, *is_building));
        for (backend, is_building, base) in calls {
            let of_backend = bytes.costs_by(Metric::Time);
            let of_backend =
                of_backend.filter(|it| it.of.split(',').next() == Some(backend.name()));
            let byte = of_backend.max_by(|a, b| a.high.total_cmp(&b.high));
            let who = match (backend, is_building) {
                (Backend::Dalek, _) => "dalek 2, as the engine is measured",
                (_, true) => BUILDING,
                (_, false) => ENGINE,
            };
            all.push(Costs {
                who: who.to_owned(),
                on: on(measured),
                both: [base, byte.context("a byte was not measured")?.clone()],
            });
        }
    }
    for measured in machines {
        let (ratio, high) = ratio_of_dalek_3(measured).context("dalek 3 was not measured")?;
        let ([base, byte], low) = (dalek.clone(), 2.0 * ratio - high);
        let base = Cost {
            of: format!("{ratio:.3} ({low:.3} to {high:.3}) of dalek 2's, with AVX2"),
            value: base.value * ratio,
            high: base.high * high,
            ..base
        };
        all.push(Costs {
            who: format!("dalek 3 on {}", processor_name(&measured.run.machine)),
            on: on(measured),
            both: [base, byte],
        });
    }
    Ok(all)
}

/// nearcore's own measurement: the middle and the ends of its range.
fn nearcore() -> Costs {
    let both = NEARCORE_2026.map(|[low, high]| {
        let of = "nearcore's estimator".to_owned();
        Cost::of_time(of, [f64::midpoint(low, high), high], SAFETY_FACTOR)
    });
    Costs {
        who: "dalek 2, by nearcore".to_owned(),
        on: "[not named](https://github.com/near/nearcore/pull/16104)".to_owned(),
        both,
    }
}

fn on(recording: &Recording) -> String {
    let cpu = processor_name(&recording.run.machine);
    format!("[{cpu}](../benches/recorded/{})", recording.experiment.name)
}

/// The prices by nearcore's rule that pay for all of these: the largest cost at the upper end of its
/// interval, times the safety factor and rounded up to two digits.
pub(super) fn prices_of<'a>(
    all: impl Iterator<Item = &'a Costs> + Clone,
) -> anyhow::Result<[u64; 2]> {
    let price = |at: usize| {
        let costs = all.clone().map(|it| &it.both[at]);
        let gas = costs.map(|it| it.high * gas_per_unit(it.metric) * f64::from(SAFETY_FACTOR));
        round_up(gas.fold(0.0, f64::max)).context("a price without a cost")
    };
    Ok([price(0)?, price(1)?])
}

/// The kinds of costs that a network could price, each with the prices of `base` and `byte`.
pub(super) fn prices(all: &[Costs]) -> anyhow::Result<Vec<(&str, [u64; 2])>> {
    let mut prices: Vec<(&str, _)> = Vec::new();
    for who in all.iter().map(|it| it.who.as_str()) {
        // Calls that build tables are paid together with those that do not.
        let is_paid = |it: &&Costs| it.who == who || (who == BUILDING && it.who == ENGINE);
        if prices.iter().all(|(of, _)| *of != who) {
            prices.push((who, prices_of(all.iter().filter(is_paid))?));
        }
    }
    Ok(prices)
}

/// A row for each measurement, by kind; the price that decides for its kind is bold.
pub(super) fn table(all: &[Costs]) -> anyhow::Result<Table> {
    let mut table = Table::titled(
        "verified by | on | dearest call | base, us | times 3 | price | byte, ns | price",
    );
    let in_unit =
        |ns: f64, cost: &Cost| ns * gas_per_unit(cost.metric) / gas_per_unit(Metric::Time);
    let shown = |cost: &Cost, unit: f64| {
        let [value, low, high] = [cost.value, cost.low(), cost.high];
        let [value, low, high] = [value, low, high].map(|it| in_unit(it, cost) / unit);
        format!("{value:.2} ({low:.2} to {high:.2})")
    };
    for (who, paid) in prices(all)? {
        for it in all.iter().filter(|it| it.who == who) {
            let gas = prices_of([it].into_iter())?;
            let price = |at: usize| match (format_gas(gas[at]), gas[at] == paid[at]) {
                (gas, true) => format!("**{gas}**"),
                (gas, false) => gas,
            };
            let [base, byte] = &it.both;
            let times = in_unit(base.value, base) * f64::from(SAFETY_FACTOR) / 1e3;
            let cells = [
                it.on.clone(),
                base.of.clone(),
                shown(base, 1e3),
                format!("{times:.1}"),
                price(0),
                shown(byte, 1.0),
                price(1),
            ];
            table.row("", who, cells.into());
        }
    }
    Ok(table)
}
