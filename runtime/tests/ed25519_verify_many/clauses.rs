//! The clauses of the specification, one by one: each with its result and its exact cost.

use crate::contract::{Call, Contracts, ITEMS, Observed, REGISTER};
use crate::items::{Item, encode, malformed, valid};
use crate::prices::{NETWORK, PRICES, Place, gas, up_to_parsing, whole};
use crate::specification::invalid_input;
use near_parameters::ExtCosts;
use near_runtime_ext::HostError;

/// Expected result and gas of a call with these items.
pub fn expected(place: Place, items: &[Item], rule: u64) -> Observed {
    let verdicts: Vec<_> = items
        .iter()
        .map(|it| u8::from(it.verifies_by(rule)))
        .collect();
    Observed {
        result: Ok((verdicts.iter().map(|&it| u64::from(it)).sum(), verdicts)),
        gas: whole(place, items),
    }
}

#[test]
fn valid_signatures_are_accepted_from_memory_and_from_a_register() {
    let mut contracts = Contracts::deploy();
    for items in [valid(1, 0), valid(1, 110), valid(5, 33)] {
        for place in Place::ALL {
            for rule in [0, 1] {
                let observed = contracts.call(&Call::on(place, encode(&items)).rule(rule));
                assert_eq!(observed, expected(place, &items, rule), "{place:?}, {rule}");
                let all = items.len() as u64;
                assert!(matches!(observed.result, Ok((accepted, _)) if accepted == all));
            }
        }
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
        assert_eq!(contracts.call(&call), expected(place, &items, 0));
    }
}

#[test]
fn a_bad_item_is_refused_alone_at_the_whole_cost() {
    let mut contracts = Contracts::deploy();
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
                let observed = contracts.call(&Call::on(Place::Memory, encode(&items)).rule(rule));
                assert_eq!(observed, expected(Place::Memory, &items, rule));
                let verdicts: Vec<_> = (0..3).map(|at| u8::from(at != bad)).collect();
                assert_eq!(observed.result, Ok((2, verdicts)));
            }
        }
    }
}

#[test]
fn the_same_item_may_be_there_more_than_once() {
    let mut contracts = Contracts::deploy();
    let item = Item::valid(1, 9);
    let items = vec![item.clone(), Item::valid(2, 9), item.clone(), item];
    let observed = contracts.call(&Call::on(Place::Memory, encode(&items)));
    assert_eq!(observed, expected(Place::Memory, &items, 0));
}

#[test]
fn an_unknown_rule_aborts_before_the_items_are_looked_at_or_paid_for() {
    let mut contracts = Contracts::deploy();
    let base = PRICES.ed25519_verify_many_base;
    for rule in [2, 256, 1 << 32, (1 << 32) + 1, u64::MAX] {
        let refused = Observed {
            result: Err(invalid_input("invalid rule")),
            gas: base,
        };
        for place in Place::ALL {
            let call = Call::on(place, encode(&valid(2, 5))).rule(rule);
            assert_eq!(contracts.call(&call), refused, "{place:?}, {rule}");
        }
        for (len, ptr) in [(u64::MAX - 1, u64::MAX), (REGISTER, 77)] {
            let mut call = Call::on(Place::Memory, Vec::new()).rule(rule);
            call.args[..2].copy_from_slice(&[len, ptr]);
            assert_eq!(contracts.call(&call), refused, "{len} at {ptr}");
        }
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
fn no_more_than_4096_items_are_taken() {
    let mut contracts = Contracts::deploy();
    let mut items: Vec<_> = (0..4096)
        .map(|at: u32| Item::valid(at.to_le_bytes()[0], 3))
        .collect();
    items[4095].message[0] ^= 1;
    for place in Place::ALL {
        let (accepted, verdicts) = contracts
            .call(&Call::on(place, encode(&items)))
            .result
            .expect("not too many");
        assert_eq!((accepted, verdicts.len()), (4095, 4096));
        assert!(verdicts[..4095].iter().all(|&verdict| verdict == 1));
    }
    let observed = contracts.call(&Call::on(Place::Memory, encode(&items)));
    assert_eq!(observed.gas, whole(Place::Memory, &items));
    items.push(Item::valid(0, 3));
    let bytes = encode(&items);
    let refused = Observed {
        gas: up_to_parsing(Place::Memory, bytes.len() as u64),
        result: Err(invalid_input(
            "invalid items: the count is 4097, above 4096",
        )),
    };
    assert_eq!(contracts.call(&Call::on(Place::Memory, bytes)), refused);
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
        gas: PRICES.ed25519_verify_many_base,
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
        gas: PRICES.ed25519_verify_many_base + gas(ExtCosts::read_memory_base, 1),
    };
    assert_eq!(contracts.call(&call), overflow);
}

#[test]
fn a_layout_may_lie_within_another() {
    let mut contracts = Contracts::deploy();
    let inner = valid(2, 16);
    let outer = vec![Item {
        message: encode(&inner),
        ..Item::valid(9, 0)
    }];
    let mut call = Call::on(Place::Memory, encode(&outer));
    assert_eq!(contracts.call(&call), expected(Place::Memory, &outer, 0));
    // The inner message's layout, which ends where the outer one does.
    let (len, whole) = (encode(&inner).len() as u64, encode(&outer).len() as u64);
    call.args[..2].copy_from_slice(&[len, ITEMS + whole - len]);
    assert_eq!(contracts.call(&call), expected(Place::Memory, &inner, 0));
}

#[test]
fn a_whole_call_fits_what_the_network_lets_a_contract_burn() {
    // Otherwise calls would never reach the limit of 4096.
    let most = PRICES.ed25519_verify_many_item * 4096;
    assert!(most < NETWORK.wasm_config.limit_config.max_gas_burnt.as_gas());
}
