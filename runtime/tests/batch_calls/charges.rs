//! Gas: the charges, their order, and where the gas runs out.

use crate::contract::{Call, Contracts};
use crate::guest::{Guest, Limit};
use crate::network::{
    BatchItem, Place, charges, copy_in, encode, prices, sum, valid, whole, written,
};
use near_runtime_ext::{FunctionCallError, Gas, HostError};

const OUT_OF_GAS: FunctionCallError = FunctionCallError::HostError(HostError::GasExceeded);

pub fn gas_runs_out_at_every_charge_in_order<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    for place in Place::ALL {
        let items = valid::<I>(3, 40);
        let call = Call::on(place, I::CHOICE, encode(&items));
        let before = contracts.gas_before(&call);
        let mut paid = before;
        let mut profile = contracts.outcome(&call.clone().gas(before)).profile;
        for (cost, gas) in charges(prices::<I>(), place, &items) {
            // The gas ends at this charge: none is left for it, or one unit too little.
            let [nothing, nearly] = [paid, paid + gas - 1].map(|limit| {
                let outcome = contracts.outcome(&call.clone().gas(limit));
                let out_of_gas = Some(OUT_OF_GAS.into());
                assert_eq!(outcome.failure, out_of_gas, "{cost} at {limit}");
                assert_eq!(outcome.burnt_gas, Gas::from_gas(limit), "{cost}");
                outcome
            });
            assert_eq!(nothing.profile, profile, "{cost}, {place:?}");
            // The profile books the spent gas under this charge.
            let name = cost.to_string();
            let spent = profile.get(&name).map_or(0, |gas| gas.as_gas());
            profile.insert(name.clone(), Gas::from_gas(spent + gas - 1));
            assert_eq!(nearly.profile, profile, "{cost}, {place:?}");
            profile.insert(name, Gas::from_gas(spent + gas));
            paid += gas;
        }
        assert_eq!(paid - before, whole(place, &items));
        // The function succeeds; the contract runs out of gas after it. nearcore's copies are absent
        // from the profile.
        let outcome = contracts.outcome(&call.gas(paid));
        assert_eq!(outcome.profile, profile, "{place:?}");
        let last = outcome.host_calls.last().expect("calls");
        assert_eq!((last.function, last.gas.as_gas()), (I::MANY, paid - before));
        assert_eq!(outcome.failure, Some(OUT_OF_GAS.into()));
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
