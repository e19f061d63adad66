//! The clauses that specifications of batch calls have in common: who may call, where the items may be,
//! and how they are refused, each with its exact cost.

use crate::contract::{Call, Contracts, ITEMS, Observed, REGISTER};
use crate::function::{CHOICE, CHOICE_OF_MOST, REFUSAL, UNKNOWN, base_of, charging, prices};
use crate::items::{Item, encode, judged, malformed, valid};
use crate::meter::invalid_input;
use crate::network::{NETWORK, Place, gas, sum};
use crate::prices::{PRICES, before_parsing, charges, up_to_parsing, whole};
use near_parameters::ExtCosts;
use near_runtime_ext::HostError;

/// Expected result and gas of a call with these items.
pub fn expected(place: Place, items: &[Item], choice: u64) -> Observed {
    Observed {
        result: Ok(judged(items, choice)),
        gas: whole(place, items),
    }
}

#[test]
fn a_view_verifies_at_the_same_cost() {
    let mut contracts = Contracts::deploy();
    let items = valid(3, 20);
    for place in Place::ALL {
        let call = Call {
            view: true,
            ..Call::on(place, encode(&items))
        };
        assert_eq!(contracts.call(&call), expected(place, &items, CHOICE));
    }
}

#[test]
fn every_malformed_layout_has_a_message_and_pays_for_being_read() {
    let mut contracts = Contracts::deploy();
    for (items, message) in malformed() {
        for place in Place::ALL {
            let observed = contracts.call(&Call::on(place, items.clone()));
            let refused = Observed {
                result: Err(invalid_input(&message)),
                gas: up_to_parsing(place, items.len() as u64),
            };
            assert_eq!(observed, refused, "{place:?}");
        }
    }
}

#[test]
fn memory_out_of_bounds_aborts_after_paying_for_it() {
    let mut contracts = Contracts::deploy();
    // Preparation gives every contract the network's own memory.
    let memory = u64::from(NETWORK.wasm_config.limit_config.initial_memory_pages) * 65_536;
    for (len, ptr) in [
        (104, memory - 103),
        (1, u64::MAX),
        (0, memory + 1),
        (memory + 1, 0),
    ] {
        let mut call = Call::on(Place::Memory, Vec::new());
        call.args[..2].copy_from_slice(&[len, ptr]);
        let violation = Observed {
            result: Err(HostError::MemoryAccessViolation),
            gas: up_to_parsing(Place::Memory, len),
        };
        assert_eq!(contracts.call(&call), violation, "{len} at {ptr}");
    }
    // Zero bytes may be read at the end of memory; they contain no count.
    let mut call = Call::on(Place::Memory, Vec::new());
    call.args[..2].copy_from_slice(&[0, memory]);
    let no_count = Observed {
        result: Err(invalid_input("invalid items: 0 bytes have no count")),
        gas: up_to_parsing(Place::Memory, 0),
    };
    assert_eq!(contracts.call(&call), no_count);
}

#[test]
fn an_unset_register_aborts_without_paying_for_it() {
    let mut contracts = Contracts::deploy();
    let mut call = Call::on(Place::Register, Vec::new());
    call.args[1] = 3;
    let unset = Observed {
        result: Err(HostError::InvalidRegisterId { register_id: 3 }),
        gas: base_of(&PRICES),
    };
    assert_eq!(contracts.call(&call), unset);
}

#[test]
fn a_length_whose_price_overflows_aborts_as_an_overflow() {
    let mut contracts = Contracts::deploy();
    let mut call = Call::on(Place::Memory, Vec::new());
    call.args[0] = u64::MAX / gas(ExtCosts::read_memory_byte, 1) + 1;
    let overflow = Observed {
        result: Err(HostError::IntegerOverflow),
        gas: base_of(&PRICES) + gas(ExtCosts::read_memory_base, 1),
    };
    assert_eq!(contracts.call(&call), overflow);
}

#[test]
fn no_more_than_4096_items_are_taken() {
    // At prices with which as many fit a call.
    let prices = prices(1_000_000_007, 50_000_000_021, 3_000_017);
    let mut contracts = Contracts::deploy_with(|builder| charging(builder, &prices));
    let valid = |seed| Item::valid_by(CHOICE_OF_MOST, seed, 3);
    let mut items: Vec<_> = (0..4096)
        .map(|at: u32| valid(at.to_le_bytes()[0]))
        .collect();
    items[4095].public_key[5] ^= 1;
    for place in Place::ALL {
        let call = Call::on(place, encode(&items)).by(CHOICE_OF_MOST);
        let observed = contracts.call(&call);
        assert_eq!(observed.gas, sum(&charges(&prices, place, &items)));
        assert_eq!(observed.result, Ok(judged(&items, CHOICE_OF_MOST)));
        assert!(matches!(observed.result, Ok((4095, _))));
    }
    items.push(valid(0));
    let bytes = encode(&items);
    let refused = Observed {
        gas: sum(&before_parsing(&prices, Place::Memory, bytes.len() as u64)),
        result: Err(invalid_input(
            "invalid items: the count is 4097, above 4096",
        )),
    };
    let call = Call::on(Place::Memory, bytes).by(CHOICE_OF_MOST);
    assert_eq!(contracts.call(&call), refused);
}

#[test]
fn the_same_item_may_be_there_more_than_once() {
    let mut contracts = Contracts::deploy();
    let item = Item::valid(1, 9);
    let items = vec![item.clone(), Item::valid(2, 9), item.clone(), item];
    let observed = contracts.call(&Call::on(Place::Memory, encode(&items)));
    assert_eq!(observed, expected(Place::Memory, &items, CHOICE));
}

#[test]
fn a_layout_may_lie_within_another() {
    let mut contracts = Contracts::deploy();
    let inner = valid(2, 16);
    let outer = vec![Item::valid(9, 0).with_message(encode(&inner))];
    let mut call = Call::on(Place::Memory, encode(&outer));
    assert_eq!(
        contracts.call(&call),
        expected(Place::Memory, &outer, CHOICE)
    );
    // The inner message's layout, which ends where the outer one does.
    let (len, whole) = (encode(&inner).len() as u64, encode(&outer).len() as u64);
    call.args[..2].copy_from_slice(&[len, ITEMS + whole - len]);
    assert_eq!(
        contracts.call(&call),
        expected(Place::Memory, &inner, CHOICE)
    );
}

#[test]
fn an_unknown_choice_aborts_before_the_items_are_looked_at_or_paid_for() {
    let mut contracts = Contracts::deploy();
    let base = base_of(&PRICES);
    for choice in UNKNOWN {
        let refused = Observed {
            result: Err(invalid_input(REFUSAL)),
            gas: base,
        };
        for place in Place::ALL {
            let call = Call::on(place, encode(&valid(2, 5))).by(choice);
            assert_eq!(contracts.call(&call), refused, "{place:?}, {choice}");
        }
        for (len, ptr) in [(u64::MAX - 1, u64::MAX), (REGISTER, 77)] {
            let mut call = Call::on(Place::Memory, Vec::new()).by(choice);
            call.args[..2].copy_from_slice(&[len, ptr]);
            assert_eq!(contracts.call(&call), refused, "{len} at {ptr}");
        }
    }
}
