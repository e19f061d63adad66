//! TAI's rounds of tries: their charges, in order, for alphas that anyone may have chosen.

use super::function::{CHOICE, PRICES};
use super::items::Item;
use super::tries::{ground, tries, unresolved};
use crate::contract::{Call, Contracts};
use crate::guest::Guest;
use crate::inputs::expected;
use crate::network::{BatchItem as _, Place, charges, encode, sum, whole};
use near_parameters::ExtCosts;
use near_runtime_ext::HostError;

/// Proofs for alphas that take one try, at least three, and at least ten.
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
    let all: usize = items.iter().map(tries).sum();
    assert_eq!(rounds.iter().sum::<u64>(), all as u64);
    for place in Place::ALL {
        let observed = contracts.call(&Call::on(place, CHOICE, encode(&items)));
        assert_eq!(observed, expected(place, &items, CHOICE), "{place:?}");
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

/// If the gas does not cover a round, all of it is burnt and booked as tries.
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
                    gas: Some(gas),
                    ..Guest::with_items(&bytes)
                };
                let seen = guest.verify_many(guest.args(place, CHOICE, 1));
                let out_of_gas = Err(HostError::GasExceeded);
                assert_eq!(seen.result, out_of_gas, "{place:?} at {gas}");
                assert_eq!(seen.burnt, gas, "{place:?}");
                let of_tries = ExtCosts::ed25519_verify_base;
                let booked = seen.outcome.profile.get_ext_cost(of_tries);
                let mut others = charges(*PRICES, place, &items);
                others.retain(|(cost, _)| *cost != of_tries);
                let others = sum(&others);
                assert_eq!(booked.as_gas(), gas - others, "{place:?} at {gas}");
            }
            paid += each * unresolved;
        }
        assert_eq!(paid, whole(place, &items));
    }
}
