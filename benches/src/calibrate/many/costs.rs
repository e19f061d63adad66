//! Lines fitted to samples, and the costs that prices follow from.

use super::call::{self, Call, FITTED, Family, MANY};
use super::{Batch, method};
use crate::calibrate::costs::{Costs, OfBackend, has_lanes, lanes as lanes_of};
use crate::calibrate::function::{Evidence, Function, Names, digits};
use crate::calibrate::price::{Cost, Parameter, gas_per_unit};
use crate::measure::{Bound, Findings, Recording, Row};
use ed25519_lanes::{Backend, ITEMS_FOR_TABLES};
use near_ed25519::output::Table;
use near_gas_params::PricedFunction;
use std::fmt;
use std::ops::RangeInclusive;

/// A line of a backend: the cost by one of these quantities.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Of {
    /// The number of items, of one item's tries, or of keys in a call of this kind.
    Count(Family),
    /// Bytes of one message.
    Bytes,
    /// Bytes of many messages.
    BytesOfMany,
}

impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(family) => family.fmt(f),
            Self::Bytes => f.write_str("bytes of one message"),
            Self::BytesOfMany => f.write_str("bytes of many messages"),
        }
    }
}

/// Numbers of items with whole groups and a tail.
const OF_MANY: RangeInclusive<usize> = MANY + 1..=MANY + 7;

impl<F: Batch> Function for F {
    const NAMES: Names = F::NAMES;
    type Key = Call;
    type Line = Of;

    fn rows() -> Vec<(Row, Vec<Call>)> {
        call::rows::<F>()
    }

    fn backend(call: Call) -> Option<Backend> {
        Some(call.backend)
    }

    fn lines(call: Call) -> Vec<(Of, usize)> {
        let mut lines = Vec::new();
        if call.count <= FITTED && [0, F::MESSAGE_BYTES].contains(&call.message_bytes) {
            lines.push((Of::Count(call.family), call.count));
        }
        if call.family == F::FAMILIES[0] {
            let bytes = call.count * call.message_bytes;
            match call.count {
                1 => lines.push((Of::Bytes, bytes)),
                count if OF_MANY.contains(&count) => lines.push((Of::BytesOfMany, bytes)),
                _ => {}
            }
        }
        lines
    }

    fn paid(of: &OfBackend<F>, _: &Recording) -> Vec<(usize, Cost)> {
        let tables = of_tables(of);
        // With `ITEMS_FOR_TABLES` items, a call may build the tables of one key in each lane.
        let share = of.backend.map_or(1, lanes_of) as f64 / ITEMS_FOR_TABLES as f64;
        let mut costs = Vec::new();
        for fitted in &of.lines {
            let mut cost = Cost {
                of: of.name.clone(),
                ..fitted.slope(of.factor)
            };
            match fitted.line {
                Of::Bytes | Of::BytesOfMany => costs.push((2, cost)),
                Of::Count(Family::Tries) => costs.push((3, cost)),
                Of::Count(Family::Tables) => {}
                Of::Count(_) => {
                    if let Some(tables) = &tables {
                        cost.value += tables.value * share;
                        cost.high += tables.high * share;
                        cost.least_paid = cost.value;
                        cost.doubts.extend(tables.doubts.clone());
                    }
                    // The upper end of the intercept's interval counts, since a call's own cost
                    // differs between processes by more than the limits allow. It is at least 0,
                    // and every call has an item.
                    let intercept = fitted.intercept(of.factor);
                    let high = intercept.high.max(0.0);
                    let base = Cost {
                        of: of.name.clone(),
                        value: high,
                        high,
                        least_paid: high + cost.value,
                        doubts: Vec::new(),
                        ..intercept
                    };
                    costs.extend([(0, base), (1, cost)]);
                }
            }
        }
        costs
    }

    fn evidence(costs: &Costs<F>, _: &Recording) -> anyhow::Result<Evidence> {
        let mut bounds = charged_shares(costs);
        bounds.extend(of_a_signature::<F>(&costs.parameters));
        let findings = Findings {
            below: Some(backends(costs)),
            bounds,
            ..Findings::default()
        };
        Ok((method::<F>(), findings))
    }
}

