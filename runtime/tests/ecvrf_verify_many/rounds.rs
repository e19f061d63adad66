//! TAI's rounds of tries: their charges, in order, for alphas that anyone may have chosen.

use super::function::{CHOICE, PRICES};
use super::items::Item;
use super::tries::{ground, unresolved};
use crate::guest::Guest;
use crate::network::{BatchItem as _, NETWORK, Place, charges, encode, sum, whole};
use near_parameters::ExtCosts;
use near_runtime_ext::HostError;

/// Proofs for alphas that take one try, at least three, and at least ten.
fn of_many_rounds() -> Vec<Item> {
    let items = vec![Item::valid_by(CHOICE, 1, 0), ground(2, 2), ground(3, 9)];
    assert!(unresolved(&items).len() > 9);
    items
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

#[test]
fn gas_runs_out_before_4096_items_do_at_these_prices() {
    let most = PRICES.item * 4096;
    assert!(most > NETWORK.wasm_config.limit_config.max_gas_burnt.as_gas());
}
