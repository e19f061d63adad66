//! The clauses of `nep-0364.md`, one by one: each with its result and its exact cost.

use crate::guest::{
    COSTS, Guest, MEMORY_BYTES, MESSAGE, PUBLIC_KEY, REGISTER, SIGNATURE, base, gas, in_memory,
    in_register, message_bytes, whole_cost,
};
use ed25519_dalek::SigningKey;
use near_parameters::ExtCosts;
use near_runtime_ext::{Gas, HostError};

fn invalid_input(msg: &str) -> HostError {
    HostError::Ed25519VerifyInvalidInput {
        msg: msg.to_owned(),
    }
}

#[test]
fn a_valid_signature_returns_1() {
    let guest = Guest::with_valid(b"a message");
    assert_eq!(guest.verify_in_memory(9), (Ok(1), whole_cost(9)));
}

#[test]
fn a_view_verifies_at_the_same_cost() {
    let guest = Guest {
        view: true,
        ..Guest::with_valid(b"a message")
    };
    assert_eq!(guest.verify_in_memory(9), (Ok(1), whole_cost(9)));
}

#[test]
fn another_message_returns_0_at_the_same_cost() {
    let mut guest = Guest::with_valid(b"a message");
    guest.memory[96] ^= 1;
    assert_eq!(guest.verify_in_memory(9), (Ok(0), whole_cost(9)));
}

#[test]
fn an_empty_message_is_a_message() {
    let guest = Guest::with_valid(b"");
    assert_eq!(guest.verify_in_memory(0), (Ok(1), whole_cost(0)));
    // An empty input may lie at the end of memory, but not beyond.
    let end = MEMORY_BYTES as u64;
    let at_the_end = guest.verify([64, SIGNATURE, 0, end, 32, PUBLIC_KEY]);
    assert_eq!(at_the_end, (Ok(1), whole_cost(0)));
    let beyond = guest.verify([64, SIGNATURE, 0, end + 1, 32, PUBLIC_KEY]);
    assert_eq!(beyond.0, Err(HostError::MemoryAccessViolation));
}

#[test]
fn top_bits_of_the_signature_return_0_before_the_message_is_paid_for() {
    for bit in 5..8 {
        let mut guest = Guest::with_valid(b"a message");
        guest.memory[63] |= 1 << bit;
        let cost = base() + in_memory(64);
        assert_eq!(guest.verify_in_memory(9), (Ok(0), cost));
        // The function checks no other argument, however absurd.
        let args = [64, SIGNATURE, u64::MAX - 1, u64::MAX, REGISTER, 7];
        assert_eq!(guest.verify(args), (Ok(0), cost));
    }
}

#[test]
fn another_length_aborts_once_the_input_that_has_it_is_paid_for() {
    let guest = Guest {
        registers: vec![(5, vec![0; 31])],
        ..Guest::with_valid(b"a message")
    };
    let up_to_key = whole_cost(9) - in_memory(32);
    let signature = |len, ptr| [len, ptr, 9, MESSAGE, 32, PUBLIC_KEY];
    let key = |len, ptr| [64, SIGNATURE, 9, MESSAGE, len, ptr];
    let signatures =
        [0, 1, 32, 63, 65, 4096].map(|len| (signature(len, SIGNATURE), base() + in_memory(len)));
    let keys = [0, 1, 31, 33, 64].map(|len| (key(len, PUBLIC_KEY), up_to_key + in_memory(len)));
    let in_registers = [
        (signature(REGISTER, 5), base() + in_register(31)),
        (key(REGISTER, 5), up_to_key + in_register(31)),
    ];
    let of = |input: &str| Err(invalid_input(&format!("invalid {input} length")));
    for (args, cost) in signatures.into_iter().chain(keys).chain(in_registers) {
        let expected = match args[..2] == [64, SIGNATURE] {
            true => of("public key"),
            false => of("signature"),
        };
        assert_eq!(guest.verify(args), (expected, cost), "{args:?}");
    }
}

#[test]
fn an_undecodable_public_key_returns_0_at_the_whole_cost() {
    let mut guest = Guest::with_valid(b"a message");
    // No point of the curve has y = 2.
    guest.memory[64..96].fill(0);
    guest.memory[64] = 2;
    assert_eq!(guest.verify_in_memory(9), (Ok(0), whole_cost(9)));
}

