//! The verdicts' register: any id, any previous content, and no room.

use crate::contract::{Call, Contracts, ITEMS_REGISTER, PLENTY};
use crate::guest::{Guest, in_memory, in_register};
use crate::inputs::expected;
use crate::meter::invalid_input;
use crate::network::{BatchItem, NETWORK, Place, encode, valid, whole};
use near_parameters::vm::Config;
use near_runtime_ext::HostError;
use std::sync::Arc;

pub fn any_register_takes_the_verdicts<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    let items = valid::<I>(3, 8);
    for place in Place::ALL {
        // Registers 0 and 1 are set already; register 1 holds the items.
        for register in [0, ITEMS_REGISTER, 2, 1 << 40, u64::MAX] {
            let call = Call::on(place, I::CHOICE, encode(&items)).verdicts_in(register);
            let observed = contracts.call(&call);
            assert_eq!(observed, expected(place, &items, I::CHOICE), "{register}");
        }
    }
}

pub fn verdicts_are_what_the_register_has_next_time<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    let items = valid::<I>(4, 8);
    let call = Call::on(Place::Register, I::CHOICE, encode(&items));
    let call = Call {
        times: 2,
        ..call.verdicts_in(ITEMS_REGISTER)
    };
    // The verdicts, read as a layout, have too large a count.
    let (_, verdicts) = I::judged(&items, I::CHOICE);
    let count = u32::from_le_bytes(*verdicts.first_chunk().expect("four bytes"));
    let message = format!("invalid items: the count is {count}, above 4096");
    assert_eq!(contracts.call(&call).result, Err(invalid_input(&message)));
}

pub fn a_register_that_was_longer_has_the_verdicts_alone<I: BatchItem>() {
    let items = valid::<I>(2, 0);
    let guest = Guest::<I> {
        registers: vec![(7, vec![9; 500])],
        ..Guest::with(encode(&items))
    };
    let (_, verdicts) = I::judged(&items, I::CHOICE);
    assert_eq!(guest.verdicts(in_memory(&guest, I::CHOICE, 7)), verdicts);
}

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

pub fn a_call_that_has_no_room_changes_nothing<I: BatchItem>() {
    // In a contract, this failure is an abort like any other.
    let fill = r#"(module
        (import "env" "input" (func $input (param i64)))
        (import "env" "FUNCTION"
            (func $many (param i64 i64 i64 i64) (result i64)))
        (memory 1)
        (func (export "main") (local $id i64)
            (loop $again
                (call $input (local.get $id))
                (local.set $id (i64.add (local.get $id) (i64.const 1)))
                (br_if $again (i64.lt_u (local.get $id) (i64.const 100))))
            (drop (call $many
                (i64.const -1) (i64.const 0) (i64.const CHOICE) (i64.const 0)))))"#;
    let fill = fill.replace("CHOICE", &I::CHOICE.to_string());
    let mut contracts = Contracts::<I>::deploy_wat(&fill, |builder| builder);
    // The five arguments before the items serve as the count and the first key.
    let bytes = encode(&valid::<I>(1, 100));
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight"));
    let call = Call {
        args: [number(0), number(8), number(16), number(24)],
        times: number(32),
        items: bytes[40..].to_vec(),
        gas: PLENTY,
        view: false,
    };
    let outcome = contracts.outcome(&call);
    let violation =
        near_runtime_ext::FunctionCallError::HostError(HostError::MemoryAccessViolation);
    assert_eq!(outcome.failure, Some(violation.into()));
}