/// The bound on the price of an item, relative to a signature's.
fn of_a_signature<F: Batch>(parameters: &[Parameter]) -> Option<Bound> {
    let (at_most, item) = (F::OF_A_SIGNATURE?, parameters.get(1)?);
    let signature = PricedFunction::Ed25519VerifyMany.prices().item;
    let times = item.price().gas().map(|gas| gas as f64 / signature as f64);
    let name = format!("price of {}, times that of a signature", item.name());
    Some(Bound::new(name, at_most, times))
}

/// The cost of building the tables of a key, if the backend has any.
fn of_tables<F: Batch>(of: &OfBackend<F>) -> Option<Cost> {
    let mut lines = of.lines.iter();
    let tables = lines.find(|it| it.line == Of::Count(Family::Tables));
    tables.map(|it| it.slope(of.factor))
}

/// The largest cost of a call as a share of its charge: among calls with many tries (0 without any), and
/// among all others. It includes the tables that the call may build.
fn shares<F: Batch>(of: &OfBackend<F>) -> [f64; 2] {
    let group = of_tables(of).map_or(0.0, |it| it.value) * of.backend.map_or(1, lanes_of) as f64;
    let mut shares = [0.0_f64; 2];
    for ((call, _), value) in &of.values {
        let items = call.items();
        let tables = (items / ITEMS_FOR_TABLES) as f64 * group;
        let amounts = [1, items, items * call.message_bytes, call.tries()];
        let charged = of.parameters.iter().zip(amounts);
        let charged = charged.map(|(it, amount)| it.charged as f64 * amount as f64);
        let cost = (*value + tables) * gas_per_unit(of.metric);
        let share = cost / charged.sum::<f64>();
        match call.family {
            Family::Tables => {}
            Family::Tries => shares[0] = shares[0].max(share),
            _ => shares[1] = shares[1].max(share),
        }
    }
    shares
}

/// Titles of the parameters in a table, in their order.
const PER: [&str; 4] = ["per call", "per item", "per byte", "per try"];

/// The costs of each backend, and its most expensive call compared with the charge.
fn backends<F: Batch>(costs: &Costs<F>) -> Table {
    let per = PER.iter().take(costs.parameters.len());
    let titles = ["verify backend", "unit"].iter().chain(per).copied();
    let mut table = Table::new(titles.chain(["charge for the most expensive call"]));
    for it in costs.priced() {
        let [with_tries, of_others] = shares(it);
        let most = |parameter: &Parameter| digits(parameter.most_by(it.metric));
        let mut cells = vec![it.metric.unit().to_owned()];
        cells.extend(it.parameters.iter().map(most));
        let times = 1.0 / with_tries.max(of_others);
        cells.push(format!("{times:.1} times its cost"));
        table.row("", &it.name, cells);
    }
    table
}

/// Bounds on the time of each backend's most expensive call, as a share of its charge: a third or a
/// half, plus the scatter of calls around the priced lines. If tries are charged, also a bound on calls
/// with many tries, relative to the most expensive other call: grinding for tries must not buy time.
fn charged_shares<F: Batch>(costs: &Costs<F>) -> Vec<Bound> {
    let mut bounds = Vec::new();
    let mut largest = [0.0_f64; 2];
    for it in costs.times() {
        let (shares, name) = (shares(it), &it.name);
        let what = format!("largest time of a call with {name}, as a share of its charge");
        let at_most = match it.backend.is_some_and(has_lanes) {
            true => 0.36,
            false => 0.53,
        };
        let most = shares.into_iter().reduce(f64::max);
        let most = most.filter(|most| *most > 0.0); // else it was not measured
        bounds.push(Bound::new(what, at_most, most));
        largest = [0, 1].map(|at| largest[at].max(shares[at]));
    }
    let [with_tries, of_others] = largest;
    if with_tries > 0.0 {
        let what = "the same of a call with many tries, times that of any other";
        let ratio = (of_others > 0.0).then(|| with_tries / of_others);
        bounds.push(Bound::new(what, 1.0, ratio));
    }
    bounds
}
