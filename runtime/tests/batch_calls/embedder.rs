//! The embedder's settings: prices, and a limit of burnt gas.

use crate::contract::{Contracts, Observed, PLENTY, traced};
use crate::guest::{Guest, Limit, in_memory};
use crate::inputs::expected;
use crate::network::{
    BatchItem, Place, all_valid_by, before_parsing, charges, copy, copy_in, encode, prices, sum,
    up_to_parsing, valid, whole, written,
};
use near_parameters::ExtCosts;
use near_runtime_ext::{Gas, HostError, Outcome, PricedFunction, Prices};

/// The sum of all named gas in the profile.
pub fn named(outcome: &Outcome) -> u64 {
    outcome.profile.values().map(|gas| gas.as_gas()).sum()
}

/// This project's prices cover nearcore's copies: see the function's "Cost".
pub fn the_prices_cover_nearcores_copies_of_items_and_verdicts<I: BatchItem>() {
    let cost = |count: u8, len| {
        let items = all_valid_by::<I>(I::CHOICE_OF_MOST, count, len);
        let (layout, verdicts) = (
            encode(&items).len() as u64,
            u64::from(count) * I::VERDICT as u64,
        );
        let moved = [
            before_parsing::<I>(prices::<I>(), Place::Register, layout),
            written(verdicts),
        ];
        let charged = sum(&charges(prices::<I>(), Place::Register, &items)) - sum(&moved.concat());
        (charged, copy(layout) + copy_in(verdicts))
    };
    // The costs of the first item, of each further one, and of each byte of a message.
    let [one, two, long] = [cost(1, 0), cost(2, 0), cost(1, 1000)];
    assert!(one.0 >= one.1, "{one:?}");
    assert!(two.0 - one.0 >= two.1 - one.1, "{two:?}, {one:?}");
    assert!(long.0 - one.0 >= long.1 - one.1, "{long:?}, {one:?}");
}

pub fn prices_below_nearcores_copies_leave_the_rest_to_be_paid<I: BatchItem>() {
    let free = Prices::default();
    let mut contracts = Contracts::<I>::deploy_with(|builder| builder.prices(I::PRICED, free));
    let items = valid::<I>(2, 300);
    let len = encode(&items).len() as u64;
    let verdicts = copy_in(2 * I::VERDICT as u64);
    for (place, copies) in [(Place::Memory, 0), (Place::Register, copy(len))] {
        let charges = charges(free, place, &items);
        // The price of reading from memory covers some of the verdicts' copy.
        let read = sum(&before_parsing::<I>(free, place, len));
        let rest = match place {
            Place::Memory => verdicts.saturating_sub(read),
            Place::Register => verdicts + copies,
        };
        let expected = Observed {
            gas: sum(&charges) + rest,
            ..expected(place, &items, I::CHOICE)
        };
        assert_eq!(contracts.call(place, I::CHOICE, &items), expected);
        // The profile is complete even if the whole price is 0.
        let outcome = contracts.outcome(place, I::CHOICE, &items, PLENTY);
        assert_eq!(named(&outcome), outcome.burnt_gas.as_gas());
    }
}

/// nearcore divides the gas under a name by the name's own price.
pub fn a_name_without_a_price_of_its_own_counts_as_wasm<I: BatchItem>() {
    let of_the_name = PricedFunction::Ed25519Verify;
    let mut contracts =
        Contracts::<I>::deploy_with(|builder| builder.prices(of_the_name, Prices::default()));
    let items = valid::<I>(2, 9);
    let observed = contracts.call(Place::Memory, I::CHOICE, &items);
    assert_eq!(observed, expected(Place::Memory, &items, I::CHOICE));
    let mut outcome = |gas| contracts.outcome(Place::Memory, I::CHOICE, &items, gas);
    let whole = outcome(PLENTY);
    let many = traced::<I>(&whole);
    let nearly = many.before.as_gas() + many.gas.as_gas() - 1;
    let short = outcome(Gas::from_gas(nearly));
    assert!(short.failure.is_some());
    for outcome in [whole, short] {
        let name = ExtCosts::ed25519_verify_base.to_string();
        assert_eq!(outcome.profile.get(&name), None);
        assert_eq!(named(&outcome), outcome.burnt_gas.as_gas());
    }
}

pub fn a_price_beyond_64_bits_is_an_overflow<I: BatchItem>() {
    let items = encode(&valid::<I>(3, 1));
    let guest = Guest::<I> {
        prices: Prices {
            item: u64::MAX / 2,
            ..prices::<I>()
        },
        ..Guest::with(items.clone())
    };
    let seen = guest.verify_many(in_memory(&guest, I::CHOICE, 1));
    assert_eq!(seen.result, Err(HostError::IntegerOverflow));
    let before_items = up_to_parsing::<I>(Place::Memory, items.len() as u64);
    assert_eq!(seen.burnt, before_items);
}

/// In this context alone, the overlay cannot foresee whether a charge fits: gas that promises reserve beside a limit of
/// burnt gas counts as used, but not as burnt.
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
