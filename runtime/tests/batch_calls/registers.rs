//! No room for the verdicts' register.

use crate::guest::{Guest, in_memory, in_register};
use crate::network::{BatchItem, NETWORK, Place, encode, valid, whole};
use near_parameters::vm::Config;
use near_runtime_ext::HostError;
use std::sync::Arc;

/// The call fails with nearcore's error for full registers, after all charges and all work.
#[track_caller]
fn has_no_room<I: BatchItem>(guest: &Guest<I>, args: [u64; 4], place: Place) {
    let items = valid::<I>(2, 30);
    let seen = guest.verify_many(args);
    assert_eq!(seen.result, Err(HostError::MemoryAccessViolation));
    assert_eq!(seen.burnt, whole(place, &items));
    // With one unit of gas less, the call runs out of gas instead.
    let short = Guest::<I> {
        gas: Some(whole(place, &items) - 1),
        ..guest.clone()
    };
    let seen = short.verify_many(args);
    assert_eq!(seen.result, Err(HostError::GasExceeded));
}

pub fn where_there_are_as_many_registers_as_there_may_be_the_call_aborts<I: BatchItem>() {
    let most = NETWORK.wasm_config.limit_config.max_number_registers;
    let bytes = encode(&valid::<I>(2, 30));
    for place in Place::ALL {
        let guest = Guest::<I> {
            registers: (0..most).map(|id| (id, bytes.clone())).collect(),
            ..Guest::with(bytes.clone())
        };
        // nearcore's own limit: once all registers are in use, not even an existing one may be
        // replaced.
        for verdicts in [0, most - 1, most] {
            has_no_room(&guest, guest.args(place, I::CHOICE, verdicts), place);
        }
    }
}

pub fn where_registers_have_as_much_memory_as_they_may_the_call_aborts<I: BatchItem>() {
    let items = valid::<I>(2, 30);
    let bytes = encode(&items);
    let (_, verdicts) = I::judged(&items, I::CHOICE);
    let mut config = Config::clone(&NETWORK.wasm_config);
    // nearcore counts eight bytes per register in addition to its content.
    let register = bytes.len() as u64 + 8;
    let with_verdicts = register + 8 + 2 * I::VERDICT as u64;
    config.limit_config.registers_memory_limit = with_verdicts - 1;
    let guest = Guest::<I> {
        registers: vec![(0, bytes.clone())],
        config: Arc::new(config),
        ..Guest::with(bytes)
    };
    has_no_room(&guest, in_memory(&guest, I::CHOICE, 1), Place::Memory);
    has_no_room(&guest, in_register(0, I::CHOICE, 1), Place::Register);
    // The verdicts fit if they replace the register that fills the memory.
    assert_eq!(guest.verdicts(in_register(0, I::CHOICE, 0)), verdicts);
    let mut roomy = Config::clone(&guest.config);
    roomy.limit_config.registers_memory_limit = with_verdicts;
    let guest = Guest::<I> {
        config: Arc::new(roomy),
        ..guest
    };
    assert_eq!(guest.verdicts(in_memory(&guest, I::CHOICE, 1)), verdicts);
}