#[test]
fn inputs_may_be_in_registers() {
    let in_mem = Guest::with_valid(b"a message");
    let registers = vec![
        (0, in_mem.memory[..64].to_vec()),
        (1, b"a message".to_vec()),
        (u64::MAX, in_mem.memory[64..96].to_vec()),
    ];
    let guest = Guest {
        registers,
        memory: Vec::new(),
        ..in_mem
    };
    let result = guest.verify([REGISTER, 0, REGISTER, 1, REGISTER, u64::MAX]);
    let cost = base() + in_register(64) + in_register(9) + message_bytes(9) + in_register(32);
    assert_eq!(result, (Ok(1), cost));
}

#[test]
fn an_unset_register_aborts_without_paying_for_it() {
    let guest = Guest::with_valid(b"a message");
    let unset = Err(HostError::InvalidRegisterId { register_id: 3 });
    for (args, cost) in [
        ([REGISTER, 3, 9, MESSAGE, 32, PUBLIC_KEY], base()),
        (
            [64, SIGNATURE, REGISTER, 3, 32, PUBLIC_KEY],
            base() + in_memory(64),
        ),
        (
            [64, SIGNATURE, 9, MESSAGE, REGISTER, 3],
            whole_cost(9) - in_memory(32),
        ),
    ] {
        assert_eq!(guest.verify(args), (unset.clone(), cost));
    }
}

#[test]
fn memory_out_of_bounds_aborts_after_paying_for_it() {
    let guest = Guest::with_valid(b"a message");
    let beyond = MEMORY_BYTES as u64 - 5;
    let violation = Err(HostError::MemoryAccessViolation);
    let read_message = base() + in_memory(64) + in_memory(9);
    for (args, cost) in [
        (
            [64, beyond, 9, MESSAGE, 32, PUBLIC_KEY],
            base() + in_memory(64),
        ),
        // The bytes are checked before the message's own fee is charged.
        ([64, SIGNATURE, 9, beyond, 32, PUBLIC_KEY], read_message),
        ([64, SIGNATURE, 9, u64::MAX, 32, PUBLIC_KEY], read_message),
        ([64, SIGNATURE, 9, MESSAGE, 32, beyond], whole_cost(9)),
    ] {
        assert_eq!(guest.verify(args), (violation.clone(), cost));
    }
}

#[test]
fn inputs_may_overlap() {
    // The signature and the key also serve as the message.
    let key = SigningKey::from_bytes(&[42; 32]);
    let guest = Guest::with_valid(key.verifying_key().as_bytes());
    let result = guest.verify([64, SIGNATURE, 32, PUBLIC_KEY, 32, PUBLIC_KEY]);
    assert_eq!(result, (Ok(1), whole_cost(32)));
}

#[test]
fn a_length_whose_price_overflows_aborts_as_an_overflow() {
    let guest = Guest::with_valid(b"a message");
    let too_long = u64::MAX / gas(ExtCosts::read_memory_byte, 1) + 1;
    let result = guest.verify([64, SIGNATURE, too_long, MESSAGE, 32, PUBLIC_KEY]);
    let cost = base() + in_memory(64) + gas(ExtCosts::read_memory_base, 1);
    assert_eq!(result, (Err(HostError::IntegerOverflow), cost));
}

#[test]
fn gas_runs_out_at_every_charge_in_order() {
    let charges = [
        (ExtCosts::ed25519_verify_base, 1),
        (ExtCosts::read_memory_base, 1),
        (ExtCosts::read_memory_byte, 64),
        (ExtCosts::read_memory_base, 1),
        (ExtCosts::read_memory_byte, 9),
        (ExtCosts::ed25519_verify_byte, 9),
        (ExtCosts::read_memory_base, 1),
        (ExtCosts::read_memory_byte, 32),
    ];
    let observe = |limit| {
        let guest = Guest {
            gas: Gas::from_gas(limit),
            ..Guest::with_valid(b"a message")
        };
        guest.profiled([64, SIGNATURE, 9, MESSAGE, 32, PUBLIC_KEY])
    };
    let mut spent = [0; COSTS.len()];
    for (cost, units) in charges {
        let charge = gas(cost, units);
        // The gas ends at this charge, with nothing or with one unit too little: the profile names
        // the charge.
        for left in [0, charge - 1] {
            let mut expected = spent;
            *of(&mut expected, cost) += left;
            let limit = expected.iter().sum();
            let outcome = (Err(HostError::GasExceeded), limit, expected);
            assert_eq!(observe(limit), outcome, "{cost} with {left}");
        }
        *of(&mut spent, cost) += charge;
    }
    assert_eq!(observe(whole_cost(9)), (Ok(1), whole_cost(9), spent));
}

/// The gas spent on this cost.
fn of(spent: &mut [u64; COSTS.len()], cost: ExtCosts) -> &mut u64 {
    let at = COSTS.iter().position(|it| *it == cost);
    &mut spent[at.expect("one of them")]
}
