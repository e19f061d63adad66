//! The clauses that all batch calls share: where the items may be, and how the function refuses
//! them, each with its exact cost.

use crate::contract::{Call, Contracts, Observed};
use crate::meter::invalid_input;
use crate::network::{
    BatchItem, NETWORK, OTHERS, Place, before_parsing, charges, encode, sum, up_to_parsing, valid,
    whole,
};
use near_runtime_ext::HostError;
use test_support::items::malformed_of;

/// Expected result and gas of a call with these items.
pub fn expected<I: BatchItem>(place: Place, items: &[I], choice: u64) -> Observed {
    Observed {
        result: Ok(I::judged(items, choice)),
        gas: whole(place, items),
    }
}

pub fn valid_items_are_accepted_from_memory_and_from_a_register<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    for &choice in I::CHOICES {
        for (count, len) in [(1, 0), (1, 110), (5, 33)] {
            let items = (0..count).map(|seed| I::valid_by(choice, seed, len));
            let items: Vec<_> = items.collect();
            for place in Place::ALL {
                let observed = contracts.call(&Call::on(place, choice, encode(&items)));
                assert_eq!(observed, expected(place, &items, choice), "{choice}");
                let (accepted, _) = observed.result.expect("well-formed");
                assert_eq!(accepted, u64::from(count), "{choice}");
            }
        }
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

pub fn no_more_than_4096_items_are_taken<I: BatchItem>() {
    // Prices that let a call pay for the largest number of items.
    let mut contracts = Contracts::<I>::deploy_with(|builder| I::charging(builder, OTHERS));
    let choice = I::CHOICE_OF_MOST;
    let valid: Vec<_> = (0..=255).map(|seed| I::valid_by(choice, seed, 3)).collect();
    let mut items: Vec<_> = valid.iter().cycle().take(4095).cloned().collect();
    // A message may be a layout.
    items.push(valid[0].clone().with_message(encode(&valid[..1])));
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
