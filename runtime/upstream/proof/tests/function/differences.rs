//! All permitted differences between patched nearcore and the overlay: README.md of the patches
//! lists them by these tests' names. Each exists because nearcore's registers and its gas counter
//! are private: the overlay copies registers to read them, and books charges under names that
//! exist.

use crate::cases::{Case, args};
use crate::contract::REGISTER;
use crate::guest::{Guest, Limit, Seen, in_memory, in_register};
use crate::items::Item;
use crate::meter::invalid_input;
use crate::network::{Place, copy, encode, sum, valid};
use crate::patched;
use crate::prices::{PRICES, charges, up_to_parsing, whole};
use near_parameters::ExtCosts;
use near_runtime_ext::{Gas, HostError, Prices};

/// nearcore's names of the function's charges, and those under which the overlay books them.
pub const PROFILE: [(ExtCosts, ExtCosts); 3] = [
    (
        ExtCosts::ed25519_verify_many_base,
        ExtCosts::ed25519_verify_base,
    ),
    (
        ExtCosts::ed25519_verify_many_item,
        ExtCosts::ed25519_verify_base,
    ),
    (
        ExtCosts::ed25519_verify_many_byte,
        ExtCosts::ed25519_verify_byte,
    ),
];

/// Whether these calls differ because the overlay cannot afford the copy of a register. Then
/// patched nearcore refuses the layout, or cannot afford the items and books the rest of the gas
/// under their name.
pub fn runs_out_at_the_copy(case: &Case, guest: &Guest, overlay: &Seen, upstream: &Seen) -> bool {
    let [len, id, ..] = args(case);
    let register = guest.registers.iter().find(|(set, _)| *set == id);
    let (Some((_, bytes)), Some(gas), REGISTER) = (register, guest.gas, len) else {
        return false;
    };
    let base = guest.prices.base;
    let len = bytes.len() as u64;
    let read = up_to_parsing(Place::Register, len) - PRICES.base + base;
    let Err(out_of_gas @ (HostError::GasExceeded | HostError::GasLimitExceeded)) = &overlay.result
    else {
        return false;
    };
    // When gas is promised, nearcore burns what the refused charge asked for.
    let goes_on = match &upstream.result {
        Err(HostError::Ed25519VerifyInvalidInput { .. }) => upstream.burnt == read,
        Err(error) => error == out_of_gas && upstream.burnt >= overlay.burnt,
        Ok(_) => false,
    };
    // By then the overlay has deferred the base fee, which covers its part of the copy.
    goes_on && overlay.burnt >= gas && gas >= read && gas - read < copy(len).saturating_sub(base)
}

#[test]
fn malformed_items_in_a_register_are_found_with_less_gas_than_a_copy_needs() {
    let bytes = [&encode(&[Item::valid(1, 100_000)])[..], &[0]].concat();
    let len = bytes.len() as u64;
    let read = up_to_parsing(Place::Register, len);
    let guest = Guest {
        registers: vec![(5, bytes)],
        gas: Some(read),
        ..Guest::with(Vec::new())
    };
    let args = in_register(5, 0, 1);
    let upstream = patched::verify_many(&guest, args);
    let error = invalid_input("invalid items: 1 bytes follow the last item");
    assert_eq!((upstream.result, upstream.burnt), (Err(error), read));
    assert!(copy(len) > PRICES.base);
    let overlay = guest.verify_many(args);
    let out_of_gas = Err(HostError::GasExceeded);
    assert_eq!((overlay.result, overlay.burnt), (out_of_gas, read));
}

#[test]
fn prices_below_nearcores_copies_are_all_that_a_call_costs() {
    let items = valid::<Item>(2, 30);
    let bytes = encode(&items);
    let free = Prices::default();
    let guest = Guest {
        registers: vec![(5, bytes)],
        prices: free,
        ..Guest::with(Vec::new())
    };
    let args = in_register(5, 0, 1);
    let charged = sum(&charges(free, Place::Register, &items));
    assert_eq!(patched::verify_many(&guest, args).burnt, charged);
    // The overlay charges the copies too.
    assert!(guest.verify_many(args).burnt > charged);
}

/// Out of gas at the burn limit, nearcore counts the refused charge as used.
#[test]
fn a_copy_that_the_burn_limit_refuses_is_less_than_the_items_that_it_refuses() {
    let items = valid::<Item>(2, 30);
    let bytes = encode(&items);
    let read = up_to_parsing(Place::Register, bytes.len() as u64);
    let guest = Guest {
        registers: vec![(5, bytes)],
        limit: Limit::Burnt,
        prices: Prices { base: 0, ..*PRICES },
        gas: Some(read - PRICES.base),
        ..Guest::with(Vec::new())
    };
    let args = in_register(5, 0, 1);
    let [upstream, overlay] = [patched::verify_many(&guest, args), guest.verify_many(args)];
    for seen in [&upstream, &overlay] {
        assert_eq!(seen.result, Err(HostError::GasLimitExceeded));
        assert_eq!(Some(seen.burnt), guest.gas);
    }
    assert!(upstream.outcome.used_gas > overlay.outcome.used_gas);
}

#[test]
fn promises_beside_a_burn_limit_below_the_attached_gas_cost_nothing_more() {
    let items = valid::<Item>(2, 30);
    let bytes = encode(&items);
    for place in Place::ALL {
        let guest = Guest {
            limit: Limit::Burnt,
            promised: Some(Gas::from_teragas(500).as_gas()),
            gas: Some(whole(place, &items)),
            ..Guest::with_items(&bytes)
        };
        let args = guest.args(place, 0, 1);
        let upstream = patched::verify_many(&guest, args);
        assert_eq!(upstream.result, Ok(2), "{place:?}");
        assert_eq!(upstream.burnt, whole(place, &items), "{place:?}");
        // The overlay charges the copy of the verdicts, and the write twice.
        let overlay = guest.verify_many(args);
        assert_eq!(overlay.result, Err(HostError::GasLimitExceeded));
    }
}

#[test]
fn the_profile_has_names_of_its_own() {
    let items = valid::<Item>(3, 40);
    let guest = Guest::with(encode(&items));
    let args = in_memory(&guest, 0, 1);
    let of = |seen: &Seen, cost| seen.outcome.profile.get_ext_cost(cost).as_gas();
    let upstream = patched::verify_many(&guest, args);
    let overlay = guest.verify_many(args);
    let count = items.len() as u64;
    let booked = [PRICES.base, PRICES.item * count, PRICES.byte * 40 * count];
    for ((upstreams, overlays), gas) in PROFILE.into_iter().zip(booked) {
        assert_eq!(
            (of(&upstream, upstreams), of(&overlay, upstreams)),
            (gas, 0)
        );
        assert_eq!(of(&upstream, overlays), 0);
    }
    let [base, item, byte] = booked;
    assert_eq!(of(&overlay, ExtCosts::ed25519_verify_base), base + item);
    assert_eq!(of(&overlay, ExtCosts::ed25519_verify_byte), byte);
}
