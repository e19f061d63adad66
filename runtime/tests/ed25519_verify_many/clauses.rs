//! The clauses of the specification, one by one: each with its result and its exact cost.

use super::items::{Item, encode, valid};
use super::prices::PRICES;
use crate::contract::{Call, Contracts};
use crate::inputs::expected;
use crate::network::{NETWORK, Place};

#[test]
fn valid_signatures_are_accepted_from_memory_and_from_a_register() {
    let mut contracts = Contracts::<Item>::deploy();
    for items in [valid(1, 0), valid(1, 110), valid(5, 33)] {
        for place in Place::ALL {
            for rule in [0, 1] {
                let observed = contracts.call(&Call::on(place, rule, encode(&items)));
                assert_eq!(observed, expected(place, &items, rule), "{place:?}, {rule}");
                let all = items.len() as u64;
                assert!(matches!(observed.result, Ok((accepted, _)) if accepted == all));
            }
        }
    }
}

#[test]
fn a_bad_item_is_refused_alone_at_the_whole_cost() {
    let mut contracts = Contracts::<Item>::deploy();
    type Change = fn(&mut Item);
    let changes: [Change; 7] = [
        |it| it.message[0] ^= 1,
        |it| it.signature[0] ^= 1,
        |it| it.signature[32] ^= 1,
        |it| it.signature[63] |= 0b1110_0000, // bits that no reduced s has
        |it| it.signature[32..].fill(0xff),
        |it| it.public_key = [2; 32], // not a point of the curve
        |it| it.public_key[5] ^= 1,
    ];
    for change in changes {
        for bad in 0..3 {
            let mut items = valid(3, 20);
            change(&mut items[bad]);
            for rule in [0, 1] {
                let observed = contracts.call(&Call::on(Place::Memory, rule, encode(&items)));
                assert_eq!(observed, expected(Place::Memory, &items, rule));
                let verdicts: Vec<_> = (0..3).map(|at| u8::from(at != bad)).collect();
                assert_eq!(observed.result, Ok((2, verdicts)));
            }
        }
    }
}

#[test]
fn a_whole_call_fits_what_the_network_lets_a_contract_burn() {
    // Otherwise calls would never reach the limit of 4096.
    let most = PRICES.item * 4096;
    assert!(most < NETWORK.wasm_config.limit_config.max_gas_burnt.as_gas());
}
