//! Gas: the charges, their order, and where the gas runs out.

use crate::contract::{Call, Contracts};
use crate::embedder::named;
use crate::guest::{Guest, Limit};
use crate::meter::invalid_input;
use crate::network::{
    BatchItem, Place, charges, copy, copy_in, encode, prices, sum, up_to_parsing, valid, whole,
    written,
};
use near_parameters::ExtCosts;
use near_runtime_ext::{FunctionCallError, Gas, HostError, Outcome};

const OUT_OF_GAS: FunctionCallError = FunctionCallError::HostError(HostError::GasExceeded);

/// The gas of a cost in the profile of `outcome`.
fn spent(outcome: &Outcome, cost: ExtCosts) -> u64 {
    let gas = outcome.profile.get(&cost.to_string());
    gas.map_or(0, |gas| gas.as_gas())
}

pub fn gas_runs_out_at_every_charge_in_order<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    for place in Place::ALL {
        let items = valid::<I>(3, 40);
        let call = Call::on(place, I::CHOICE, encode(&items));
        let before = contracts.gas_before(&call);
        let mut paid = before;
        for (cost, gas) in charges(prices::<I>(), place, &items) {
            // The gas ends at this charge: none is left for it, or one unit too little.
            let [nothing, nearly] = [paid, paid + gas - 1].map(|limit| {
                let outcome = contracts.outcome(&call.clone().gas(limit));
                let out_of_gas = Some(OUT_OF_GAS.into());
                assert_eq!(outcome.failure, out_of_gas, "{cost} at {limit}");
                assert_eq!(outcome.burnt_gas, Gas::from_gas(limit), "{cost}");
                outcome
            });
            // The profile books the spent gas under this charge.
            let mut expected = nothing.profile.clone();
            let entry = expected.entry(cost.to_string()).or_insert(Gas::ZERO);
            *entry = entry.saturating_add(Gas::from_gas(gas - 1));
            assert_eq!(nearly.profile, expected, "{cost}, {place:?}");
            paid += gas;
        }
        assert_eq!(paid - before, whole(place, &items));
        // The function succeeds; the contract runs out of gas after it.
        let outcome = contracts.outcome(&call.gas(paid));
        let last = outcome.host_calls.last().expect("calls");
        assert_eq!((last.function, last.gas.as_gas()), (I::MANY, paid - before));
        assert_eq!(outcome.failure, Some(OUT_OF_GAS.into()));
    }
}

pub fn malformed_items_are_found_once_they_are_paid_for_and_not_before<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    let mut bytes = encode(&valid::<I>(2, 10));
    bytes.push(0);
    for place in Place::ALL {
        for (call, gas, message) in [
            (
                Call::on(place, I::CHOICE, bytes.clone()),
                up_to_parsing::<I>(place, bytes.len() as u64),
                "invalid items: 1 bytes follow the last item",
            ),
            (
                Call::on(place, I::UNKNOWN[0], bytes.clone()),
                prices::<I>().base,
                I::REFUSAL,
            ),
        ] {
            let limit = contracts.gas_before(&call) + gas;
            let found = contracts.outcome(&call.clone().gas(limit));
            let error = FunctionCallError::HostError(invalid_input(message));
            assert_eq!(found.failure, Some(error.into()), "{place:?}");
            assert_eq!(found.burnt_gas, Gas::from_gas(limit));
            let short = contracts.outcome(&call.gas(limit - 1));
            assert_eq!(short.failure, Some(OUT_OF_GAS.into()));
            assert_eq!(short.burnt_gas, Gas::from_gas(limit - 1));
        }
    }
}

pub fn the_profile_names_every_charge<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    let items = valid::<I>(4, 25);
    for place in Place::ALL {
        let call = Call::on(place, I::CHOICE, encode(&items));
        let once = contracts.outcome(&call);
        let twice = contracts.outcome(&Call { times: 2, ..call });
        let mut charged: Vec<_> = charges(prices::<I>(), place, &items);
        charged.sort_by_key(|(cost, _)| cost.to_string());
        for of_one in charged.chunk_by(|a, b| a.0 == b.0) {
            let cost = of_one[0].0;
            let of_second = spent(&twice, cost) - spent(&once, cost);
            assert_eq!(of_second, sum(of_one), "{cost}");
        }
        // nearcore's copies are absent from the profile.
        for cost in [ExtCosts::write_memory_base, ExtCosts::write_memory_byte] {
            assert_eq!(spent(&twice, cost), spent(&once, cost), "{cost}, {place:?}");
        }
        let burnt = twice.burnt_gas.as_gas();
        assert_eq!(named(&once), once.burnt_gas.as_gas());
        assert_eq!(named(&twice), burnt);
        assert_eq!(twice.compute_usage, burnt, "nothing is undercharged");
    }
}

pub fn a_register_that_what_is_left_cannot_copy_runs_out_of_gas<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    let items = valid::<I>(1, 200_000); // the copy of fewer would be covered by the base fee
    let good = encode(&items);
    let bad = [&good[..], &[0]].concat();
    for (bytes, is_good) in [(good, true), (bad, false)] {
        let len = bytes.len() as u64;
        let call = Call::on(Place::Register, I::CHOICE, bytes);
        let read = contracts.gas_before(&call) + up_to_parsing::<I>(Place::Register, len);
        // The base fee, owed at that point, covers a part of the copy.
        let limit = read + copy(len) - prices::<I>().base;
        let short = contracts.outcome(&call.clone().gas(limit - 1));
        assert_eq!(short.failure, Some(OUT_OF_GAS.into()));
        assert_eq!(short.burnt_gas, Gas::from_gas(limit - 1));
        let enough = contracts.outcome(&call.gas(limit));
        if is_good {
            // Good items would have cost more in any case.
            assert_eq!(enough.failure, Some(OUT_OF_GAS.into()));
            assert_eq!(enough.burnt_gas, Gas::from_gas(limit));
        } else {
            let error = invalid_input("invalid items: 1 bytes follow the last item");
            let error = FunctionCallError::HostError(error);
            assert_eq!(enough.failure, Some(error.into()));
            let burnt = enough.burnt_gas.as_gas();
            assert_eq!(burnt, read, "the copy is given back");
            assert_eq!(named(&enough), read);
            assert_eq!(enough.compute_usage, read);
        }
    }
}

/// Only in this context can the overlay not foresee whether a charge fits: gas that promises
/// reserved counts as used, but not as burnt.
pub fn promises_beside_a_burn_limit_below_the_attached_gas_leave_the_verdicts_copy_to_be_paid<
    I: BatchItem,
>() {
    let items = valid::<I>(2, 30);
    let bytes = encode(&items);
    for place in Place::ALL {
        let whole = whole(place, &items);
        let len = 2 * I::VERDICT as u64;
        let (written, copy) = (sum(&written(len)), copy_in(len));
        let guest = Guest::<I> {
            limit: Limit::Burnt,
            promised: Some(Gas::from_teragas(500).as_gas()),
            gas: Some(whole + copy + written),
            ..Guest::with_items(&bytes)
        };
        let args = guest.args(place, I::CHOICE, 1);
        let seen = guest.verify_many(args);
        assert_eq!(seen.result, Ok(2), "{place:?}");
        assert_eq!(seen.burnt, whole + copy + written, "{place:?}");
        let short = Guest::<I> {
            gas: Some(seen.burnt - 1),
            ..guest
        };
        let seen = short.verify_many(args);
        assert_eq!(seen.result, Err(HostError::GasLimitExceeded), "{place:?}");
        assert_eq!(seen.burnt, whole + copy + written - 1, "{place:?}");
    }
}
