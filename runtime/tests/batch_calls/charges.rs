//! Gas: the charges, their order, and where the gas runs out.

use crate::guest::{Guest, Limit};
use crate::network::{
    BatchItem, Place, charges, copy_in, encode, prices, sum, valid, whole, written,
};
use near_runtime_ext::{Gas, HostError};

pub fn gas_runs_out_at_every_charge_in_order<I: BatchItem>() {
    let items = valid::<I>(3, 40);
    let guest = Guest::<I>::with_items(&encode(&items));
    for place in Place::ALL {
        let with = |gas| {
            let guest = Guest {
                gas: Some(gas),
                ..guest.clone()
            };
            guest.verify_many(guest.args(place, I::CHOICE, 1))
        };
        let (mut paid, mut profile) = (0, with(0).outcome.profile);
        for (cost, gas) in charges(prices::<I>(), place, &items) {
            // The gas ends at this charge: none is left for it, or one unit too little.
            let [nothing, nearly] = [paid, paid + gas - 1].map(|limit| {
                let seen = with(limit);
                assert_eq!(
                    seen.result,
                    Err(HostError::GasExceeded),
                    "{cost} at {limit}"
                );
                assert_eq!(seen.burnt, limit, "{cost}");
                seen.outcome.profile
            });
            assert_eq!(nothing, profile, "{cost}, {place:?}");
            // The profile books the spent gas under this charge.
            let mut spent = profile.clone();
            spent.add_ext_cost(cost, Gas::from_gas(gas - 1));
            assert_eq!(nearly, spent, "{cost}, {place:?}");
            profile.add_ext_cost(cost, Gas::from_gas(gas));
            paid += gas;
        }
        assert_eq!(paid, whole(place, &items));
        // nearcore's copies are absent from the profile.
        let seen = with(paid);
        assert_eq!((seen.result, seen.burnt), (Ok(3), paid), "{place:?}");
        assert_eq!(seen.outcome.profile, profile, "{place:?}");
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
