//! The clauses that all batch calls share: who may call, where the items may be, and how the
//! function refuses them, each with its exact cost.

use crate::contract::{Call, Contracts, ITEMS, Observed, REGISTER};
use crate::meter::invalid_input;
use crate::network::{
    BatchItem, NETWORK, OTHERS, Place, before_parsing, charges, encode, gas, prices, sum,
    up_to_parsing, valid, whole,
};
use near_parameters::ExtCosts;
use near_runtime_ext::HostError;
use test_support::items::malformed_of;

/// Expected result and gas of a call with these items.
pub fn expected<I: BatchItem>(place: Place, items: &[I], choice: u64) -> Observed {
    Observed {
        result: Ok(I::judged(items, choice)),
        gas: whole(place, items),
    }
}

pub fn a_view_verifies_at_the_same_cost<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    let items = valid::<I>(3, 20);
    for place in Place::ALL {
        let call = Call {
            view: true,
            ..Call::on(place, I::CHOICE, encode(&items))
        };
        assert_eq!(contracts.call(&call), expected(place, &items, I::CHOICE));
    }
}

pub fn every_malformed_layout_has_a_message_and_pays_for_being_read<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    let good = valid::<I>(3, 20);
    let fixed = good[0].parts()[..2].concat().len() + 4;
    for (items, message) in malformed_of(&encode(&good), fixed, 20) {
        for place in Place::ALL {
            let observed = contracts.call(&Call::on(place, I::CHOICE, items.clone()));
            let refused = Observed {
                result: Err(invalid_input(&message)),
                gas: up_to_parsing::<I>(place, items.len() as u64),
            };
            assert_eq!(observed, refused, "{place:?}");
        }
    }
}

pub fn memory_out_of_bounds_aborts_after_paying_for_it<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    // Preparation replaces every contract's memory with the network's.
    let memory = u64::from(NETWORK.wasm_config.limit_config.initial_memory_pages) * 65_536;
    for (len, ptr) in [
        (104, memory - 103),
        (1, u64::MAX),
        (0, memory + 1),
        (memory + 1, 0),
    ] {
        let call = Call::on(Place::Memory, I::CHOICE, Vec::new()).at(len, ptr);
        let violation = Observed {
            result: Err(HostError::MemoryAccessViolation),
            gas: up_to_parsing::<I>(Place::Memory, len),
        };
        assert_eq!(contracts.call(&call), violation, "{len} at {ptr}");
    }
    // An empty input at the end of memory is within bounds, but has no count.
    let call = Call::on(Place::Memory, I::CHOICE, Vec::new()).at(0, memory);
    let no_count = Observed {
        result: Err(invalid_input("invalid items: 0 bytes have no count")),
        gas: up_to_parsing::<I>(Place::Memory, 0),
    };
    assert_eq!(contracts.call(&call), no_count);
}

pub fn an_unset_register_aborts_without_paying_for_it<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    let mut call = Call::on(Place::Register, I::CHOICE, Vec::new());
    call.args[1] = 3;
    let unset = Observed {
        result: Err(HostError::InvalidRegisterId { register_id: 3 }),
        gas: prices::<I>().base,
    };
    assert_eq!(contracts.call(&call), unset);
}

pub fn a_length_whose_price_overflows_aborts_as_an_overflow<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    let mut call = Call::on(Place::Memory, I::CHOICE, Vec::new());
    call.args[0] = u64::MAX / gas(ExtCosts::read_memory_byte, 1) + 1;
    let overflow = Observed {
        result: Err(HostError::IntegerOverflow),
        gas: prices::<I>().base + gas(ExtCosts::read_memory_base, 1),
    };
    assert_eq!(contracts.call(&call), overflow);
}

pub fn no_more_than_4096_items_are_taken<I: BatchItem>() {
    // Prices that let a call pay for the largest number of items.
    let mut contracts = Contracts::<I>::deploy_with(|builder| I::charging(builder, OTHERS));
    let choice = I::CHOICE_OF_MOST;
    let valid: Vec<_> = (0..=255).map(|seed| I::valid_by(choice, seed, 3)).collect();
    let mut items: Vec<_> = valid.iter().cycle().take(4095).cloned().collect();
    items.push(valid[0].clone().with_message(vec![9; 3]));
    let judged = I::judged(&items, choice);
    assert_eq!(judged.0, 4095);
    for place in Place::ALL {
        let observed = contracts.call(&Call::on(place, choice, encode(&items)));
        assert_eq!(observed.gas, sum(&charges(OTHERS, place, &items)));
        assert_eq!(observed.result, Ok(judged.clone()));
    }
    items.push(valid[0].clone());
    let bytes = encode(&items);
    let read = before_parsing::<I>(OTHERS, Place::Memory, bytes.len() as u64);
    let message = "invalid items: the count is 4097, above 4096";
    let refused = Observed {
        gas: sum(&read),
        result: Err(invalid_input(message)),
    };
    let observed = contracts.call(&Call::on(Place::Memory, choice, bytes));
    assert_eq!(observed, refused);
}

pub fn the_same_item_may_be_there_more_than_once<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    let item = I::valid_by(I::CHOICE, 1, 9);
    let items = vec![
        item.clone(),
        I::valid_by(I::CHOICE, 2, 9),
        item.clone(),
        item,
    ];
    let observed = contracts.call(&Call::on(Place::Memory, I::CHOICE, encode(&items)));
    assert_eq!(observed, expected(Place::Memory, &items, I::CHOICE));
}

pub fn a_layout_may_lie_within_another<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    let inner = valid::<I>(2, 16);
    let outer = vec![I::valid_by(I::CHOICE, 9, 0).with_message(encode(&inner))];
    let call = Call::on(Place::Memory, I::CHOICE, encode(&outer));
    let of = |items: &[I]| expected(Place::Memory, items, I::CHOICE);
    assert_eq!(contracts.call(&call), of(&outer));
    // The inner message is itself a layout, which ends where the outer one does.
    let (len, whole) = (encode(&inner).len() as u64, encode(&outer).len() as u64);
    let within = call.at(len, ITEMS + whole - len);
    assert_eq!(contracts.call(&within), of(&inner));
}

pub fn an_unknown_choice_aborts_before_the_items_are_looked_at_or_paid_for<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    let base = prices::<I>().base;
    for &choice in I::UNKNOWN {
        let refused = Observed {
            result: Err(invalid_input(I::REFUSAL)),
            gas: base,
        };
        for place in Place::ALL {
            let call = Call::on(place, choice, encode(&valid::<I>(2, 5)));
            assert_eq!(contracts.call(&call), refused, "{place:?}, {choice}");
        }
        for (len, ptr) in [(u64::MAX - 1, u64::MAX), (REGISTER, 77)] {
            let call = Call::on(Place::Memory, choice, Vec::new()).at(len, ptr);
            assert_eq!(contracts.call(&call), refused, "{len} at {ptr}");
        }
    }
}
