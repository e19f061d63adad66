//! The embedder's settings: prices.

use crate::clauses::expected;
use crate::contract::{Call, Contracts, PLENTY};
use crate::guest::{Guest, in_memory};
use crate::items::{encode, valid};
use crate::prices::{
    PRICES, Place, after_parsing, before_parsing, charges, copy, gas, sum, up_to_parsing,
};
use near_parameters::ExtCosts;
use near_runtime_ext::{HostError, Outcome, Parameters, VerifyManyParameters};

/// The sum of all named gas in the profile.
fn named(outcome: &Outcome) -> u64 {
    outcome.profile.values().map(|gas| gas.as_gas()).sum()
}

/// Prices that can be paid also cover the copies: see `ed25519_verify_many`, "Cost".
#[test]
fn the_prices_cover_nearcores_copies_of_items_and_verdicts() {
    let prices = &*PRICES;
    let per_byte = gas(ExtCosts::write_memory_byte, 1);
    assert!(prices.ed25519_verify_many_byte >= per_byte);
    let verdict = gas(ExtCosts::read_memory_base, 1) + gas(ExtCosts::read_memory_byte, 1);
    assert!(prices.ed25519_verify_many_item >= copy(4 + 100) + verdict);
}

#[test]
fn the_embedder_sets_the_prices() {
    let prices = VerifyManyParameters {
        ed25519_verify_many_base: 1_000_000_007,
        ed25519_verify_many_item: 50_000_000_021,
        ed25519_verify_many_byte: 3_000_017,
    };
    let mut contracts =
        Contracts::deploy_with(|builder| builder.verify_many_parameters(prices.clone()));
    let items = valid(3, 17);
    for place in Place::ALL {
        let observed = contracts.call(&Call::on(place, encode(&items)));
        assert_eq!(observed.gas, sum(&charges(&prices, place, &items)));
    }
}

#[test]
fn prices_below_nearcores_copies_leave_the_rest_to_be_paid() {
    let free = VerifyManyParameters {
        ed25519_verify_many_base: 0,
        ed25519_verify_many_item: 0,
        ed25519_verify_many_byte: 0,
    };
    let mut contracts =
        Contracts::deploy_with(|builder| builder.verify_many_parameters(free.clone()));
    let items = valid(2, 300);
    let len = encode(&items).len() as u64;
    let verdicts = gas(ExtCosts::read_memory_base, 1) + gas(ExtCosts::read_memory_byte, 2);
    for (place, copies) in [(Place::Memory, 0), (Place::Register, copy(len))] {
        let charges = charges(&free, place, &items);
        // The price of reading from memory covers some of the verdicts' copy.
        let read = sum(&before_parsing(&free, place, len));
        let rest = match place {
            Place::Memory => verdicts.saturating_sub(read),
            Place::Register => verdicts + copies,
        };
        let call = Call::on(place, encode(&items));
        let observed = contracts.call(&call);
        assert_eq!(observed.gas, sum(&charges) + rest, "{place:?}");
        assert_eq!(observed.result, expected(place, &items, 0).result);
        // The profile is complete even if the whole price is 0.
        let outcome = contracts.outcome(&call);
        assert_eq!(named(&outcome), outcome.burnt_gas.as_gas());
    }
    assert_eq!(sum(&after_parsing(&free, 2, 600)[..2]), 0);
}

/// nearcore divides the gas under a name by the name's own price.
#[test]
fn a_name_without_a_price_of_its_own_counts_as_wasm() {
    let nothing = Parameters {
        ed25519_verify_base: 0,
        ed25519_verify_byte: 0,
    };
    let mut contracts = Contracts::deploy_with(|builder| builder.parameters(nothing.clone()));
    let items = valid(2, 9);
    let call = Call::on(Place::Memory, encode(&items));
    let observed = contracts.call(&call);
    assert_eq!(observed, expected(Place::Memory, &items, 0));
    let limit = contracts.gas_before(&call) + observed.gas - 1;
    for gas in [PLENTY.as_gas(), limit] {
        let outcome = contracts.outcome(&call.clone().gas(gas));
        let name = ExtCosts::ed25519_verify_base.to_string();
        assert_eq!(outcome.profile.get(&name), None);
        assert_eq!(named(&outcome), outcome.burnt_gas.as_gas());
    }
}

#[test]
fn a_price_beyond_64_bits_is_an_overflow() {
    let items = encode(&valid(3, 1));
    let guest = Guest {
        prices: VerifyManyParameters {
            ed25519_verify_many_item: u64::MAX / 2,
            ..PRICES.clone()
        },
        ..Guest::with(items.clone())
    };
    let seen = guest.verify_many(in_memory(&guest, 0, 1));
    assert_eq!(seen.result, Err(HostError::IntegerOverflow));
    let before_items = up_to_parsing(Place::Memory, items.len() as u64);
    assert_eq!(seen.burnt, before_items);
}
