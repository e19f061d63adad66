//! The clauses that all batch calls share: where the items may be, and how the function refuses
//! them, each with its exact cost.

use crate::contract::{Contracts, Observed};
use crate::guest::{Guest, in_memory};
use crate::meter::invalid_input;
use crate::network::{
    BatchItem, OTHERS, Place, before_parsing, charges, encode, sum, up_to_parsing, valid, whole,
};
use near_runtime_ext::HostError;

/// Expected result and gas of a call with these items.
pub fn expected<I: BatchItem>(place: Place, items: &[I], choice: u64) -> Observed {
    Observed {
        result: I::judged(items, choice),
        gas: whole(place, items),
    }
}

/// The call aborts with this error, after it burnt this much.
#[track_caller]
fn aborts<I: BatchItem>(guest: &Guest<I>, args: [u64; 4], error: HostError, burnt: u64) {
    let seen = guest.verify_many(args);
    assert_eq!((seen.result, seen.burnt), (Err(error), burnt), "{args:?}");
}

/// One layout of each kind; the unit tests of `overlay::items` find all layouts of a kind.
pub fn every_malformed_layout_has_a_message_and_pays_for_being_read<I: BatchItem>() {
    let good = encode(&valid::<I>(3, 20));
    let of_item = (good.len() - 4) / 3;
    let with = |place: usize, number: u32| {
        let mut layout = good.clone();
        layout[place..place + 4].copy_from_slice(&number.to_le_bytes());
        layout
    };
    // The length of the second item's message, before 20 bytes of it and the third item.
    let length = 4 + of_item + of_item - 24;
    let too_long = format!(
        "item 1 has a message of 4294967295 bytes where {} are left",
        20 + of_item
    );
    for (items, message) in [
        (vec![1, 0, 0], "3 bytes have no count"),
        (with(0, 0), "the count is 0"),
        (with(0, 4097), "the count is 4097, above 4096"),
        (with(0, 4), "item 3 is truncated"),
        (with(length, u32::MAX), &too_long),
        (with(0, 2), &format!("{of_item} bytes follow the last item")),
    ] {
        let guest = Guest::<I>::with_items(&items);
        for place in Place::ALL {
            let burnt = up_to_parsing::<I>(place, items.len() as u64);
            let args = guest.args(place, I::CHOICE, 1);
            let error = invalid_input(&format!("invalid items: {message}"));
            aborts(&guest, args, error, burnt);
        }
    }
}

pub fn no_more_than_4096_items_are_taken<I: BatchItem>() {
    // Prices that let a call pay for the largest number of items.
    let mut contracts = Contracts::<I>::deploy_with(|builder| builder.prices(I::PRICED, OTHERS));
    let choice = I::CHOICE_OF_MOST;
    let valid: Vec<_> = (0..=255).map(|seed| I::valid_by(choice, seed, 3)).collect();
    let mut items: Vec<_> = valid.iter().cycle().take(4095).cloned().collect();
    // A message may be a layout.
    items.push(valid[0].clone().with_message(encode(&valid[..1])));
    let expected = |place| Observed {
        result: I::judged(&items, choice),
        gas: sum(&charges(OTHERS, place, &items)),
    };
    for place in Place::ALL {
        let observed = contracts.call(place, choice, &items);
        assert_eq!(observed.result.0, 4095);
        assert_eq!(observed, expected(place));
    }
    items.push(valid[0].clone());
    let guest = Guest::<I> {
        prices: OTHERS,
        ..Guest::with(encode(&items))
    };
    let read = before_parsing::<I>(OTHERS, Place::Memory, guest.memory.len() as u64);
    let too_many = invalid_input("invalid items: the count is 4097, above 4096");
    aborts(&guest, in_memory(&guest, choice, 1), too_many, sum(&read));
}
