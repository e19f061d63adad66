//! TAI's rounds of tries: what is charged for them, in their order, whoever chose the alphas.

use super::clauses::valid_by;
use super::function::{CHOICE, PRICES};
use super::items::Item;
use super::tries::{ground, tries, unresolved};
use crate::contract::{Call, Contracts};
use crate::guest::{Guest, in_memory, in_register};
use crate::inputs::expected;
use crate::network::{BatchItem as _, Place, charges, encode, sum, up_to_parsing, whole};
use near_ecvrf::Suite;
use near_parameters::ExtCosts;
use near_runtime_ext::{FunctionCallError, Gas, HostError};

/// Proofs of alphas that take one try, three and more, and ten and more.
fn of_many_rounds() -> Vec<Item> {
    let items = vec![Item::valid_by(CHOICE, 1, 0), ground(2, 2), ground(3, 9)];
    assert!(unresolved(&items).len() > 9);
    items
}

#[test]
fn each_round_is_charged_for_the_items_that_have_no_point_yet() {
    let mut contracts = Contracts::<Item>::deploy();
    let items = of_many_rounds();
    let rounds = unresolved(&items);
    assert_eq!(
        rounds.iter().sum::<u64>(),
        items.iter().map(tries).sum::<usize>() as u64
    );
    for place in Place::ALL {
        let observed = contracts.call(&Call::on(place, CHOICE, encode(&items)));
        assert_eq!(observed, expected(place, &items, CHOICE), "{place:?}");
        let tried = PRICES.attempt * rounds.iter().sum::<u64>();
        let others = sum(&charges(*PRICES, place, &items)) - tried;
        assert_eq!(observed.gas, others + tried);
    }
}

#[test]
fn the_other_suites_have_no_rounds() {
    let mut contracts = Contracts::<Item>::deploy();
    for suite in Suite::ALL.into_iter().filter(|suite| *suite != Suite::Tai) {
        let items = valid_by(suite, 4, 30);
        let call = Call::on(Place::Memory, suite.code().into(), encode(&items));
        let parsed = up_to_parsing::<Item>(Place::Memory, encode(&items).len() as u64);
        let after = sum(&Item::after_parsing(*PRICES, &items));
        assert_eq!(contracts.call(&call).gas, parsed + after, "{suite}");
    }
}

#[test]
fn an_item_is_tried_whatever_its_proof_and_key_are() {
    let mut contracts = Contracts::<Item>::deploy();
    let mut items = of_many_rounds();
    items[1].proof = vec![0xff; 80];
    items[2].public_key = [2; 32]; // not a point of the curve
    let rounds = unresolved(&items);
    let observed = contracts.call(&Call::on(Place::Memory, CHOICE, encode(&items)));
    assert_eq!(observed, expected(Place::Memory, &items, CHOICE));
    assert_eq!(observed.gas, whole(Place::Memory, &items));
    assert!(rounds.len() > 2, "{rounds:?}");
    assert!(matches!(observed.result, Ok((1, _))));
}

/// Once a round does not fit, all gas is burnt, under the name that tries are booked under.
#[test]
fn a_call_runs_out_of_gas_before_the_round_that_does_not_fit() {
    let items = of_many_rounds();
    let bytes = encode(&items);
    let each = PRICES.attempt;
    for place in Place::ALL {
        let rounds = unresolved(&items);
        let mut paid = whole(place, &items) - each * rounds.iter().sum::<u64>();
        for unresolved in rounds {
            for gas in [paid, paid + each * unresolved - 1] {
                let guest = Guest::<Item> {
                    registers: vec![(5, bytes.clone())],
                    gas: Some(gas),
                    ..Guest::with(bytes.clone())
                };
                let args = match place {
                    Place::Memory => in_memory(&guest, CHOICE, 1),
                    Place::Register => in_register(5, CHOICE, 1),
                };
                let seen = guest.verify_many(args);
                assert_eq!(
                    seen.result,
                    Err(HostError::GasExceeded),
                    "{place:?} at {gas}"
                );
                assert_eq!(seen.burnt, gas, "{place:?}");
                let booked = seen
                    .outcome
                    .profile
                    .get_ext_cost(ExtCosts::ed25519_verify_base);
                let others = charges(*PRICES, place, &items);
                let others = others
                    .iter()
                    .filter(|(cost, _)| *cost != ExtCosts::ed25519_verify_base);
                let others = others.map(|(_, gas)| gas).sum::<u64>();
                assert_eq!(booked.as_gas(), gas - others, "{place:?} at {gas}");
            }
            paid += each * unresolved;
        }
        assert_eq!(paid, whole(place, &items));
    }
}

#[test]
fn a_contract_runs_out_of_gas_in_a_round_on_every_backend_alike() {
    let mut contracts = Contracts::<Item>::deploy();
    let items = of_many_rounds();
    let call = Call::on(Place::Register, CHOICE, encode(&items));
    let limit = contracts.gas_before(&call) + whole(Place::Register, &items);
    let enough = contracts.outcome(&call.clone().gas(limit));
    let last = enough.host_calls.last().expect("calls");
    assert_eq!(
        last.function,
        Item::MANY,
        "it succeeds, and the contract runs out after it"
    );
    let short = contracts.outcome(&call.gas(limit - 1));
    let error = FunctionCallError::HostError(HostError::GasExceeded);
    assert_eq!(short.failure, Some(error.into()));
    assert_eq!(short.burnt_gas, Gas::from_gas(limit - 1));
    let named = short.profile.values().map(|gas| gas.as_gas()).sum::<u64>();
    assert_eq!(named, short.burnt_gas.as_gas());
    assert!(
        short
            .host_calls
            .iter()
            .all(|call| call.function != Item::MANY)
    );
}
