//! Verdicts: valid items are accepted, and only the bad item of a call is refused, at the same
//! cost.

use crate::contract::{Call, Contracts};
use crate::inputs::expected;
use crate::network::{BatchItem, Place, encode};

/// Valid items for this third argument, each by another key.
fn valid_by<I: BatchItem>(choice: u64, count: u8, len: usize) -> Vec<I> {
    let seeds = 0..count;
    seeds.map(|seed| I::valid_by(choice, seed, len)).collect()
}

pub fn valid_items_are_accepted_from_memory_and_from_a_register<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    for &choice in I::CHOICES {
        for (count, len) in [(1, 0), (1, 110), (5, 33)] {
            let items = valid_by::<I>(choice, count, len);
            for place in Place::ALL {
                let observed = contracts.call(&Call::on(place, choice, encode(&items)));
                assert_eq!(observed, expected(place, &items, choice), "{choice}");
                let (accepted, _) = observed.result.expect("well-formed");
                assert_eq!(accepted, u64::from(count), "{choice}");
            }
        }
    }
}

pub fn a_bad_item_is_refused_alone_at_the_whole_cost<I: BatchItem>() {
    let mut contracts = Contracts::<I>::deploy();
    for &choice in I::CHOICES {
        for flaw in I::FLAWS {
            for bad in 0..3 {
                let mut items = valid_by::<I>(choice, 3, 20);
                flaw(&mut items[bad]);
                let observed = contracts.call(&Call::on(Place::Memory, choice, encode(&items)));
                assert_eq!(observed, expected(Place::Memory, &items, choice));
                let (accepted, register) = observed.result.expect("well-formed");
                assert_eq!(accepted, 2, "{choice}");
                let verdict = register.chunks(I::VERDICT).nth(bad).expect("a verdict");
                assert!(verdict.iter().all(|byte| *byte == 0), "{choice}");
            }
        }
    }
}
